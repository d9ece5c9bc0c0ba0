/** The only audio element of the shop, outside React and outside the pages, so that no navigation stops it. */
export type AudioEvent = 'playing' | 'paused' | 'waiting' | 'ended' | 'time' | 'seeked' | 'failed'
export type AudioTime = { seconds: number; length: number }

/** Codes of `MediaError`, which Node does not have. */
const DECODE_ERROR = 3
const SOURCE_ERROR = 4

let element: HTMLAudioElement | undefined
let owner: string | undefined
let ownerLost: (() => void) | undefined
/** Playback speed by owner; 1 where none is set. */
const speeds = new Map<string, number>()

/** Only for code that attaches controls to the element; all other code uses the functions of this file. */
export function audioElement(): HTMLAudioElement {
  if (element) return element
  element = new Audio()
  element.preload = 'auto'
  // Plyr resets the speed after it is mounted.
  element.addEventListener('ratechange', applySpeed)
  return element
}

/** Takes over the element; the previous owner stops and its `lost` is called [SA-1]. */
export function claimAudio(name: string, lost: () => void): void {
  if (owner !== name) {
    audioElement().pause()
    ownerLost?.()
  }
  owner = name
  ownerLost = lost
  applySpeed()
}

/** Passes on the events of the element while `name` owns it, until the returned function is called. */
export function listenToAudio(name: string, tell: (event: AudioEvent) => void): () => void {
  const sound = audioElement()
  const pairs: [keyof HTMLMediaElementEventMap, AudioEvent][] = [
    ['playing', 'playing'],
    ['pause', 'paused'],
    ['waiting', 'waiting'],
    ['ended', 'ended'],
    ['timeupdate', 'time'],
    ['durationchange', 'time'],
    ['seeked', 'seeked'],
    ['error', 'failed'],
  ]
  const stop = new AbortController()
  for (const [type, event] of pairs)
    sound.addEventListener(type, () => owner === name && tell(event), { signal: stop.signal })
  return () => stop.abort()
}

/** `failed`: it could not be loaded. `undecodable`: it was loaded, but this browser cannot play it. */
export type AudioFailure = 'failed' | 'undecodable'
/** `unasked`: the browser plays nothing before a press. `refused`: it plays nothing although there was one. */
export type PlayResult = 'playing' | 'unasked' | 'refused' | AudioFailure

/** Plays an address from a position, or resumes the loaded one. */
export async function playAudio(address?: string, seconds = 0): Promise<PlayResult> {
  const sound = audioElement()
  if (address) {
    sound.src = address
    // Set before the metadata is loaded, this is where playback starts; nothing from 0 is played.
    if (seconds > 0) sound.currentTime = seconds
  }
  try {
    await sound.play()
    return 'playing'
  } catch (error) {
    // A newer play() or pause() took over.
    if (error instanceof DOMException && error.name === 'AbortError') return 'playing'
    if (!(error instanceof DOMException && error.name === 'NotAllowedError')) return audioFailure()
    return globalThis.navigator?.userActivation?.hasBeenActive === false ? 'unasked' : 'refused'
  }
}

/** Why the loaded sound fails. A browser reports a refused address like a format that it does not know. */
export async function audioFailure(): Promise<AudioFailure> {
  const { error, src } = audioElement()
  if (error?.code === DECODE_ERROR) return 'undecodable'
  if (error?.code !== SOURCE_ERROR) return 'failed'
  const answer = await fetch(src, { headers: { range: 'bytes=0-0' } }).catch(() => undefined)
  return answer?.ok ? 'undecodable' : 'failed'
}

export function pauseAudio(): void {
  audioElement().pause()
}

/** Removes the source, so that a stopped element downloads nothing more. */
export function unloadAudio(): void {
  const sound = audioElement()
  sound.pause()
  sound.removeAttribute('src')
  sound.load()
}

export function seekAudio(seconds: number): void {
  const sound = audioElement()
  sound.currentTime = Math.max(0, Math.min(seconds, sound.duration || 0))
}

export function audioTime(): AudioTime {
  const sound = audioElement()
  return { seconds: sound.currentTime, length: Number.isFinite(sound.duration) ? sound.duration : 0 }
}

/** The speed of one owner, for all of its sources: what another one plays keeps its own. */
export function setAudioSpeed(name: string, speed: number): void {
  speeds.set(name, speed)
  applySpeed()
}

function applySpeed(): void {
  const sound = audioElement()
  const speed = speeds.get(owner ?? '') ?? 1
  sound.defaultPlaybackRate = speed
  if (sound.playbackRate !== speed) sound.playbackRate = speed
}

/** 0 to 1. */
export function setAudioVolume(volume: number): void {
  audioElement().volume = Math.max(0, Math.min(1, volume))
}
