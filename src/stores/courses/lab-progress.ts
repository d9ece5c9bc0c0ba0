import { atom } from 'nanostores'
import { call } from '#client/browser-call.ts'
import { completion } from '#contract/courses.ts'
import { titleAccess } from '#contract/library/library.ts'
import { $session, currentSession } from '../accounts/session.ts'
import { createLatestOnly } from '../latest-only.ts'

/** Progress of a listener in percent: `whole` of the language lab, `courses` by id of the course. */
export type LabProgress =
  | { state: 'unknown' }
  | { state: 'failed' }
  | { state: 'known'; whole: number; courses: ReadonlyMap<number, number> }
export const $labProgress = atom<LabProgress>({ state: 'unknown' })
const latestOnly = createLatestOnly()

// The next listener has heard something else.
$session.listen(({ state }) => {
  if (state !== 'out') return
  latestOnly.cancel()
  $labProgress.set({ state: 'unknown' })
})

/** Limit of the API per call. */
const MOST = 100

/** Guests have none. Known progress stays during a reload. */
export async function loadLabProgress(ids: readonly number[]): Promise<void> {
  if (!(await currentSession())) return
  const isLatest = latestOnly.start()
  const pages = Array.from({ length: Math.ceil(ids.length / MOST) }, (_, page) =>
    ids.slice(page * MOST, (page + 1) * MOST),
  )
  const [whole, ...result] = await Promise.all([
    call(completion, {}),
    ...pages.map((product_ids) => call(titleAccess, { product_ids })),
  ])
  if (!isLatest()) return
  const courses = result.flatMap((one) => (one.ok ? one.value.titles : []))
  if (!whole.ok || result.some(({ ok }) => !ok)) return $labProgress.set({ state: 'failed' })
  const percents = new Map(courses.map((title) => [title.product_id, title.total_tracks_completion]))
  $labProgress.set({ state: 'known', whole: whole.value.audio_type_listening_completion, courses: percents })
}
