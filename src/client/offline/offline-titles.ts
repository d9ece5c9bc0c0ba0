import { is } from 'superstruct'
import { seeTime, setTime, SignedLease, openLease, type OfflineLease } from '#contract/offline/offline-leases.ts'
import { isTitleKey, leaseKey, OfflineTitle, titleKey } from '#contract/offline/offline-titles.ts'
import { offlineCaches } from '#contract/offline/offline.ts'

/** Titles that are saved on this device, and their leases: entries beside the sounds, so that all goes with one cache. */

const openCache = () => caches.open(offlineCaches.tracks)

/** Whether anything of a listener is saved here. Who saved nothing has no such cache. */
const hasOfflineTracks = async (): Promise<boolean> => typeof caches !== 'undefined' && caches.has(offlineCaches.tracks)

async function stored<Value>(key: string, isValid: (value: unknown) => value is Value): Promise<Value | undefined> {
  if (!(await hasOfflineTracks())) return undefined
  const value: unknown = await (await (await openCache()).match(key))?.json().catch(() => undefined)
  return isValid(value) ? value : undefined
}

/** In the order in which they were wanted. */
export async function listOfflineTitles(): Promise<OfflineTitle[]> {
  if (!(await hasOfflineTracks())) return []
  const keys = (await (await openCache()).keys()).map(({ url }) => new URL(url, 'https://shop.invalid').pathname)
  const found = await Promise.all(keys.filter(isTitleKey).map((key) => stored(key, isTitle)))
  return found.flatMap((title) => title ?? []).toSorted((a, b) => a.at - b.at)
}

const isTitle = (value: unknown): value is OfflineTitle => is(value, OfflineTitle)
export const readOfflineTitle = (id: number): Promise<OfflineTitle | undefined> => stored(titleKey(id), isTitle)

/** False: the disk is full. */
export async function writeOfflineTitle(title: OfflineTitle): Promise<boolean> {
  return write(titleKey(title.id), title)
}

async function write(key: string, value: object): Promise<boolean> {
  try {
    await (await openCache()).put(key, Response.json(value))
    return true
  } catch {
    return false
  }
}

export const writeLease = (id: number, lease: SignedLease): Promise<boolean> => write(leaseKey(id), lease)

export async function readLease(id: number): Promise<OfflineLease | undefined> {
  const lease = await stored(leaseKey(id), (value): value is SignedLease => is(value, SignedLease))
  return lease && openLease(lease)
}

/** `paths`: of everything else that was saved for it. */
export async function deleteOfflineTitle(id: number, paths: readonly string[]): Promise<void> {
  const store = await openCache()
  const all = [titleKey(id), leaseKey(id), ...paths]
  await Promise.all(all.map((path) => store.delete(path, { ignoreVary: true })))
}

/** The time that counts for leases, which never goes back by itself. */
export const currentTime = async (): Promise<number> => seeTime(await openCache(), Date.now())
export const takeServerTime = async (server: number): Promise<void> => setTime(await openCache(), Date.now(), server)

/** Room on this device in bytes; undefined where the browser does not say. */
export async function storageRoom(): Promise<{ used: number; available: number } | undefined> {
  const { usage, quota } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {}
  return usage === undefined || quota === undefined ? undefined : { used: usage, available: quota }
}

const channel =
  typeof window === 'undefined' || typeof BroadcastChannel === 'undefined'
    ? undefined
    : new BroadcastChannel('offline-titles')

/** Other tabs show and fetch the same titles. */
export const announceTitles = (): void => channel?.postMessage('changed')
export const onTitlesChanged = (listener: () => void): void => channel?.addEventListener('message', listener)
