/** The one source of sound of the shop, outside React and outside the pages, so that no navigation stops it (design 8). */
export type AudioEvent = 'playing' | 'paused' | 'waiting' | 'ended' | 'time' | 'failed'
export type AudioTime = { seconds: number; length: number }

let element: HTMLAudioElement | undefined

function audio(): HTMLAudioElement {
  if (element) return element
  element = new Audio()
  element.preload = 'auto'
  return element
}

/** Tells every event of the element until the returned function is called. */
export function listenToAudio(tell: (event: AudioEvent) => void): () => void {
  const sound = audio()
  const pairs: [keyof HTMLMediaElementEventMap, AudioEvent][] = [
    ['playing', 'playing'],
    ['pause', 'paused'],
    ['waiting', 'waiting'],
    ['ended', 'ended'],
    ['timeupdate', 'time'],
    ['durationchange', 'time'],
    ['error', 'failed'],
  ]
  const stop = new AbortController()
  for (const [name, event] of pairs) sound.addEventListener(name, () => tell(event), { signal: stop.signal })
  return () => stop.abort()
}

export type PlayResult = 'playing' | 'refused' | 'failed'

/** Starts an address, or goes on with the loaded one. `refused`: the browser forbids sound (D8); `failed`: it cannot be fetched or decoded. */
export async function playAudio(address?: string): Promise<PlayResult> {
  const sound = audio()
  if (address) sound.src = address
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
  audio().pause()
}

/** Empties the element, so that a stopped sample fetches nothing more. */
export function unloadAudio(): void {
  const sound = audio()
  sound.pause()
  sound.removeAttribute('src')
  sound.load()
}

export function seekAudio(seconds: number): void {
  const sound = audio()
  sound.currentTime = Math.max(0, Math.min(seconds, sound.duration || 0))
}

export function audioTime(): AudioTime {
  const sound = audio()
  return { seconds: sound.currentTime, length: Number.isFinite(sound.duration) ? sound.duration : 0 }
}
