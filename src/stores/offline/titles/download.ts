import { call } from '#client/browser-call.ts'
import { onConnection } from '#client/offline/connection.ts'
import { deleteParts } from '#client/offline/download-parts.ts'
import {
  deleteOfflineAudio,
  listOfflineAudio,
  saveOfflineAudio,
  saveOfflinePage,
  saveOfflineTrack,
} from '#client/offline/offline-copies.ts'
import { readOfflineTitle, storageRoom } from '#client/offline/offline-titles.ts'
import { withLock } from '#client/with-lock.ts'
import { titleUrl } from '#contract/listening/listening.ts'
import type { OfflineTitle } from '#contract/offline/offline-titles.ts'
import { keepTrack, type OfflineAudio } from '#contract/offline/offline.ts'
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
/** Something was wanted after the queue last looked, which may have been at its end. */
let isAskedAgain = false
let retryMs = FIRST_RETRY_MS
let timer: ReturnType<typeof setTimeout> | undefined
/** Tracks that failed in this run or an earlier one: they must not keep the others from coming. */
const failed = new Set<number>()
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
  isAskedAgain = true
  return (queue ??= fetchWanted().finally(() => (queue = undefined)))
}

/** What is held back is tried again later, not at once. */
async function fetchWanted(): Promise<void> {
  do {
    isAskedAgain = false
    await withLock('offline-downloads', fetchAll).catch(() => $hold.set('failed'))
  } while (isAskedAgain && $hold.get() === undefined)
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

/** `skipped`: what did not come in this run. What failed before is tried after everything else. */
async function nextWanted(skipped: ReadonlySet<number>): Promise<{ title: OfflineTitle; track: Track } | undefined> {
  const wanted = (await loadTitles()).flatMap((saved) => {
    const { title } = saved
    return title.isStopped || title.isEnding ? [] : missingOf(saved).map((track) => ({ title, track }))
  })
  const left = wanted.filter(({ track }) => !skipped.has(track.id))
  const next = left.find(({ track }) => !failed.has(track.id))
  if (!next) failed.clear()
  return next ?? left[0]
}

async function fetchAll(): Promise<void> {
  $hold.set(undefined)
  const skipped = new Set<number>()
  let hasFailed = false
  let before: Track | undefined
  for (let next = await nextWanted(skipped); next; next = await nextWanted(skipped)) {
    const { title, track } = next
    // What was refused, or fetched and is not there, would be fetched for ever.
    if (before?.id === track.id) {
      skipped.add(track.id)
      continue
    }
    const result = waitsForWifi() ? 'wifi' : await fetchTrack(title, track)
    before = result === 'stopped' ? undefined : track
    if (result === 'failed') failed.add(track.id)
    // Whoever may hear it no longer loses it now.
    if (result === 'noAccess') await refused()
    // One that fails may be broken; a second one tells that the server is.
    else if (result && result !== 'stopped' && (hasFailed || result !== 'failed')) return pause(result)
    else if (!result) retryMs = FIRST_RETRY_MS
    hasFailed ||= result === 'failed'
  }
  if (skipped.size > 0) pause('failed')
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
  const failure = (await saveTrackReplies(track.id)) ?? (await saveUnderAddresses(title, track, signal))
  await dropUnwanted(title, track)
  return failure
}

/** An address lives for minutes: on a slow line what is left arrives under the next one. */
async function saveUnderAddresses(title: OfflineTitle, track: Track, signal: AbortSignal): Promise<Result> {
  for (;;) {
    const { edition } = title
    const found = await call(keepTrack, { url: titleUrl(title.id), key: track.key, edition }, signal)
    if (signal.aborted) return 'stopped'
    if (!found.ok) return holdOf(found.fault)
    const { signed_url: address, bytes } = found.value.data
    const result = await saveSound({ title, track, address, signal, bytes: bytes?.[edition] ?? bytes?.full ?? 0 })
    if (result !== 'expired') return result
  }
}

function holdOf(fault: string): Hold | 'noAccess' {
  if (fault === 'noAccess' || fault === 'signedOut') return 'noAccess'
  return fault === 'offline' ? 'offline' : 'failed'
}

const soundOf = ({ id: titleId, name: title, locale, href, edition }: OfflineTitle, track: Track) => {
  const { id: trackId, key, name, seconds } = track
  return {
    kind: 'track',
    ...{ titleId, trackId, key, name, title, locale, href, edition, seconds, isLeased: true },
  } satisfies Omit<OfflineAudio, 'bytes'>
}

type Sound = { title: OfflineTitle; track: Track; address: string; signal: AbortSignal; bytes: number }

/** Parts take their room twice until the last one is here: a nearly full device fetches everything at once. */
async function saveSound({ title, track, address, signal, bytes }: Sound): Promise<Result | 'expired'> {
  const room = await storageRoom()
  const left = room ? room.available - room.used : Infinity
  if (left < bytes) return 'full'
  const at = { titleId: title.id, trackId: track.id }
  const tell = (part: number) => !signal.aborted && $download.set({ ...at, part })
  const download = { address, sound: soundOf(title, track), tell, signal }
  return left < 2 * bytes ? saveOfflineAudio(download) : saveOfflineTrack(download)
}

/** The title may have been removed, here or in another tab, while its sound arrived. */
async function dropUnwanted(title: OfflineTitle, track: Track): Promise<void> {
  const now = await readOfflineTitle(title.id)
  const isWanted = now && !now.heard.includes(track.id) && now.tracks.some(({ id }) => id === track.id)
  if (isWanted) return
  await deleteParts(track.id)
  const sounds = (await listOfflineAudio()).filter(({ sound }) => sound.isLeased && sound.trackId === track.id)
  await Promise.all(sounds.map((entry) => deleteOfflineAudio(entry, trackPaths(track.id))))
}
