import { atom } from 'nanostores'
import { call } from '#client/browser.ts'
import { ebooks, type Ebook } from '#contract/ebooks.ts'
import { whoIsIn } from '../accounts/session.ts'

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
