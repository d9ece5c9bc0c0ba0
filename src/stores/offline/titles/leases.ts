import { array, enums, integer, string, type, type Infer } from 'superstruct'
import { call } from '#client/browser-call.ts'
import {
  currentTime,
  listOfflineTitles,
  readLease,
  takeServerTime,
  writeLease,
} from '#client/offline/offline-titles.ts'
import { mayStart, offlineLeases } from '#contract/offline/offline-leases.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import type { OfflineTitle } from '#contract/offline/offline-titles.ts'
import { storageKeys } from '#contract/storage.ts'
import { $signOuts, $session, currentSession } from '../../accounts/session.ts'
import { persistentJson } from '../../persistent-json.ts'
import { playingTrackOf } from './playing-track.ts'
import { stopDownload } from './download.ts'
import { changeTitle, removeTitle, removeTracks } from './remove.ts'

/** The right to saved titles: renewed by the server whenever it answers, and their copies are removed when it says so. */

/** `plan`: it ended; `right`: a refund, or the title is not offered any more; `signedOut`: the session is over. */
const RemovedTitle = type({ name: string(), why: enums(['plan', 'right', 'signedOut']), at: integer() })
export type RemovedTitle = Infer<typeof RemovedTitle>
const NONE: RemovedTitle[] = []
/** What was removed and has not been read yet. */
export const $removedTitles = persistentJson(storageKeys.offlineRemoved, NONE, array(RemovedTitle))
export const clearRemovedTitles = (): void => $removedTitles.set(NONE)

/** Ids in one call. */
const CHUNK = 100
/** `setTimeout` knows no longer time. */
const LONGEST_MS = 86_400_000
let timer: ReturnType<typeof setTimeout> | undefined
let renewing: Promise<void> | undefined

/** Asks the server about all saved titles. Without a line nothing changes, save that the time goes on. */
export function renewLeases(): Promise<void> {
  return (renewing ??= renew().finally(() => (renewing = undefined)))
}

async function renew(): Promise<void> {
  const titles = await listOfflineTitles()
  if (titles.length === 0) return
  if (!(await currentSession())) return removeAll(titles)
  for (let from = 0; from < titles.length; from += CHUNK) {
    const part = titles.slice(from, from + CHUNK)
    const result = await call(offlineLeases, { product_ids: part.map(({ id }) => id) })
    // A session that is over removes everything by itself.
    if (!result.ok) return void (await currentTime())
    await takeReply(part, result.value)
  }
}

async function takeReply(titles: readonly OfflineTitle[], reply: ReplyOf<typeof offlineLeases>): Promise<void> {
  await takeServerTime(reply.now)
  const untils = await Promise.all(
    titles.map(async (title) => {
      const found = reply.leases.find(({ product_id: id }) => id === title.id)
      if (!found) return void (await endTitle(title, reply.now))
      await writeLease(title.id, found.lease)
      if (title.isEnding) await changeTitle(title.id, (one) => ({ ...one, isEnding: false }))
      return (await readLease(title.id))?.until
    }),
  )
  renewAt(Math.min(...untils.map((until) => until ?? Infinity)) - reply.now)
}

/** At the moment when the first right ends: by then it may have been renewed. */
function renewAt(ms: number): void {
  clearTimeout(timer)
  if (Number.isFinite(ms)) timer = setTimeout(() => void renewLeases(), Math.min(Math.max(ms, 0) + 1000, LONGEST_MS))
}

/** The chapter that plays when a plan ends is heard to its end; everything else goes at once, and all of it when a right is withdrawn. */
async function endTitle(title: OfflineTitle, now: number): Promise<void> {
  const lease = await readLease(title.id)
  const isOver = lease !== undefined && !mayStart(lease, now)
  const playing = isOver ? playingTrackOf(title.id) : undefined
  if (!title.isEnding) note(title.name, isOver ? 'plan' : 'right')
  if (playing === undefined) return removeTitle(title.id)
  stopDownload(title.id)
  await changeTitle(title.id, (one) => ({ ...one, isEnding: true }))
  await removeTracks(title.id, (trackId) => trackId === playing)
}

function note(name: string, why: RemovedTitle['why']): void {
  $removedTitles.set([...$removedTitles.get(), { name, why, at: Date.now() }])
}

/** The names are not stored: they tell what somebody likes who is not signed in any more. */
async function removeAll(titles: readonly OfflineTitle[]): Promise<void> {
  stopDownload()
  for (const { id } of titles) await removeTitle(id)
  if (titles.length > 0) note('', 'signedOut')
}

/** A session that the server ended takes the copies with it. Who logs out was asked before, and `signOut` removes everything. */
export function followSession(): void {
  $session.listen(({ state }) => {
    if (state !== 'out') return
    const before = $signOuts.get()
    stopDownload()
    void listOfflineTitles().then((titles) => ($signOuts.get() === before ? removeAll(titles) : undefined))
  })
}
