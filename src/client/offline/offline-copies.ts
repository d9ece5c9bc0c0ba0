import { is } from 'superstruct'
import {
  audioPath,
  decodeOfflineAudio,
  encodeOfflineAudio,
  entryKey,
  OFFLINE_AUDIO_HEADER,
  offlineCaches,
  SAVED_AT_HEADER,
  SavePageAnswer,
  trackKey,
  type OfflineAudio,
  type SavePageMessage,
} from '#contract/offline/offline.ts'
import { deleteParts, fetchInParts, recordingOf, type Recording, type Tell } from './download-parts.ts'

export type SaveFailure = 'full' | 'offline' | 'failed' | 'stopped'
export type OfflineEntry = { path: string; at: number; sound: OfflineAudio }
export type OfflinePage = { path: string; at: number; title: string; locale: string }
type AudioDownload = { address: string; sound: Omit<OfflineAudio, 'bytes'>; tell: Tell; signal: AbortSignal }
type TrackDownload = AudioDownload & { sound: { trackId: number } }

const storeOf = (kind: OfflineAudio['kind']) => (kind === 'sample' ? offlineCaches.samples : offlineCaches.tracks)
const atOf = ({ headers }: Response) => Number(headers.get(SAVED_AT_HEADER))

/** Whether a service worker is installed: without one, offline copies could not be played. */
export async function canSaveOffline(): Promise<boolean> {
  return typeof caches !== 'undefined' && (await navigator.serviceWorker?.getRegistration()) !== undefined
}

/** Downloads and saves a whole audio file. An interrupted download leaves nothing behind. */
export async function saveOfflineAudio(download: AudioDownload): Promise<SaveFailure | undefined> {
  const { address, tell, signal } = download
  try {
    const recording = recordingOf(await fetch(address, { signal }), tell)
    return recording === 'failed' ? recording : await writeRecording(download, recording)
  } catch (error) {
    return failureOf(error, signal)
  }
}

/** The same for a track of a saved title; of an interrupted download the parts stay that arrived. */
export async function saveOfflineTrack(download: TrackDownload): Promise<SaveFailure | 'expired' | undefined> {
  const { trackId } = download.sound
  try {
    const recording = await fetchInParts({ ...download, trackId })
    if (typeof recording === 'string') return recording
    await writeRecording(download, recording)
    await deleteParts(trackId)
    return undefined
  } catch (error) {
    return failureOf(error, download.signal)
  }
}

async function writeRecording(
  { address, sound }: AudioDownload,
  { headers, bytes, body }: Recording,
): Promise<undefined> {
  const saved = new Headers(headers)
  saved.set(OFFLINE_AUDIO_HEADER, encodeOfflineAudio({ ...sound, bytes }))
  saved.set(SAVED_AT_HEADER, String(Date.now()))
  // Pages check for the cache of samples to know whether anything is saved: it is created with either kind.
  await caches.open(offlineCaches.samples)
  const cache = await caches.open(storeOf(sound.kind))
  const key = sound.isLeased ? trackKey(address, sound.trackId ?? 0) : audioPath(address)
  await cache.put(key, new Response(body, { headers: saved }))
}

/** Each browser names an interrupted download differently; a full disk and a forbidden cache have the same name in all. */
function failureOf(error: unknown, signal?: AbortSignal): SaveFailure {
  if (signal?.aborted) return 'stopped'
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'QuotaExceededError') return 'full'
  return name === 'SecurityError' ? 'failed' : 'offline'
}

/** Saves what the player requests of a track besides its sound, for the service worker to answer with. */
export async function saveReply(path: string, reply: object): Promise<SaveFailure | undefined> {
  try {
    await (await caches.open(offlineCaches.tracks)).put(path, Response.json(reply))
    return undefined
  } catch (error) {
    return failureOf(error)
  }
}

/** Saves the title's page, and all scripts and styles. Ends when the service worker has them, because sound alone cannot be played. */
export function saveOfflinePage(path: string, signal: AbortSignal): Promise<SaveFailure | undefined> {
  const container = navigator.serviceWorker
  const done = new AbortController()
  return new Promise<SaveFailure | undefined>((resolve) => {
    async function ask(): Promise<void> {
      const { active } = await container.ready
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', ({ data }) =>
        resolve(is(data, SavePageAnswer) && data !== 'saved' ? data : undefined),
      )
      port1.start()
      active?.postMessage({ keep: path } satisfies SavePageMessage, [port2])
    }
    // A worker that is replaced meanwhile may not answer any more.
    container.addEventListener('controllerchange', () => void ask(), { signal: done.signal })
    signal.addEventListener('abort', () => resolve('stopped'), { signal: done.signal })
    void ask()
  }).finally(() => done.abort())
}

/** A browser that refuses may delete the caches when its disk is full. */
export async function requestPersistentStorage(): Promise<void> {
  await navigator.storage?.persist?.().catch(() => false)
}

export async function listOfflineAudio(): Promise<OfflineEntry[]> {
  const found = await Promise.all([offlineCaches.samples, offlineCaches.tracks].map(soundsIn))
  return found.flat().toSorted((a, b) => b.at - a.at)
}

/** caches.open would create the cache, and pages check for it to know whether anything is saved. */
async function soundsIn(name: string): Promise<OfflineEntry[]> {
  if (typeof caches === 'undefined' || !(await caches.has(name))) return []
  const store = await caches.open(name)
  const entries = (await store.keys()).map(async ({ url }): Promise<OfflineEntry[]> => {
    const response = await store.match(url, { ignoreVary: true })
    const sound = decodeOfflineAudio(response?.headers.get(OFFLINE_AUDIO_HEADER) ?? null)
    return response && sound ? [{ path: entryKey(url), at: atOf(response), sound }] : []
  })
  return (await Promise.all(entries)).flat()
}

/** `replies`: paths of what was saved with it. */
export async function deleteOfflineAudio({ path, sound }: OfflineEntry, replies: readonly string[]): Promise<void> {
  const store = await caches.open(storeOf(sound.kind))
  await Promise.all([path, ...replies].map((one) => store.delete(one, { ignoreVary: true })))
}

export async function deleteAllOfflineAudio(): Promise<void> {
  await Promise.all([offlineCaches.samples, offlineCaches.tracks].map((name) => caches.delete(name)))
}

/** Saved pages, the newest first. */
export async function listOfflinePages(): Promise<OfflinePage[]> {
  if (typeof caches === 'undefined') return []
  const store = await caches.open(offlineCaches.pages)
  const pages = await Promise.all((await store.keys()).map(({ url }) => pageAt(store, url)))
  return pages.flat().toSorted((a, b) => b.at - a.at)
}

async function pageAt(store: Cache, url: string): Promise<OfflinePage[]> {
  const response = await store.match(url, { ignoreVary: true })
  if (!response) return []
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  return [{ path: new URL(url).pathname, at: atOf(response), title: page.title, locale: page.documentElement.lang }]
}
