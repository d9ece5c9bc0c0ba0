/** The one source of sound of the shop, outside React and outside the pages, so that no navigation stops it (design 8). */
export type AudioEvent = 'playing' | 'paused' | 'waiting' | 'ended' | 'time' | 'seeked' | 'failed'
export type AudioTime = { seconds: number; length: number }

let element: HTMLAudioElement | undefined
let owner: string | undefined
let ownerLost: (() => void) | undefined

/** The element itself is for who draws controls on it; everybody else acts through the functions here. */
export function audioElement(): HTMLAudioElement {
  if (element) return element
  element = new Audio()
  element.preload = 'auto'
  return element
}

/** Whoever wants to sound takes the element; who had it before stops and is told (SA-1). */
export function claimAudio(name: string, lost: () => void): void {
  if (owner !== name) {
    audioElement().pause()
    ownerLost?.()
  }
  owner = name
  ownerLost = lost
}

/** Tells every event of the element, while it is `name`'s, until the returned function is called. */
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

/** Starts an address at a second, or goes on with the loaded one. `refused`: the browser forbids sound (D8); `failed`: it cannot be fetched or decoded. */
export async function playAudio(address?: string, seconds = 0): Promise<PlayResult> {
  const sound = audioElement()
  if (address) {
    sound.src = address
    // Before the metadata this is where playback begins; nothing from 0 is heard.
    if (seconds > 0) sound.currentTime = seconds
  }
  try {
    await sound.play()
    return 'playing'
  } catch (error) {
    // A newer play() or pause() took over: the sound is where the listener wants it.
    if (error instanceof DOMException && error.name === 'AbortError') return 'playing'
    return error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'failed'
  }
}

export function pauseAudio(): void {
  audioElement().pause()
}

/** Empties the element, so that what is stopped fetches nothing more. */
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

/** Speed stays with the element through every source. */
export function setAudioSpeed(speed: number): void {
  const sound = audioElement()
  sound.defaultPlaybackRate = speed
  sound.playbackRate = speed
}

/** 0 to 1. */
export function setAudioVolume(volume: number): void {
  audioElement().volume = Math.max(0, Math.min(1, volume))
}
