import { vi } from 'vitest'

const DURATION = 600

/** An audio element as the HTML standard describes it, without sound: what it plays, from where, how fast, and whether at all. */
export class FakeAudio extends EventTarget {
  preload = ''
  volume = 1
  paused = true
  currentTime = 0
  defaultPlaybackRate = 1
  duration = DURATION
  error: { code: number } | null = null
  /** Sources that were played, in order. */
  readonly played: string[] = []
  /** The next sources fail with this code of `MediaError`. */
  failsWith: number | undefined
  /** All of the source is here. */
  isLoaded = false
  private address = ''
  private rate = 1

  get buffered(): Pick<TimeRanges, 'length' | 'start' | 'end'> {
    return { length: this.isLoaded ? 1 : 0, start: () => 0, end: () => this.duration }
  }

  get src(): string {
    return this.address
  }

  /** A new source starts at its beginning, paused, at the default speed. */
  set src(address: string) {
    this.address = address
    this.load()
  }

  get playbackRate(): number {
    return this.rate
  }

  set playbackRate(rate: number) {
    if (rate === this.rate) return
    this.rate = rate
    this.tell('ratechange')
  }

  load(): void {
    this.paused = true
    this.currentTime = 0
    this.error = null
    this.playbackRate = this.defaultPlaybackRate
  }

  removeAttribute(): void {
    this.address = ''
  }

  pause(): void {
    if (this.paused) return
    this.paused = true
    this.tell('pause')
  }

  async play(): Promise<void> {
    this.paused = false
    if (this.failsWith !== undefined) {
      this.error = { code: this.failsWith }
      this.tell('error')
      throw new DOMException('', 'NotSupportedError')
    }
    this.played.push(this.address)
    this.tell('playing')
  }

  /** Sound that is heard up to here. */
  reach(seconds: number): void {
    this.currentTime = seconds
    this.tell('timeupdate')
  }

  private tell(event: string): void {
    this.dispatchEvent(new Event(event))
  }
}

/** The element that the player of a test file makes for itself. */
export function useFakeAudio(): () => FakeAudio {
  let current: FakeAudio | undefined
  const remember = (audio: FakeAudio): void => void (current = audio)
  vi.stubGlobal(
    'Audio',
    class extends FakeAudio {
      constructor() {
        super()
        remember(this)
      }
    },
  )
  return () => {
    if (!current) throw new Error('nothing has made a sound yet')
    return current
  }
}
