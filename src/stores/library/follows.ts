import { atom } from 'nanostores'
import { call } from '#client/browser-call.ts'
import { myFollows, setFollow, setWeeklyNews, type Follow } from '#contract/library/follows.ts'
import { createLatestOnly } from '../latest-only.ts'
import { $session } from '../accounts/session.ts'

const PATIENCE_MS = 30_000
const patience = () => AbortSignal.timeout(PATIENCE_MS)

export type Followed = Pick<Follow, 'kind' | 'id'>
export type Follows =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; follows: Follow[]; isWeekly: boolean; hasAddress: boolean }
export const $follows = atom<Follows>({ state: 'loading' })
const latestOnly = createLatestOnly()

export const isFollowed = ({ follows }: Follows & { state: 'ready' }, { kind, id }: Followed): boolean =>
  follows.some((one) => one.kind === kind && one.id === id)

/** What is known already stays while it is fetched again. */
export async function loadFollows(): Promise<void> {
  const isLatest = latestOnly.start()
  if ($follows.get().state === 'failed') $follows.set({ state: 'loading' })
  const result = await call(myFollows, {}, patience())
  if (!isLatest()) return
  if (result.ok) {
    const { follows, is_weekly: isWeekly, has_address: hasAddress } = result.value
    return $follows.set({ state: 'ready', follows, isWeekly, hasAddress })
  }
  if ($follows.get().state === 'loading') $follows.set({ state: 'failed' })
}

/** Returns the fault, or nothing when the server has it. */
export async function follow({ kind, id }: Followed, isWanted: boolean): Promise<string | undefined> {
  // An entry of the list has more fields, which the server would refuse.
  const result = await call(setFollow, { kind, id, is_followed: isWanted }, patience())
  if (result.ok) await loadFollows()
  return result.ok ? undefined : result.fault
}

/** One mail a week, on or off: shown at once, and taken back when it was not saved. */
export async function changeWeeklyNews(isWanted: boolean): Promise<string | undefined> {
  showWeekly(isWanted)
  const result = await call(setWeeklyNews, { is_wanted: isWanted }, patience())
  if (!result.ok) showWeekly(!isWanted)
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
  $follows.set({ state: 'loading' })
})
