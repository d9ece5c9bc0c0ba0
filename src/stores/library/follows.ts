import { atom } from 'nanostores'
import { call } from '#client/browser-call.ts'
import { myFollows, setFollow, setWeeklyNews, type Follow } from '#contract/library/follows.ts'
import { createLatestOnly } from '../latest-only.ts'
import { $session, isStillIn } from '../accounts/session.ts'

const PATIENCE_MS = 30_000
const patience = () => AbortSignal.timeout(PATIENCE_MS)

export type Followed = Pick<Follow, 'kind' | 'id'>
export type Follows =
  | { state: 'loading' }
  | { state: 'failed' }
  /** `added`: followed since the list came, which alone has their names. */
  | { state: 'ready'; follows: Follow[]; added: Followed[]; isWeekly: boolean; hasAddress: boolean }
export const $follows = atom<Follows>({ state: 'loading' })
const latestOnly = createLatestOnly()
/** Changes of the weekly mail. */
const wishes = createLatestOnly()
let sending: Promise<unknown> = Promise.resolve()
/** What the server has, as far as it has answered. */
let savedWeekly = false

const isSame = (one: Followed, other: Followed): boolean => one.kind === other.kind && one.id === other.id

export const isFollowed = ({ follows, added }: Follows & { state: 'ready' }, followed: Followed): boolean =>
  [...follows, ...added].some((one) => isSame(one, followed))

/** What is known already stays while it is fetched again. */
export async function loadFollows(): Promise<void> {
  const isLatest = latestOnly.start()
  if ($follows.get().state === 'failed') $follows.set({ state: 'loading' })
  const result = await call(myFollows, {}, patience())
  if (!isLatest()) return
  if (result.ok) {
    const { follows, is_weekly: isWeekly, has_address: hasAddress } = result.value
    savedWeekly = isWeekly
    return $follows.set({ state: 'ready', follows, added: [], isWeekly, hasAddress })
  }
  if ($follows.get().state === 'loading') $follows.set({ state: 'failed' })
}

/** Tells later whether who is signed in now still is: the answer to them is nobody else's. */
function rememberListener(): () => boolean {
  const now = $session.get()
  return () => now.state === 'in' && isStillIn(now.session)
}

/** Returns the fault, or nothing when the server has it. */
export async function follow({ kind, id }: Followed, isWanted: boolean): Promise<string | undefined> {
  const isTheirs = rememberListener()
  // An entry of the list has more fields, which the server would refuse.
  const result = await call(setFollow, { kind, id, is_followed: isWanted }, patience())
  if (!result.ok) return result.fault
  if (isTheirs()) {
    // The list may not come.
    showFollowed({ kind, id }, isWanted)
    await loadFollows()
  }
  return undefined
}

function showFollowed(followed: Followed, isWanted: boolean): void {
  const known = $follows.get()
  if (known.state !== 'ready') return
  const follows = known.follows.filter((one) => isWanted || !isSame(one, followed))
  const added = known.added.filter((one) => !isSame(one, followed))
  if (isWanted) added.push(followed)
  $follows.set({ ...known, follows, added })
}

/**
 * One mail a week, on or off: shown at once, and taken back when it was not saved. The server is asked one after the other, because
 * it could take two in another order; what is no longer wanted by then is not asked for.
 */
export async function changeWeeklyNews(isWanted: boolean): Promise<string | undefined> {
  const isTheirs = rememberListener()
  const isLast = wishes.start()
  latestOnly.cancel()
  showWeekly(isWanted)
  const sent = sending.then(() => (isLast() ? call(setWeeklyNews, { is_wanted: isWanted }, patience()) : undefined))
  sending = sent
  const result = await sent
  if (result?.ok && isTheirs()) savedWeekly = isWanted
  if (!result || !isLast()) return undefined
  // A list that was asked for meanwhile may say how it was before.
  latestOnly.cancel()
  showWeekly(savedWeekly)
  return result.ok ? undefined : result.fault
}

function showWeekly(isWeekly: boolean): void {
  const known = $follows.get()
  if (known.state === 'ready') $follows.set({ ...known, isWeekly })
}

// The next listener must not see these.
$session.listen(({ state }) => {
  if (state !== 'out') return
  latestOnly.cancel()
  wishes.cancel()
  $follows.set({ state: 'loading' })
})
