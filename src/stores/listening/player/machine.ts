import {
  audioFailure,
  audioTime,
  claimAudio,
  pauseAudio,
  playAudio,
  seekAudio,
  unloadAudio,
  type PlayResult,
} from '#client/audio/audio-element.ts'
import { savePosition } from './saved-positions.ts'
import { forgetPrefetched, takePrefetched } from './prefetched-address.ts'
import { newId, report } from './progress-reports.ts'
import { waitForNetwork } from './retry-delay.ts'
import { wakeUp } from './sleep-timer.ts'
import { restoreSpeed } from './speeds.ts'
import { $isLoaded, $player, $playerTime, $playing, $undo, trackOf, type PlayerFault, type Playing } from './state.ts'
import { addressOf, type Title } from './title.ts'

/** Playback of titles: what plays, its progress reports, and retries after a lost connection. */

/** The report of a new title is sent this long after the one that paused the previous title. */
const INITIATE_AFTER_MS = 100
const MAX_RETRIES = 12
/** A seek over at least this distance can be undone. */
const FAR_SEEK_SECONDS = 20
const SEEK_SETTLED_MS = 600

/** The current play in the progress reports; none while paused. */
let play: { id: string; title: number; track: number } | undefined
/** The report of a new play that waits for its turn. */
let pendingInitiate: { tell: () => void; timer: ReturnType<typeof setTimeout> } | undefined
let endedAt = 0
let endedTitle = 0
/** Each start makes answers to earlier ones stale. */
let generation = 0
let retries = 0
/** The track that could not be decoded, since the last press. */
let undecodable: string | undefined
let pendingSeek: { from: number; now: Playing; timer: ReturnType<typeof setTimeout> } | undefined

export const currentTrack = (): Playing | undefined => $playing.get()

export function saveCurrentPosition(): void {
  const now = currentTrack()
  const track = now && trackOf(now)
  if (now && track) savePosition(now.title.id, track.id, $playerTime.get().seconds)
}

/** Reports the end of the current play. A change of track ends it, a change of title pauses it. */
export function endPlay(how: 'pause' | 'end'): void {
  flushInitiate()
  flushSeek()
  saveCurrentPosition()
  if (!play) return
  report({ play: play.id, product: play.title, track: play.track, request: how, pause: $playerTime.get().seconds })
  endedAt = Date.now()
  endedTitle = play.title
  play = undefined
}

/** Reports a new play once the audio has started. */
export function beginPlay(): void {
  const now = currentTrack()
  const track = now && trackOf(now)
  if (play || !now || !track) return
  const mine = { id: newId(), title: now.title.id, track: track.id }
  play = mine
  const start = $playerTime.get().seconds
  const tell = () => report({ play: mine.id, product: mine.title, track: mine.track, request: 'initiate', start })
  const early = endedTitle === mine.title ? 0 : endedAt + INITIATE_AFTER_MS - Date.now()
  if (early <= 0) return tell()
  pendingInitiate = { tell, timer: setTimeout(flushInitiate, early) }
}

/** Before any other report of the same play, and while its listener is still the one who is signed in. */
function flushInitiate(): void {
  const pending = pendingInitiate
  pendingInitiate = undefined
  clearTimeout(pending?.timer)
  pending?.tell()
}

/** Sent regularly, so that another device can resume near here even if this one is never online again. */
export function reportPosition(): void {
  flushInitiate()
  saveCurrentPosition()
  if (play)
    report({
      play: play.id,
      product: play.title,
      track: play.track,
      request: 'pause',
      pause: $playerTime.get().seconds,
    })
}

function releaseAudio(): void {
  const now = $player.get()
  $isLoaded.set(false)
  endPlay('pause')
  generation += 1
  if (now.state !== 'idle') $player.set({ ...now, state: 'paused' })
}

export function fail(fault: PlayerFault): void {
  const now = currentTrack()
  endPlay('pause')
  generation += 1
  $isLoaded.set(false)
  if (now) $player.set({ state: 'faulty', fault, title: now.title, index: now.index })
}

/** Loads a title without playing it. */
export function cue(title: Title, index: number, seconds: number): void {
  generation += 1
  $isLoaded.set(false)
  $player.set({ state: 'paused', title, index })
  $playerTime.set({ seconds, length: title.tracks[index]?.track_length ?? 0 })
  restoreSpeed(title.id)
}

/** Plays a track from a position. With a prefetched address nothing is awaited: phones stop playback otherwise. */
export async function startTrack(title: Title, index: number, seconds: number): Promise<void> {
  const track = title.tracks[index]
  if (!track) return
  const before = currentTrack()
  if (before) endPlay(before.title.id === title.id ? 'end' : 'pause')
  generation += 1
  retries = 0
  undecodable = undefined
  $isLoaded.set(false)
  // Until the next address is known, the old sound would go on under the new name.
  pauseAudio()
  $player.set({ state: 'loading', title, index })
  $playerTime.set({ seconds, length: track.track_length })
  restoreSpeed(title.id)
  await loadAndPlay(generation)
}

