import { atom } from 'nanostores'
import { call } from '#client/browser-call.ts'
import { ebooks, type Ebook } from '#contract/ebooks.ts'
import { currentSession } from '../accounts/session.ts'

type Ebooks = { state: 'loading' } | { state: 'out' } | { state: 'failed' } | { state: 'ready'; books: Ebook[] }
export const $ebooks = atom<Ebooks>({ state: 'loading' })

/** Loaded at each opening, because the addresses of the files expire soon. */
export async function loadEbooks(): Promise<void> {
  $ebooks.set({ state: 'loading' })
  if (!(await currentSession())) return $ebooks.set({ state: 'out' })
  const result = await call(ebooks, {})
  if (result.ok) return $ebooks.set({ state: 'ready', books: result.value.data })
  $ebooks.set({ state: result.fault === 'signedOut' ? 'out' : 'failed' })
}
