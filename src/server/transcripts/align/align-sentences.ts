import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Locale } from '#contract/text/locale.ts'
import type { Cue } from '#contract/transcripts/transcripts.ts'
import { collectFeatures, partOf, withSameHop, type Features } from './features.ts'
import { SAMPLE_RATE } from './mfcc.ts'
import { warp } from './time-warp.ts'

const run = promisify(execFile)
const PROCESS = { timeout: 600_000 }

/** Why a recording cannot be aligned. */
export type AlignFault = 'noVoice' | 'noSound' | 'unlike'

/**
 * Times for the sentences of a recording: espeak-ng says them, and time warping finds where the recording sounds so. It knows
 * no words: a recording that says something else gets times too, so somebody should listen to the first and the last line.
 */
export async function alignSentences(
  sound: string,
  texts: readonly string[],
  locale: Locale,
): Promise<Cue[] | AlignFault> {
  const folder = await mkdtemp(join(tmpdir(), 'align-'))
  try {
    const heard = await hear(sound).catch(() => undefined)
    if (!heard || heard.samples < SAMPLE_RATE) return 'noSound'
    const voice = await speak(folder, texts, locale).catch(() => undefined)
    return voice ? timesOf(texts, voice, heard) : 'noVoice'
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Of a sound file, as mono at the rate of the coefficients, in pieces. */
async function* samplesOf(file: string): AsyncGenerator<Float32Array> {
  const args = ['-v', 'error', '-i', file, '-ac', '1', '-ar', String(SAMPLE_RATE), '-f', 'f32le', '-']
  const child = spawn('ffmpeg', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = once(child, 'close')
  // It is awaited after the last piece only.
  ended.catch(() => undefined)
  let rest = Buffer.alloc(0)
  for await (const piece of child.stdout as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([rest, piece])
    const whole = bytes.length - (bytes.length % 4)
    yield new Float32Array(new Uint8Array(bytes.subarray(0, whole)).buffer)
    rest = bytes.subarray(whole)
  }
  const [code] = (await ended) as [number | null]
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
}

type Heard = { features: Features; samples: number; begin: number; end: number }
type Voice = { features: Features; samples: number; starts: number[] }

async function hear(file: string): Promise<Heard> {
  const [collected, levels] = [collectFeatures(), collectLevels()]
  for await (const piece of samplesOf(file)) {
    collected.add(piece)
    levels.add(piece)
  }
  const samples = collected.samples()
  return { features: collected.features(), samples, ...levels.speech(samples) }
}

/** Each sentence by itself, so that its length is known. */
async function speak(folder: string, texts: readonly string[], locale: Locale): Promise<Voice> {
  const collected = collectFeatures()
  const starts: number[] = []
  const [words, wav] = [join(folder, 'words.txt'), join(folder, 'voice.wav')]
  for (const text of texts) {
    starts.push(collected.samples())
    await writeFile(words, `${text}\n`)
    await run('espeak-ng', ['-v', locale, '-s', '150', '-f', words, '-w', wav], PROCESS)
    for await (const piece of samplesOf(wav)) collected.add(piece)
  }
  return { features: collected.features(), samples: collected.samples(), starts }
}

const LEVEL_SAMPLES = SAMPLE_RATE / 10

/** How loud each tenth of a second is. */
function collectLevels() {
  const levels: number[] = []
  let [sum, count] = [0, 0]
  return {
    add(piece: Float32Array): void {
      for (const sample of piece) {
        sum += sample ** 2
        count += 1
        if (count < LEVEL_SAMPLES) continue
        levels.push(Math.sqrt(sum / LEVEL_SAMPLES))
        sum = count = 0
      }
    },
    /** From the first to the last moment that is as loud as speech: what stands before it are silence and soft music. */
    speech(samples: number): { begin: number; end: number } {
      const loud = (levels.toSorted((a, b) => a - b)[Math.floor(levels.length * 0.9)] ?? 0) * 0.1
      const first = levels.findIndex((level) => level > loud)
      const last = levels.findLastIndex((level) => level > loud)
      if (first < 0) return { begin: 0, end: samples }
      return { begin: first * LEVEL_SAMPLES, end: Math.min(samples, (last + 1) * LEVEL_SAMPLES) }
    },
  }
}

function timesOf(texts: readonly string[], voice: Voice, { features, begin, end }: Heard): Cue[] | 'unlike' {
  const ratio = voice.samples / (end - begin)
  if (ratio < 0.25 || ratio > 4) return 'unlike'
  const [spoken, heard] = withSameHop(voice.features, features)
  const { hop } = heard
  const path = warp(partOf(spoken, 0, voice.samples), partOf(heard, begin, end))
  const milliseconds = (sample: number) => Math.round((sample / SAMPLE_RATE) * 1_000)
  const offset = Math.round(begin / hop)
  const times = voice.starts.map((start) =>
    milliseconds((offset + (path[Math.min(path.length - 1, Math.round(start / hop))] ?? 0)) * hop),
  )
  return texts.map((text, index) => ({
    start: times[index] ?? 0,
    end: Math.max(times[index] ?? 0, times[index + 1] ?? milliseconds(end)),
    text,
  }))
}
