import { atom, map } from 'nanostores'
import { call } from '#client/browser-call.ts'
import {
  canSaveOffline,
  deleteAllOfflineAudio,
  deleteOfflineAudio,
  listOfflineAudio,
  listOfflinePages,
  requestPersistentStorage,
  saveOfflineAudio,
  saveOfflinePage,
  type OfflineEntry,
  type OfflinePage,
  type SaveFailure,
} from '#client/offline/offline-copies.ts'
import { listOfflineTitles } from '#client/offline/offline-titles.ts'
import type { Edition } from '#contract/listening/editions.ts'
import { keepTrack as keepTrackRow, type OfflineAudio } from '#contract/offline/offline.ts'
import { productDetails } from '#contract/catalog/catalog.ts'
import { sampleSignedUrl, titleUrl } from '#contract/listening/listening.ts'
import { saveTitleReply, saveTrackReplies, trackPaths } from './offline-replies.ts'

export type SaveFault = Exclude<SaveFailure, 'stopped'> | 'noAccess' | 'signedOut' | 'impossible'
/** `part`: 0 to 1. */
export type SavingState = { state: 'saving'; part: number } | { state: 'saved' } | { state: 'failed'; fault: SaveFault }
/** What a button offers to save; the key of a track comes from the server. */
export type OfflineCandidate = Omit<OfflineAudio, 'bytes' | 'key'> & { key?: string | undefined }

/** State by `copyName`. */
export const $offlineStates = map<Record<string, SavingState | undefined>>({})
export const $offlineAudio = atom<readonly OfflineEntry[] | undefined>(undefined)
export const $offlinePages = atom<readonly OfflinePage[] | undefined>(undefined)

const downloads = new Map<string, AbortController>()

/** Identifies an offline copy. */
export const copyName = ({ kind, key, trackId }: Pick<OfflineCandidate, 'kind' | 'key' | 'trackId'>): string =>
  kind === 'sample' ? `sample ${key}` : `track ${trackId}`

export async function loadOfflineAudio(): Promise<void> {
  const sounds = await listOfflineAudio()
  $offlineAudio.set(sounds)
  const saved = new Set(sounds.map(({ sound }) => copyName(sound)))
  for (const name of saved) $offlineStates.setKey(name, { state: 'saved' })
  for (const [name, now] of Object.entries($offlineStates.get()))
    if (now?.state === 'saved' && !saved.has(name)) $offlineStates.setKey(name, undefined)
}

export async function loadOfflinePages(): Promise<void> {
  $offlinePages.set(await listOfflinePages())
}

/** What each edition of a track weighs, for its listener to choose before anything is fetched. */
export type Offer = { bytes: { full: number; light?: number | undefined } }

/** Undefined when nothing is to be chosen: the next press stops or deletes, or the state says why it cannot be saved. */
export async function offerOf(wanted: OfflineCandidate): Promise<Offer | undefined> {
  const name = copyName(wanted)
  const state = $offlineStates.get()[name]?.state
  if (wanted.kind === 'sample' || state === 'saving' || state === 'saved') return undefined
  const fail = (fault: SaveFault) => $offlineStates.setKey(name, { state: 'failed', fault })
  $offlineStates.setKey(name, { state: 'saving', part: 0 })
  const found = (await canSaveOffline()) ? await trackOf(wanted) : lost('impossible')
  if (!found.ok) return void fail(found.fault)
  $offlineStates.setKey(name, undefined)
  return { bytes: found.bytes ?? { full: 0 } }
}

/** Saves; a press during the download stops it, and a press on a saved copy deletes it. */
export async function toggleOfflineCopy(wanted: OfflineCandidate): Promise<void> {
  const name = copyName(wanted)
  const now = $offlineStates.get()[name]
  if (now?.state === 'saving') return downloads.get(name)?.abort()
  if (now?.state === 'saved') return deleteNamedCopy(name)
  const stop = new AbortController()
  downloads.set(name, stop)
  $offlineStates.setKey(name, { state: 'saving', part: 0 })
  const failure = await saveCopy(wanted, stop.signal)
  downloads.delete(name)
  $offlineStates.setKey(
    name,
    !failure ? { state: 'saved' } : failure === 'stopped' ? undefined : { state: 'failed', fault: failure },
  )
  await loadOfflineAudio()
}

