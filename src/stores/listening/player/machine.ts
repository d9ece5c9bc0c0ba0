import {
  audioFailure,
  claimAudio,
  pauseAudio,
  playAudio,
  unloadAudio,
  type PlayResult,
} from '#client/audio/audio-element.ts'
import { createLatestOnly } from '../../latest-only.ts'
import { forgetPrefetched, takePrefetched } from './prefetched-address.ts'
import { waitForNetwork } from './retry-delay.ts'
import { wakeUp } from './sleep-timer.ts'
import { restoreSpeed } from './speeds.ts'
import { $isLoaded, $player, $playerTime, $playing, $undo, trackOf, type PlayerFault } from './state.ts'
import { addressOf, hasSound, indexAfter, type Title } from './title.ts'
import { endPlay, saveCurrentPosition } from './track-position.ts'

/** Playback of titles: what plays, and retries after a lost connection. */

const MAX_RETRIES = 12

/** Each start makes answers to earlier ones stale. */
const latestOnly = createLatestOnly()
let retries = 0
/** The listener chose this very track: without sound it is not passed over. */
let isChosen = false
/** The track that could not be decoded, since the last press. */
let undecodable: string | undefined

function releaseAudio(): void {
  const now = $player.get()
  $isLoaded.set(false)
  endPlay('pause')
  latestOnly.cancel()
  if (now.state !== 'idle') $player.set({ ...now, state: 'paused' })
}

export function fail(fault: PlayerFault): void {
  const now = $playing.get()
  endPlay('pause')
  latestOnly.cancel()
  $isLoaded.set(false)
  if (now) $player.set({ state: 'faulty', fault, title: now.title, index: now.index })
}

/** Loads a title without playing it. */
export function loadPaused(title: Title, index: number, seconds: number): void {
  isChosen = false
  latestOnly.cancel()
  $isLoaded.set(false)
  $player.set({ state: 'paused', title, index })
  $playerTime.set({ seconds, length: title.tracks[index]?.track_length ?? 0 })
  restoreSpeed(title.id)
}

/** Plays a track from a position. With a prefetched address nothing is awaited: phones stop playback otherwise. */
export async function startTrack(title: Title, index: number, seconds: number, wasChosen = true): Promise<void> {
  const track = title.tracks[index]
  if (!track) return
  const before = $playing.get()
  if (before) endPlay(before.title.id === title.id ? 'end' : 'pause')
  latestOnly.cancel()
  retries = 0
  isChosen = wasChosen
  undecodable = undefined
  $isLoaded.set(false)
  // Until the next address is known, the old sound would go on under the new name.
  pauseAudio()
  $player.set({ state: 'loading', title, index })
  $playerTime.set({ seconds, length: track.track_length })
  restoreSpeed(title.id)
  await loadAndPlay(latestOnly.current())
}

/** The next track that has sound; after the last one the title has ended. */
export async function playNext(title: Title, index: number): Promise<void> {
  const next = indexAfter(title, index)
  if (next > 0) return startTrack(title, next, 0, false)
  const last = title.tracks.findLastIndex(hasSound)
  const length = title.tracks[last]?.track_length
  if (length === undefined) return fail('noSound')
  $player.set({ state: 'ended', title, index: last })
  if (last === index) return
  // Those after it were passed over: the next visit must not begin in one of them.
  $playerTime.set({ seconds: length, length })
  saveCurrentPosition()
}

/** Plays the current track from the current position. */
async function loadAndPlay(isLatest: () => boolean): Promise<void> {
  const now = $playing.get()
  const track = now && trackOf(now)
  if (!now || !track) return
  const { seconds } = $playerTime.get()
  const known = takePrefetched(track.key)
  const found = known ?? (await addressOf(now.title, track.key))
  if (!isLatest()) return
  if (!found.ok && found.fault === 'noSound' && !isChosen) return playNext(now.title, now.index)
  if (!found.ok)
    return found.fault === 'offline' || found.fault === 'failed'
      ? retryPlayback(isLatest, found.fault)
      : fail(found.fault)
  claimAudio('title', releaseAudio)
  $isLoaded.set(true)
  await handlePlayResult(await playAudio(found.address, seconds), isLatest)
}

async function handlePlayResult(played: PlayResult, isLatest: () => boolean): Promise<void> {
  const now = $playing.get()
  if (!isLatest() || !now || played === 'playing') return
  // An answer that was broken once may be whole the next time.
  const isSecond = undecodable === trackOf(now)?.key
  if (played === 'undecodable') undecodable = trackOf(now)?.key
  if (played === 'failed' || (played === 'undecodable' && !isSecond)) return retryPlayback(isLatest)
  if (played === 'undecodable') return fail(played)
  // The sound is loaded: the next press resumes it.
  endPlay('pause')
  $player.set({ state: 'faulty', fault: played, title: now.title, index: now.index })
}

/** After an error of the audio element. A failing source is reported twice: by its event and by the rejected play(). */
export async function handleAudioError(): Promise<void> {
  const isLatest = latestOnly.current()
  await handlePlayResult(await audioFailure(), isLatest)
}

/** After an interruption: retries the same position with growing pauses, and at once when the network is back [PL-8]. */
export async function retryPlayback(isLatest = latestOnly.current(), fault: PlayerFault = 'failed'): Promise<void> {
  const now = $playing.get()
  if (!now || !isLatest()) return
  const isNext = latestOnly.start()
  $isLoaded.set(false)
  if (retries >= MAX_RETRIES) return fail(fault)
  $player.set({ state: 'waiting', title: now.title, index: now.index })
  saveCurrentPosition()
  await waitForNetwork(retries)
  retries += 1
  if (isNext()) await loadAndPlay(isNext)
}

export const resetRetries = (): void => void (retries = 0)

export function pausePlayback(): void {
  latestOnly.cancel()
  const now = $player.get()
  if (now.state === 'loading' || now.state === 'waiting') $player.set({ ...now, state: 'paused' })
  pauseAudio()
}

/** Resumes at the current position. */
export async function resumePlayback(): Promise<void> {
  const now = $player.get()
  if (now.state === 'idle') return
  latestOnly.cancel()
  retries = 0
  undecodable = undefined
  wakeUp()
  const isLatest = latestOnly.current()
  const isLoaded = $isLoaded.get()
  if (!isLoaded || now.state === 'faulty') $player.set({ state: 'loading', title: now.title, index: now.index })
  if (!isLoaded) return loadAndPlay(isLatest)
  claimAudio('title', releaseAudio)
  await handlePlayResult(await playAudio(), isLatest)
}

export function unloadPlayer(): void {
  latestOnly.cancel()
  if ($playing.get()) endPlay('pause')
  if ($isLoaded.get()) unloadAudio()
  $isLoaded.set(false)
  forgetPrefetched()
  $undo.set(undefined)
  $player.set({ state: 'idle' })
}
