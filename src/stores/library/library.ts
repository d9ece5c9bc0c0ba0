import { atom } from 'nanostores'
import { call } from '#client/browser-call.ts'
import { multipleSubscription } from '#contract/plans/plans.ts'
import { myLibrary, myShelf, type LibraryProduct } from '#contract/library/library.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { $session } from '../accounts/session.ts'
import { createLatestOnly } from '../latest-only.ts'
import { $reportQueue } from '../listening/player-memory.ts'

const LIBRARY_PAGE = 10
export type Plan = ReplyOf<typeof multipleSubscription>['data'][number]
export type LibrarySummary = {
  renewIn: number | null
  /** Of all titles in the library. */
  seconds: number
  lastPlayed: LibraryProduct[]
  plans: Plan[]
  isPlanPending: boolean
}
export type LibraryState = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; shelf: LibrarySummary }
export type Titles = { titles: LibraryProduct[]; count: number; more: 'none' | 'available' | 'loading' | 'failed' }

const NONE: Titles = { titles: [], count: 0, more: 'none' }
export const $library = atom<LibraryState>({ state: 'loading' })
export const $titles = atom<Titles>(NONE)
const latestOnly = createLatestOnly()

$session.listen(({ state }) => {
  if (state !== 'out') return
  latestOnly.cancel()
  $library.set({ state: 'loading' })
  $titles.set(NONE)
})

export async function loadLibrary(): Promise<void> {
  const isLatest = latestOnly.start()
  $library.set({ state: 'loading' })
  const [shelf, plans, titles] = await Promise.all([
    call(myShelf, {}),
    call(multipleSubscription, {}),
    call(myLibrary, { offset: 0, limit: LIBRARY_PAGE }),
  ])
  if (!isLatest()) return
  if (!shelf.ok || !titles.ok) return $library.set({ state: 'failed' })
  const {
    mylibrary_products: first,
    mylibrary_products_count: count,
    mylibrary_runtime: runtime = 0,
  } = titles.value.data
  $titles.set({ titles: first, count, more: first.length < count ? 'available' : 'none' })
  $library.set({
    state: 'ready',
    shelf: {
      renewIn: shelf.value.renew_in,
      seconds: runtime,
      lastPlayed: shelf.value.last_browse,
      plans: plans.ok ? plans.value.data : [],
      isPlanPending: plans.ok && plans.value.is_pending === true,
    },
  })
}

/** While the library is on the page, its figures follow the progress reports, the first of a title too: once the server has taken all that wait. */
export const followHeard = (): (() => void) =>
  $reportQueue.listen(({ reports }, before) => {
    if (reports.length === 0 && before?.reports.length) void refreshHeard()
  })

/** Titles stay where they stand, so that none moves under a finger; only a list without any gets its first. */
async function refreshHeard(): Promise<void> {
  const isLatest = latestOnly.current()
  const result = await call(myShelf, {})
  const now = $library.get()
  if (!isLatest() || !result.ok || now.state !== 'ready') return
  const heard = new Map(result.value.last_browse.map((title) => [title.id, title]))
  const renew = (titles: LibraryProduct[]) => titles.map((title) => heard.get(title.id) ?? title)
  const { lastPlayed } = now.shelf
  const shown = lastPlayed.length > 0 ? renew(lastPlayed) : [...heard.values()]
  $library.set({ state: 'ready', shelf: { ...now.shelf, lastPlayed: shown } })
  $titles.set({ ...$titles.get(), titles: renew($titles.get().titles) })
}

/** Loads the next page at the end of the list [LI-3]. */
export async function loadMoreTitles(): Promise<void> {
  const before = $titles.get()
  if (before.more !== 'available' && before.more !== 'failed') return
  const isLatest = latestOnly.current()
  $titles.set({ ...before, more: 'loading' })
  const result = await call(myLibrary, { offset: before.titles.length, limit: LIBRARY_PAGE })
  if (!isLatest()) return
  if (!result.ok) return $titles.set({ ...before, more: 'failed' })
  const { mylibrary_products: next, mylibrary_products_count: count } = result.value.data
  const known = new Set(before.titles.map(({ id }) => id))
  const titles = [...before.titles, ...next.filter(({ id }) => !known.has(id))]
  $titles.set({ titles, count, more: next.length > 0 && titles.length < count ? 'available' : 'none' })
}
