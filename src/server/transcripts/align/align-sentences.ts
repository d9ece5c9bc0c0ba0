import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Locale } from '#contract/text/locale.ts'
import type { Cue } from '#contract/transcripts/transcripts.ts'
import { mfccOf, SAMPLE_RATE } from './mfcc.ts'
import { warp } from './time-warp.ts'

const run = promisify(execFile)
/** Five moments a second are enough for sentences of some seconds; long recordings get fewer, for the memory. */
const HOP = 640
const LONG_SECONDS = 1_800
const PROCESS = { timeout: 600_000, maxBuffer: 2 ** 30 }
/** A reader may be this much of the whole ahead of the reference voice or behind it. */
const BAND_SHARE = 0.12
const BAND_SECONDS = 30

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
    const heard = await samplesOf(sound).catch(() => undefined)
    if (!heard || heard.length < SAMPLE_RATE) return 'noSound'
    const voices = await spoken(folder, texts, locale).catch(() => undefined)
    if (!voices) return 'noVoice'
    const [begin, end] = speechIn(heard)
    return timesOf(texts, voices, heard.subarray(begin, end), begin)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Of a sound file, as mono at the rate of the coefficients. */
async function samplesOf(file: string): Promise<Float32Array> {
  const { stdout } = await run(
    'ffmpeg',
    ['-v', 'error', '-i', file, '-ac', '1', '-ar', String(SAMPLE_RATE), '-f', 'f32le', '-'],
    {
      ...PROCESS,
      encoding: 'buffer',
    },
  )
  return new Float32Array(new Uint8Array(stdout).buffer, 0, Math.floor(stdout.length / 4))
}

/** Each sentence by itself, so that its length is known. */
async function spoken(folder: string, texts: readonly string[], locale: Locale): Promise<Float32Array[]> {
  const voices: Float32Array[] = []
  for (const [at, text] of texts.entries()) {
    const [words, wav] = [join(folder, `${at}.txt`), join(folder, `${at}.wav`)]
    await writeFile(words, `${text}\n`)
    await run('espeak-ng', ['-v', locale, '-s', '150', '-f', words, '-w', wav], PROCESS)
    voices.push(await samplesOf(wav))
  }
  return voices
}

/** From the first to the last moment that is as loud as speech: what stands before it are silence and soft music. */
function speechIn(samples: Float32Array): [begin: number, end: number] {
  const size = SAMPLE_RATE / 10
  const levels: number[] = []
  for (let from = 0; from + size <= samples.length; from += size) {
    let sum = 0
    for (let at = from; at < from + size; at += 1) sum += (samples[at] ?? 0) ** 2
    levels.push(Math.sqrt(sum / size))
  }
  const loud = (levels.toSorted((a, b) => a - b)[Math.floor(levels.length * 0.9)] ?? 0) * 0.1
  const first = levels.findIndex((level) => level > loud)
  const last = levels.findLastIndex((level) => level > loud)
  return first < 0 ? [0, samples.length] : [first * size, Math.min(samples.length, (last + 1) * size)]
}

function timesOf(
  texts: readonly string[],
  voices: readonly Float32Array[],
  heard: Float32Array,
  begin: number,
): Cue[] | 'unlike' {
  const total = voices.reduce((sum, { length }) => sum + length, 0)
  const ratio = total / heard.length
  if (ratio < 0.25 || ratio > 4) return 'unlike'
  const hop = heard.length / SAMPLE_RATE > LONG_SECONDS ? HOP * 4 : HOP
  const whole = new Float32Array(total)
  const starts: number[] = []
  let at = 0
  for (const voice of voices) {
    starts.push(at)
    whole.set(voice, at)
    at += voice.length
  }
  const [reference, rows] = [mfccOf(whole, hop), mfccOf(heard, hop)]
  const band = Math.ceil(Math.max((BAND_SECONDS * SAMPLE_RATE) / hop, rows.length * BAND_SHARE))
  const path = warp(reference, rows, band)
  const milliseconds = (sample: number) => Math.round((sample / SAMPLE_RATE) * 1_000)
  const times = starts.map((start) =>
    milliseconds(begin + (path[Math.min(path.length - 1, Math.round(start / hop))] ?? 0) * hop),
  )
  const end = milliseconds(begin + heard.length)
  return texts.map((text, index) => ({
    start: times[index] ?? 0,
    end: Math.max(times[index] ?? 0, times[index + 1] ?? end),
    text,
  }))
}
