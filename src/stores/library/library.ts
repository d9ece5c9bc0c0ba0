import { atom } from 'nanostores'
import { slug } from '#brand/brand.ts'
import { call } from '#client/browser.ts'
import { multipleSubscription } from '#contract/plans.ts'
import { myLibrary, myShelf, type LibraryProduct } from '#contract/library.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { $session } from '../accounts/session.ts'
import { createTurns } from '../latest-only.ts'

/** C9. */
export const LIBRARY_PAGE = 10
export type Plan = ReplyOf<typeof multipleSubscription>['data'][number]
export type Shelf = { renewIn: number | null; boughtSeconds: number; lastPlayed: LibraryProduct[]; plans: Plan[] }
export type ShelfState = { state: 'asking' } | { state: 'failed' } | { state: 'ready'; shelf: Shelf }
export type Titles = { titles: LibraryProduct[]; count: number; more: 'none' | 'there' | 'asking' | 'failed' }

const NONE: Titles = { titles: [], count: 0, more: 'none' }
export const $shelf = atom<ShelfState>({ state: 'asking' })
export const $titles = atom<Titles>(NONE)
const turns = createTurns()

$session.listen(({ state }) => {
  if (state !== 'out') return
  turns.end()
  $shelf.set({ state: 'asking' })
  $titles.set(NONE)
})

export async function loadLibrary(): Promise<void> {
  const isNewest = turns.begin()
  $shelf.set({ state: 'asking' })
  const [shelf, plans, titles] = await Promise.all([
    call(myShelf, {}),
    call(multipleSubscription, {}),
    call(myLibrary, { offset: 0, limit: LIBRARY_PAGE }),
  ])
  if (!isNewest()) return
  if (!shelf.ok || !titles.ok) return $shelf.set({ state: 'failed' })
  const { mylibrary_products: first, mylibrary_products_count: count } = titles.value.data
  $titles.set({ titles: first, count, more: first.length < count ? 'there' : 'none' })
  $shelf.set({
    state: 'ready',
    shelf: {
      renewIn: shelf.value.renew_in,
      boughtSeconds: shelf.value[`my_${slug}_runtime`],
      lastPlayed: shelf.value.last_browse,
      plans: plans.ok ? plans.value.data : [],
    },
  })
}

/** The next ten, when the end of the list is reached (LI-3). */
export async function loadMoreTitles(): Promise<void> {
  const before = $titles.get()
  if (before.more !== 'there' && before.more !== 'failed') return
  const isNewest = turns.present()
  $titles.set({ ...before, more: 'asking' })
  const made = await call(myLibrary, { offset: before.titles.length, limit: LIBRARY_PAGE })
  if (!isNewest()) return
  if (!made.ok) return $titles.set({ ...before, more: 'failed' })
  const { mylibrary_products: next, mylibrary_products_count: count } = made.value.data
  const known = new Set(before.titles.map(({ id }) => id))
  const titles = [...before.titles, ...next.filter(({ id }) => !known.has(id))]
  $titles.set({ titles, count, more: next.length > 0 && titles.length < count ? 'there' : 'none' })
}
