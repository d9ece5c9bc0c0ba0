import { atom } from 'nanostores'
import { call } from '#client/browser.ts'
import { ebooks } from '#contract/calls/ebooks.ts'
import type { Ebook } from '#contract/index.ts'
import { whoIsIn } from './session.ts'

export type Ebooks = { state: 'asking' } | { state: 'out' } | { state: 'failed' } | { state: 'ready'; books: Ebook[] }
export const $ebooks = atom<Ebooks>({ state: 'asking' })

/** Each time anew: the addresses of books soon end. */
export async function loadEbooks(): Promise<void> {
  $ebooks.set({ state: 'asking' })
  if (!(await whoIsIn())) return $ebooks.set({ state: 'out' })
  const made = await call(ebooks, {})
  if (made.ok) return $ebooks.set({ state: 'ready', books: made.value.data })
  $ebooks.set({ state: made.fault === 'signedOut' ? 'out' : 'failed' })
}
