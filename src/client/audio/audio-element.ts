/**
 * The only audio element of the shop that is heard, outside React and outside the pages, so that no navigation stops it. Another
 * one takes its place while an edition changes (change-source.ts).
 */
export type AudioEvent = 'playing' | 'paused' | 'waiting' | 'ended' | 'time' | 'seeked' | 'failed'
export type AudioTime = { seconds: number; length: number }

/** Codes of `MediaError`, which Node does not have. */
const DECODE_ERROR = 3
const SOURCE_ERROR = 4

/** Events of the element, and what they are called here. */
const EVENTS: [keyof HTMLMediaElementEventMap, AudioEvent][] = [
  ['playing', 'playing'],
  ['pause', 'paused'],
  ['waiting', 'waiting'],
  ['ended', 'ended'],
  ['timeupdate', 'time'],
  ['durationchange', 'time'],
  ['seeked', 'seeked'],
  ['error', 'failed'],
]

let element: HTMLAudioElement | undefined
let owner: string | undefined
let ownerLost: (() => void) | undefined
const listeners = new Map<string, (event: AudioEvent) => void>()
let isSkipping = false
/** Playback speed by owner; 1 where none is set. */
const speeds = new Map<string, number>()

/** Only for code that attaches controls to the element; all other code uses the functions of this file. */
export const audioElement = (): HTMLAudioElement => (element ??= newAudioElement())

/** Its events count while it is the one that is heard. */
export function newAudioElement(): HTMLAudioElement {
  const sound = new Audio()
  sound.preload = 'auto'
  // Plyr resets the speed after it is mounted, and some browsers do with a new source.
  for (const type of ['ratechange', 'loadedmetadata']) sound.addEventListener(type, applySpeed)
  for (const [type, event] of EVENTS)
    sound.addEventListener(type, () => {
      if (event === 'playing') isSkipping = false
      if (sound === element && !(isSkipping && event === 'waiting')) listeners.get(owner ?? '')?.(event)
    })
  return sound
}

/** Another element is heard from now on; it has the source, the position and the volume already. */
export function hearElement(other: HTMLAudioElement): void {
  element = other
  applySpeed()
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
  listeners.set(name, tell)
  return () => listeners.delete(name)
}

/** `failed`: it could not be loaded. `undecodable`: it was loaded, but this browser cannot play it. */
type AudioFailure = 'failed' | 'undecodable'
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

export const isAudioPaused = (): boolean => audioElement().paused

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

/** `isSkip`: over something that is loaded already, so nobody is told that the sound is waited for. */
export function seekAudio(seconds: number, isSkip = false): void {
  isSkipping = isSkip
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
  // A voice keeps its pitch. Some browsers know the second name only.
  Object.assign(sound, { preservesPitch: true, webkitPreservesPitch: true, defaultPlaybackRate: speed })
  if (sound.playbackRate !== speed) sound.playbackRate = speed
}

/** 0 to 1. */
export function setAudioVolume(volume: number): void {
  audioElement().volume = Math.max(0, Math.min(1, volume))
}