type Failed = SaveFault | 'stopped' | undefined

async function saveCopy(wanted: OfflineCandidate, signal: AbortSignal): Promise<Failed> {
  if (!(await canSaveOffline())) return 'impossible'
  const found = await (wanted.kind === 'sample' ? sampleOf(wanted) : trackOf(wanted))
  if (!found.ok) return found.fault
  await requestPersistentStorage()
  const name = copyName(wanted)
  const tell = (part: number) => !signal.aborted && $offlineStates.setKey(name, { state: 'saving', part })
  // First, so that no sound is listed for which the shop has no page and no player.
  const failure = await saveOfflinePage(wanted.href, signal)
  if (failure) return failure
  const { address, key, edition } = found
  return saveOfflineAudio({ address, sound: { ...wanted, key, edition }, tell, signal })
}

type Found =
  | { ok: true; address: string; key: string; edition?: Edition | undefined; bytes?: Offer['bytes'] | undefined }
  | { ok: false; fault: SaveFault }
const NAMED_FAULTS = ['offline', 'signedOut', 'noAccess', 'impossible'] as const
const lost = (fault: string): Found & { ok: false } => ({
  ok: false,
  fault: NAMED_FAULTS.find((one) => one === fault) ?? 'failed',
})

async function sampleOf({ key = '' }: OfflineCandidate): Promise<Found> {
  const result = await call(sampleSignedUrl, { map_url: key })
  return result.ok ? { ok: true, address: result.value.data.signed_url, key } : lost(result.fault)
}

/** The server decides whether the title is free; other tracks are never saved. */
async function trackOf({ titleId = 0, trackId = 0, edition }: OfflineCandidate): Promise<Found> {
  const details = await call(productDetails, { id: titleId })
  if (!details.ok) return lost(details.fault)
  const key = details.value.product_details[0]?.producttracks.find(({ id }) => id === trackId)?.key ?? ''
  const result = await call(keepTrackRow, { url: titleUrl(titleId), key, edition: edition ?? 'light' })
  if (!result.ok) return lost(result.fault)
  const { signed_url: address, ...editions } = result.value.data
  if (!edition) return { ok: true, address, key, ...editions }
  const failure = (await saveTrackReplies(trackId)) ?? (await saveTitleReply(titleId, details.value))
  if (failure) return { ok: false, fault: failure === 'stopped' ? 'failed' : failure }
  return { ok: true, address, key, ...editions }
}

async function deleteNamedCopy(name: string): Promise<void> {
  const entry = (await listOfflineAudio()).find(({ sound }) => copyName(sound) === name)
  if (entry) await deleteCopy(entry)
}

export async function deleteCopy(entry: OfflineEntry): Promise<void> {
  await deleteOfflineAudio(entry, repliesOf(entry))
  await loadOfflineAudio()
}

const repliesOf = ({ sound: { trackId } }: OfflineEntry): string[] => (trackId === undefined ? [] : trackPaths(trackId))

/** Samples and single tracks: whole titles are removed by themselves. */
export async function deleteAllCopies(): Promise<void> {
  const single = (await listOfflineAudio()).filter(({ sound }) => !sound.isLeased)
  for (const entry of single) await deleteOfflineAudio(entry, repliesOf(entry))
  if ((await listOfflineTitles()).length === 0) await deleteAllOfflineAudio()
  await loadOfflineAudio()
}

/** Bytes of all offline copies. */
export const totalBytes = (sounds: readonly OfflineEntry[]): number =>
  sounds.reduce((sum, { sound }) => sum + sound.bytes, 0)
