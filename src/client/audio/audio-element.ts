/** The only audio element of the shop, outside React and outside the pages, so that no navigation stops it. */
export type AudioEvent = 'playing' | 'paused' | 'waiting' | 'ended' | 'time' | 'seeked' | 'failed'
export type AudioTime = { seconds: number; length: number }

let element: HTMLAudioElement | undefined
let owner: string | undefined
let ownerLost: (() => void) | undefined

/** Only for code that attaches controls to the element; all other code uses the functions of this file. */
export function audioElement(): HTMLAudioElement {
  if (element) return element
  element = new Audio()
  element.preload = 'auto'
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

export type PlayResult = 'playing' | 'refused' | 'failed'

/** Plays an address from a position, or resumes the loaded one. `refused`: the browser blocks autoplay; `failed`: it cannot be loaded or decoded. */
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
    return error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'failed'
  }
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

/** The speed applies to all later sources too. */
export function setAudioSpeed(speed: number): void {
  const sound = audioElement()
  sound.defaultPlaybackRate = speed
  sound.playbackRate = speed
}

/** 0 to 1. */
export function setAudioVolume(volume: number): void {
  audioElement().volume = Math.max(0, Math.min(1, volume))
}
