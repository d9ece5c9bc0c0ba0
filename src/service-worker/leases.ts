import { is } from 'superstruct'
import {
  mayContinue,
  mayStart,
  openLease,
  seeTime,
  SignedLease,
  TIME_PATH,
  type OfflineLease,
} from '#contract/offline/offline-leases.ts'
import { leaseKey } from '#contract/offline/offline-titles.ts'
import { offlineCaches, type OfflineAudio } from '#contract/offline/offline.ts'

/** Leases whose signature was checked: a chapter asks for its bytes many times. */
const checked = new Map<string, OfflineLease | undefined>()

async function leaseOf(cache: Cache, titleId: number): Promise<OfflineLease | undefined> {
  const stored: unknown = await (await cache.match(leaseKey(titleId)))?.json().catch(() => undefined)
  if (!is(stored, SignedLease)) return undefined
  const name = stored.text + stored.signature + stored.key
  if (!checked.has(name)) checked.set(name, await openLease(stored))
  const lease = checked.get(name)
  return lease?.title === titleId ? lease : undefined
}

/** Whether saved audio may begin to play now, or go on. What has no lease always may. */
export async function mayPlay(audio: OfflineAudio, how: 'start' | 'continue'): Promise<boolean> {
  if (!audio.isLeased) return true
  const cache = await caches.open(offlineCaches.tracks)
  const [lease, now] = [await leaseOf(cache, audio.titleId ?? 0), await seeTime(cache, Date.now())]
  return lease !== undefined && (how === 'start' ? mayStart(lease, now) : mayContinue(lease, audio.seconds, now))
}

/** A moment that the server named: the clock of this device may be set back. */
export async function noteTime(response: Response): Promise<void> {
  const heard = Date.parse(response.headers.get('date') ?? '')
  if (!(heard > 0) || !(await caches.has(offlineCaches.tracks))) return
  const cache = await caches.open(offlineCaches.tracks)
  // Who saved no title stores nothing of it.
  if (await cache.match(TIME_PATH)) await seeTime(cache, Date.now(), heard)
}
