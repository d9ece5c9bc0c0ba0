import { call } from '#client/browser-call.ts'
import { onConnection } from '#client/offline/connection.ts'
import { deleteOfflineAudio, saveOfflineAudio, saveOfflinePage } from '#client/offline/offline-copies.ts'
import { readOfflineTitle, storageRoom } from '#client/offline/offline-titles.ts'
import { withLock } from '#client/with-lock.ts'
import { titleUrl } from '#contract/listening.ts'
import type { OfflineTitle } from '#contract/offline-titles.ts'
import { keepTrack, trackKey, type OfflineAudio } from '#contract/offline.ts'
import { saveTrackReplies, trackPaths } from '../offline-replies.ts'
import { $offlineSettings, waitsForWifi } from './settings.ts'
import { $download, $hold, loadTitles, missingOf, titlesChanged, type Hold } from './state.ts'

/** Fetches what is missing of the saved titles, one track after the other, in one tab at a time. */

const FIRST_RETRY_MS = 15_000
const LAST_RETRY_MS = 300_000

type Track = OfflineTitle['tracks'][number]
type Result = Hold | 'stopped' | 'noAccess' | undefined

let running: { titleId: number; stop: AbortController } | undefined
let queue: Promise<void> | undefined
let retryMs = FIRST_RETRY_MS
let timer: ReturnType<typeof setTimeout> | undefined
/** Titles whose page and scripts are here, since this page was opened. */
const pages = new Set<number>()
/** What to do when the server refuses a track: its right has ended. */
let refused: () => Promise<void> = async () => undefined
export const onRefused = (listener: () => Promise<void>): void => void (refused = listener)

export const stopDownload = (titleId?: number): void => {
  if (titleId === undefined || running?.titleId === titleId) running?.stop.abort()
}

/** Goes on where it was; while it runs, the running one takes what is new. */
export function resumeDownloads(): Promise<void> {
  clearTimeout(timer)
  return (queue ??= withLock('offline-downloads', fetchAll)
    .catch(() => $hold.set('failed'))
    .finally(() => (queue = undefined)))
}

export function followConnection(): void {
  onConnection(() => {
    if (waitsForWifi()) stopDownload()
    void resumeDownloads()
  })
  $offlineSettings.listen(() => {
    if (waitsForWifi()) stopDownload()
    void resumeDownloads()
  })
}

async function nextWanted(): Promise<{ title: OfflineTitle; track: Track } | undefined> {
  for (const saved of await loadTitles()) {
    const [track] = missingOf(saved)
    if (track && !saved.title.isStopped && !saved.title.isEnding) return { title: saved.title, track }
  }
  return undefined
}

async function fetchAll(): Promise<void> {
  $hold.set(undefined)
  let before: Track | undefined
  for (let next = await nextWanted(); next; next = await nextWanted()) {
    // What was fetched and is not there would be fetched for ever.
    if (before?.id === next.track.id) return pause('failed')
    const result = waitsForWifi() ? 'wifi' : await fetchTrack(next.title, next.track)
    // Whoever may hear it no longer loses it now.
    if (result === 'noAccess') await refused()
    else if (result !== undefined && result !== 'stopped') return pause(result)
    retryMs = FIRST_RETRY_MS
    before = result === 'stopped' ? undefined : next.track
  }
}

/** A line that comes back is told by the browser; a server that comes back is not. */
function pause(hold: Hold): void {
  $hold.set(hold)
  if (hold !== 'offline' && hold !== 'failed') return
  timer = setTimeout(() => void resumeDownloads(), retryMs)
  retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)
}

async function fetchTrack(title: OfflineTitle, track: Track): Promise<Result> {
  const stop = new AbortController()
  running = { titleId: title.id, stop }
  $download.set({ titleId: title.id, trackId: track.id, part: 0 })
  try {
    return await saveTrack(title, track, stop.signal)
  } finally {
    running = undefined
    $download.set(undefined)
    await titlesChanged()
  }
}

async function saveTrack(title: OfflineTitle, track: Track, signal: AbortSignal): Promise<Result> {
  if (!pages.has(title.id)) {
    const failure = await saveOfflinePage(title.href, signal)
    if (failure) return failure
    pages.add(title.id)
  }
  const { edition } = title
  const found = await call(keepTrack, { url: titleUrl(title.id), key: track.key, edition }, signal)
  if (signal.aborted) return 'stopped'
  if (!found.ok) return holdOf(found.fault)
  const { signed_url: address, bytes } = found.value.data
  if (await isFullFor(bytes?.[edition] ?? bytes?.full ?? 0)) return 'full'
  const failure = (await saveTrackReplies(track.id)) ?? (await saveSound(title, track, address, signal))
  return failure ?? dropUnwanted(title, track, address)
}

function holdOf(fault: string): Hold | 'noAccess' {
  if (fault === 'noAccess' || fault === 'signedOut') return 'noAccess'
  return fault === 'offline' ? 'offline' : 'failed'
}

async function isFullFor(bytes: number): Promise<boolean> {
  const room = await storageRoom()
  return room !== undefined && room.available - room.used < bytes
}

const soundOf = ({ id: titleId, name: title, locale, href, edition }: OfflineTitle, track: Track) => {
  const { id: trackId, key, name, seconds } = track
  return {
    kind: 'track',
    ...{ titleId, trackId, key, name, title, locale, href, edition, seconds, isLeased: true },
  } satisfies Omit<OfflineAudio, 'bytes'>
}

function saveSound(title: OfflineTitle, track: Track, address: string, signal: AbortSignal): Promise<Result> {
  const at = { titleId: title.id, trackId: track.id }
  const tell = (part: number) => !signal.aborted && $download.set({ ...at, part })
  return saveOfflineAudio({ address, sound: soundOf(title, track), tell, signal })
}

/** The title may have been removed, here or in another tab, while its sound arrived. */
async function dropUnwanted(title: OfflineTitle, track: Track, address: string): Promise<undefined> {
  const now = await readOfflineTitle(title.id)
  const isWanted = now && !now.heard.includes(track.id) && now.tracks.some(({ id }) => id === track.id)
  if (isWanted) return
  const sound = { ...soundOf(title, track), bytes: 0 }
  await deleteOfflineAudio({ path: trackKey(address, track.id), at: 0, sound }, trackPaths(track.id))
}
