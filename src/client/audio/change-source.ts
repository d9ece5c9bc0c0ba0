import { audioElement, hearElement, newAudioElement } from './audio-element.ts'

/** What a second element or the heard one reports while both are brought together. */
const SECOND_EVENTS = [
  'loadedmetadata',
  'canplay',
  'canplaythrough',
  'playing',
  'seeked',
  'timeupdate',
  'error',
] as const
const HEARD_EVENTS = ['playing', 'pause', 'waiting', 'seeking', 'seeked', 'ratechange', 'timeupdate'] as const

/** Seconds that both may be apart; more after every attempt, so that a slow machine comes to an end too. */
const TOLERANCE = 0.02
/** A second element that has come this far since its seek is really running: before, it is behind by what it is about to lose. */
const RUN_IN = 0.1
const HAVE_METADATA = 1
const HAVE_CURRENT_DATA = 2
const HAVE_FUTURE_DATA = 3

/** `refused`: this browser plays no second element; the heard one goes on with what it has. */
type ChangeResult = 'changed' | 'refused' | 'failed' | 'stopped'

/** The element that was heard before: browsers that want a press for each element have had one for it. */
let spare: HTMLAudioElement | undefined

/**
 * Goes on with another file of the same recording at the same second. A second element plays it silently beside the heard one,
 * is brought to the same position, and is heard in the same moment in which the other one falls silent.
 */
export function changeSource(address: string, signal: AbortSignal): Promise<ChangeResult> {
  const second = spare ?? newAudioElement()
  spare = undefined
  const done = new AbortController()
  return new Promise<ChangeResult>((resolve) => {
    const meeting = new Meeting(second, resolve)
    const check = () => meeting.check()
    const heard = audioElement()
    for (const type of SECOND_EVENTS) second.addEventListener(type, check, { signal: done.signal })
    for (const type of HEARD_EVENTS) heard.addEventListener(type, check, { signal: done.signal })
    signal.addEventListener('abort', () => resolve('stopped'), { signal: done.signal })
    second.muted = true
    second.src = address
    second.currentTime = heard.currentTime
  }).then((result) => {
    done.abort()
    if (result !== 'changed') unload(second)
    return result
  })
}

/** Downloads nothing more. */
function unload(sound: HTMLAudioElement): void {
  sound.pause()
  sound.removeAttribute('src')
  sound.load()
  spare = sound
}

class Meeting {
  readonly #second: HTMLAudioElement
  readonly #resolve: (result: ChangeResult) => void
  /** A seek and a start take this many seconds, in which the heard sound runs on. */
  #lead = 0
  #attempts = 0
  #isStarting = false
  #isOver = false
  /** Where it was put last. */
  #from: number

  constructor(second: HTMLAudioElement, resolve: (result: ChangeResult) => void) {
    this.#second = second
    this.#resolve = resolve
    this.#from = audioElement().currentTime
  }

  /** Called at every event of both elements. */
  check(): void {
    if (this.#isOver) return
    const [heard, second] = [audioElement(), this.#second]
    if (second.error) return this.#resolve('failed')
    if (second.readyState < HAVE_METADATA || second.seeking) return
    // A sound that has stalled stands still like a paused one, but goes on playing after the change.
    const isRunning = !heard.paused && !heard.seeking && heard.readyState >= HAVE_FUTURE_DATA
    if (isRunning) this.#meetRunning(heard, second)
    else this.#meetResting(heard, second)
  }

  #meetResting(heard: HTMLAudioElement, second: HTMLAudioElement): void {
    if (!second.paused) second.pause()
    // Editions may differ by some hundredths of a second at their end.
    const seconds = Math.min(heard.currentTime, second.duration)
    if (Math.abs(second.currentTime - seconds) > 0.001) return this.#seek(seconds)
    if (second.readyState < HAVE_CURRENT_DATA) return
    if (heard.paused) return this.#change(heard, second)
    if (second.readyState >= HAVE_FUTURE_DATA) this.#start(() => this.#change(heard, second))
  }

  #meetRunning(heard: HTMLAudioElement, second: HTMLAudioElement): void {
    if (second.playbackRate !== heard.playbackRate) second.playbackRate = heard.playbackRate
    if (second.readyState < HAVE_FUTURE_DATA) return
    if (second.paused) return this.#start(() => undefined)
    if (this.#isStarting || second.currentTime - this.#from < RUN_IN) return
    const behind = heard.currentTime - second.currentTime
    if (Math.abs(behind) <= TOLERANCE * (1 + this.#attempts)) return this.#change(heard, second)
    this.#lead = Math.max(0, Math.min(1, this.#lead + behind / heard.playbackRate))
    this.#seek(heard.currentTime + this.#lead * heard.playbackRate)
  }

  #seek(seconds: number): void {
    this.#attempts += 1
    this.#from = Math.min(seconds, this.#second.duration)
    this.#second.currentTime = this.#from
  }

  #start(started: () => void): void {
    if (this.#isStarting) return
    this.#isStarting = true
    this.#from = this.#second.currentTime
    void this.#play().then((result) => {
      this.#isStarting = false
      if (result === 'refused') return this.#resolve(result)
      if (result === 'playing' && !this.#isOver) started()
      return this.check()
    })
  }

  /** `interrupted`: by a pause() of this file; anything else is the browser's refusal. */
  async #play(): Promise<'playing' | 'interrupted' | 'refused'> {
    try {
      await this.#second.play()
      return 'playing'
    } catch (error) {
      return error instanceof DOMException && error.name === 'AbortError' ? 'interrupted' : 'refused'
    }
  }

  /** In one task, so that there is neither silence nor a second voice in between. */
  #change(heard: HTMLAudioElement, second: HTMLAudioElement): void {
    this.#isOver = true
    second.volume = heard.volume
    const { muted } = heard
    heard.muted = true
    second.muted = muted
    hearElement(second)
    heard.dispatchEvent(new Event('replaced'))
    unload(heard)
    // A player that was waiting for the heard one hears that it goes on.
    if (!second.paused) second.dispatchEvent(new Event('playing'))
    this.#resolve('changed')
  }
}
