import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Page } from '@playwright/test'

/** A word of `words` and the pause behind it, in seconds. */
export const WORD = 0.8
export const PAUSE = 1.2
export const WORD_COUNT = 20
const wordAt = 'floor(t/2)'

/** What the tracks of the title of the tests sound like, as ffmpeg writes it. */
export const RECORDINGS = {
  /** Each second has a pitch of its own: 300 Hz at the beginning, 100 Hz more with every second. */
  sweep: { expression: '0.2*sin(2*PI*(300*t+50*t*t))', seconds: 70 },
  /** Each word has a pitch of its own: 400 Hz, 500 Hz and so on. */
  words: { expression: `0.2*sin(2*PI*(400+100*${wordAt})*t)*lt(mod(t\\,2)\\,${WORD})`, seconds: WORD_COUNT * 2 },
  /** It has no light edition. */
  tone: { expression: '0.2*sin(2*PI*440*t)', seconds: 60 },
} as const
export const secondOf = (pitch: number): number => (pitch - 300) / 100
export const wordOf = (pitch: number): number => Math.max(0, Math.round((pitch - 400) / 100))

/** Puts the recordings into the tracks of a title of the running shop. */
export async function addRecordings(key: string): Promise<{ title: number; tracks: number[] }> {
  const script = new URL('./add-recordings.ts', import.meta.url).pathname
  const child = spawn('node', [script, key], { stdio: ['ignore', 'pipe', 'inherit'] })
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  await once(child, 'exit')
  return JSON.parse(Buffer.concat(parts).toString())
}

type Heard = { elements: HTMLAudioElement[]; chunks: Float32Array[]; rate: number }
declare global {
  interface Window {
    heardSound: Heard
  }
}

/**
 * Records what all audio elements of the page play together, with their volumes: what a listener hears. The context of the page
 * needs `bypassCSP` for the worklet.
 */
export async function recordSound(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: Heard = { elements: [], chunks: [], rate: 0 }
    window.heardSound = heard
    const worklet = `registerProcessor('recorder', class extends AudioWorkletProcessor {
      parts = []
      process([[channel]]) {
        this.parts.push(channel ? channel.slice() : new Float32Array(128))
        if (this.parts.length === 16) {
          const whole = new Float32Array(16 * 128)
          this.parts.forEach((part, at) => whole.set(part, at * 128))
          this.port.postMessage(whole)
          this.parts = []
        }
        return true
      }
    })`
    let context: AudioContext | undefined
    let mix: GainNode | undefined
    const open = async () => {
      context = new AudioContext()
      heard.rate = context.sampleRate
      mix = new GainNode(context, { channelCount: 1, channelCountMode: 'explicit' })
      const [output, input] = [context.destination, mix]
      await context.audioWorklet.addModule(URL.createObjectURL(new Blob([worklet], { type: 'text/javascript' })))
      const recorder = new AudioWorkletNode(context, 'recorder')
      recorder.port.onmessage = ({ data }) => void heard.chunks.push(data)
      input.connect(recorder).connect(output)
    }
    const Original = window.Audio
    window.Audio = function (...args: [string?]) {
      const sound = new Original(...args)
      heard.elements.push(sound)
      if (!context) void open()
      if (context && mix) context.createMediaElementSource(sound).connect(mix)
      return sound
    } as unknown as typeof Audio
  })
}

/** Loudness (root mean square) and pitch of 40 ms around each hundredth of a second since the recording was begun or emptied. */
export const heardFrames = (page: Page): Promise<{ level: number; pitch: number }[]> =>
  page.evaluate(() => {
    const { chunks, rate } = window.heardSound
    const size = chunks[0]?.length ?? 0
    const samples = new Float32Array(chunks.length * size)
    for (const [index, chunk] of chunks.entries()) samples.set(chunk, index * size)
    const width = Math.round(rate * 0.04)
    const frames: { level: number; pitch: number }[] = []
    for (let start = 0; start + width < samples.length; start += Math.round(rate / 100)) {
      let [power, first, last, rises] = [0, 0, 0, 0]
      for (let at = start + 1; at < start + width; at += 1) {
        const [before, now] = [samples[at - 1] ?? 0, samples[at] ?? 0]
        power += now * now
        if (before >= 0 || now < 0) continue
        const crossing = at - now / (now - before)
        if (rises === 0) first = crossing
        last = crossing
        rises += 1
      }
      frames.push({ level: Math.sqrt(power / width), pitch: rises > 1 ? ((rises - 1) * rate) / (last - first) : 0 })
    }
    return frames
  })
export const forgetHeard = (page: Page): Promise<void> =>
  page.evaluate(() => void (window.heardSound.chunks.length = 0))

/** Elements that can be heard at this moment. */
export const voices = (page: Page): Promise<number> =>
  page.evaluate(
    () => window.heardSound.elements.filter(({ paused, muted, volume }) => !paused && !muted && volume > 0).length,
  )
export const elements = (page: Page) =>
  page.evaluate(() =>
    window.heardSound.elements.map(({ src, paused, muted, currentTime, playbackRate, preservesPitch, duration }) => ({
      ...{ src, paused, muted, currentTime, playbackRate, preservesPitch, duration },
    })),
  )

type Frames = { level: number; pitch: number }[]
export const median = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
/** Frames on each side of a moment; the median of them knows nothing of the few in which two sounds meet. */
const SIDE = 15

/**
 * What was heard of the sweep, in seconds: the longest `jump` against a listener who plays on, and the longest `silence`;
 * `loudest`: against the usual level, two voices at once are louder.
 */
export function hearSweep(frames: Frames): { jump: number; silence: number; loudest: number; seconds: number } {
  const usual = median(frames.map(({ level }) => level))
  const offsets = frames.map(({ pitch }, at) => secondOf(pitch) - at / 100)
  const jumps = offsets
    .slice(SIDE, -2 * SIDE)
    .map((_, at) =>
      Math.abs(median(offsets.slice(at + 2 * SIDE, at + 3 * SIDE)) - median(offsets.slice(at, at + SIDE))),
    )
  let [run, silence] = [0, 0]
  for (const { level } of frames) {
    run = level < usual / 2 ? run + 1 : 0
    silence = Math.max(silence, run / 100)
  }
  const loudest = Math.max(...frames.map(({ level }) => level)) / usual
  return { jump: Math.max(...jumps), silence, loudest, seconds: frames.length / 100 }
}

export type HeardWord = { word: number; start: number; seconds: number }

/** The words that were heard whole, in the seconds of the listener's clock. */
export function hearWords(frames: Frames): HeardWord[] {
  const loud = Math.max(...frames.map(({ level }) => level)) / 4
  const found: { start: number; pitches: number[] }[] = []
  for (const [at, { level, pitch }] of frames.entries()) {
    if (level < loud) continue
    const last = found.at(-1)
    if (last && last.start + last.pitches.length === at) last.pitches.push(pitch)
    else found.push({ start: at, pitches: [pitch] })
  }
  // A window reaches over both ends of a word.
  return found
    .filter(({ pitches }) => pitches.length > 10)
    .map(({ start, pitches }) => ({ word: wordOf(median(pitches)), start: start / 100, seconds: pitches.length / 100 }))
}

/** The second of the sweep that is heard now. */
export const heardSecond = async (page: Page): Promise<number> =>
  median((await heardFrames(page)).slice(-SIDE).map(({ pitch }) => secondOf(pitch)))
