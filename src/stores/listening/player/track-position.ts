import { audioTime, seekAudio } from '#client/audio/audio-element.ts'
import { newId, report } from './progress-reports.ts'
import { savePosition } from './saved-positions.ts'
import { $isLoaded, $playerTime, $playing, $undo, trackOf, type Playing } from './state.ts'

/** Where the listener is in the current track: saved in the browser, reported to the server, changed by seeks. */

/** The report of a new title is sent this long after the one that paused the previous title. */
const INITIATE_AFTER_MS = 100
/** A seek over at least this distance can be undone. */
const FAR_SEEK_SECONDS = 20
const SEEK_SETTLED_MS = 600

/** The current play in the progress reports; none while paused. */
let play: { play: string; product: number; track: number } | undefined
/** The report of a new play that waits for its turn. */
let pendingInitiate: (() => void) | undefined
let endedAt = 0
let endedTitle = 0
let pendingSeek: { from: number; now: Playing; timer: ReturnType<typeof setTimeout> } | undefined

export function saveCurrentPosition(came?: number): void {
  const now = $playing.get()
  const track = now && trackOf(now)
  if (now && track) savePosition(now.title.id, track.id, $playerTime.get().seconds, play?.play, came)
}

/** Reports the end of the current play. A change of track ends it, a change of title pauses it. */
export function endPlay(how: 'pause' | 'end'): void {
  flushInitiate()
  flushSeek()
  const ended = play
  play = undefined
  saveCurrentPosition()
  if (!ended) return
  report({ ...ended, request: how, pause: $playerTime.get().seconds })
  endedAt = Date.now()
  endedTitle = ended.product
}

/** Reports a new play once the audio has started. False while the last one goes on. */
export function beginPlay(): boolean {
  const now = $playing.get()
  const track = now && trackOf(now)
  if (play || !now || !track) return false
  // A seek of a paused title is where it begins. Reported later, it would take the first half second from what is heard.
  flushSeek()
  const mine = { play: newId(), product: now.title.id, track: track.id }
  play = mine
  const start = $playerTime.get().seconds
  const tell = () => report({ ...mine, request: 'initiate', start })
  const early = endedTitle === mine.product ? 0 : endedAt + INITIATE_AFTER_MS - Date.now()
  pendingInitiate = tell
  if (early <= 0) flushInitiate()
  else setTimeout(flushInitiate, early)
  return true
}

/** Before any other report of the same play, and while its listener is still the one who is signed in. */
function flushInitiate(): void {
  const tell = pendingInitiate
  pendingInitiate = undefined
  tell?.()
}

/** Sent regularly, so that another device can resume near here even if this one is never online again. */
export function reportPosition(): void {
  flushInitiate()
  saveCurrentPosition()
  if (play) report({ ...play, request: 'pause', pause: $playerTime.get().seconds })
}

/** Seeks in the current track. Several seeks in a row are reported as one; far ones can be undone. */
export function seek(to: number): void {
  const now = $playing.get()
  if (!now) return
  const { seconds, length } = $playerTime.get()
  const target = Math.max(0, Math.min(to, length))
  clearTimeout(pendingSeek?.timer)
  pendingSeek = { from: pendingSeek?.from ?? seconds, now, timer: setTimeout(flushSeek, SEEK_SETTLED_MS, true) }
  $playerTime.set({ seconds: target, length })
  if ($isLoaded.get()) seekAudio(target)
  saveCurrentPosition()
}

/** A dragged slider and a held key make many seeks: they are reported together. A paused title that stays where it was put is reported too. */
function flushSeek(isSettled = false): void {
  const seeked = pendingSeek
  pendingSeek = undefined
  clearTimeout(seeked?.timer)
  const now = $playing.get()
  if (!seeked || !now || now.index !== seeked.now.index || now.title.id !== seeked.now.title.id) return
  const { seconds: to } = $playerTime.get()
  if (Math.abs(to - seeked.from) >= FAR_SEEK_SECONDS) $undo.set({ ...now, seconds: seeked.from })
  const track = trackOf(now)
  if (!track || !(play || isSettled)) return
  // Without a play the server takes the newest one of this device, and without `pause` it credits nothing.
  const heard = play && { ...play, pause: seeked.from }
  report({ play: '', product: now.title.id, track: track.id, request: 'drag', start: to, ...heard })
}

export function readTime(): void {
  const { seconds, length } = audioTime()
  // Between two sources the element reports 0; the length of the track is known from the catalog.
  if ($isLoaded.get() && (length > 0 || seconds > 0))
    $playerTime.set({ seconds, length: length || $playerTime.get().length })
}