/** Plays the current track from the current position. */
async function loadAndPlay(mine: number): Promise<void> {
  const now = currentTrack()
  const track = now && trackOf(now)
  if (!now || !track) return
  const { seconds } = $playerTime.get()
  const known = takePrefetched(track.key)
  const found = known ?? (await addressOf(now.title, track.key))
  if (mine !== generation) return
  if (!found.ok)
    return found.fault === 'offline' || found.fault === 'failed' ? retryPlayback(mine, found.fault) : fail(found.fault)
  claimAudio('title', releaseAudio)
  $isLoaded.set(true)
  await settle(await playAudio(found.address, seconds), mine)
}

async function settle(played: PlayResult, mine: number): Promise<void> {
  const now = currentTrack()
  if (mine !== generation || !now || played === 'playing') return
  // An answer that was broken once may be whole the next time.
  const isSecond = undecodable === trackOf(now)?.key
  if (played === 'undecodable') undecodable = trackOf(now)?.key
  if (played === 'failed' || (played === 'undecodable' && !isSecond)) return retryPlayback(mine)
  if (played === 'undecodable') return fail(played)
  // The sound is loaded: the next press resumes it.
  endPlay('pause')
  $player.set({ state: 'faulty', fault: played, title: now.title, index: now.index })
}

/** After an error of the audio element. A failing source is reported twice: by its event and by the rejected play(). */
export async function handleAudioError(): Promise<void> {
  const mine = generation
  await settle(await audioFailure(), mine)
}

/** After an interruption: retries the same position with growing pauses, and at once when the network is back [PL-8]. */
export async function retryPlayback(mine = generation, fault: PlayerFault = 'failed'): Promise<void> {
  const now = currentTrack()
  if (!now || mine !== generation) return
  const next = (generation += 1)
  $isLoaded.set(false)
  if (retries >= MAX_RETRIES) return fail(fault)
  $player.set({ state: 'waiting', title: now.title, index: now.index })
  saveCurrentPosition()
  await waitForNetwork(retries)
  retries += 1
  if (next === generation) await loadAndPlay(next)
}

export const resetRetries = (): void => void (retries = 0)

export function pausePlayback(): void {
  generation += 1
  const now = $player.get()
  if (now.state === 'loading' || now.state === 'waiting') $player.set({ ...now, state: 'paused' })
  pauseAudio()
}

/** Resumes at the current position. */
export async function resumePlayback(): Promise<void> {
  const now = $player.get()
  if (now.state === 'idle') return
  generation += 1
  retries = 0
  undecodable = undefined
  wakeUp()
  const mine = generation
  const isLoaded = $isLoaded.get()
  if (!isLoaded || now.state === 'faulty') $player.set({ state: 'loading', title: now.title, index: now.index })
  if (!isLoaded) return loadAndPlay(mine)
  claimAudio('title', releaseAudio)
  await settle(await playAudio(), mine)
}

/** Seeks in the current track. Several seeks in a row are reported as one; far ones can be undone. */
export function seek(to: number): void {
  const now = currentTrack()
  if (!now) return
  const { seconds, length } = $playerTime.get()
  const target = Math.max(0, Math.min(to, length))
  clearTimeout(pendingSeek?.timer)
  pendingSeek = { from: pendingSeek?.from ?? seconds, now, timer: setTimeout(flushSeek, SEEK_SETTLED_MS) }
  $playerTime.set({ seconds: target, length })
  if ($isLoaded.get()) seekAudio(target)
  saveCurrentPosition()
}

/** A dragged slider and a held key make many seeks: they are reported together. */
function flushSeek(): void {
  const seeked = pendingSeek
  pendingSeek = undefined
  clearTimeout(seeked?.timer)
  const now = currentTrack()
  if (!seeked || !now || now.index !== seeked.now.index || now.title.id !== seeked.now.title.id) return
  const { seconds: to } = $playerTime.get()
  if (Math.abs(to - seeked.from) >= FAR_SEEK_SECONDS) $undo.set({ ...now, seconds: seeked.from })
  flushInitiate()
  if (play)
    report({ play: play.id, product: play.title, track: play.track, request: 'drag', pause: seeked.from, start: to })
}

export function readTime(): void {
  const { seconds, length } = audioTime()
  // Between two sources the element reports 0; the length of the track is known from the catalog.
  if ($isLoaded.get() && (length > 0 || seconds > 0))
    $playerTime.set({ seconds, length: length || $playerTime.get().length })
}

export function unloadPlayer(): void {
  generation += 1
  if (currentTrack()) endPlay('pause')
  if ($isLoaded.get()) unloadAudio()
  $isLoaded.set(false)
  forgetPrefetched()
  $undo.set(undefined)
  $player.set({ state: 'idle' })
}
