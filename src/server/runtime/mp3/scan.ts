import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { MPEGDecoder } from 'mpg123-decoder'
import { codeOf } from '../startup-error.ts'
import { createWalker, type Mark, type Walked } from './frame-walker.ts'

/** `note` is a defect of sound that can still be played. */
export type Measured = { seconds: number; channels: 1 | 2; note?: 'damaged' | 'cutShort' }
/** `name` is a hash of the content. */
export type Scanned = Measured & { name: string; bytes: number; marks: Mark[] }

const MIN_SECONDS = 0.2
const MAX_SECONDS = 48 * 3600
const STEPS = 48
const PIECE = 256 * 1024

/** Measures an mp3 by its frames; a string result says why it is not an mp3. Lengths in headers and tags are often wrong. */
export async function measureMp3(bytes: Uint8Array): Promise<Measured | string> {
  const walker = createWalker(bytes.length)
  for (let at = 0; at < bytes.length; at += PIECE) walker.push(bytes.subarray(at, at + PIECE))
  return checkWalked(walker.end(), bytes)
}

async function checkWalked(walked: Walked, start: Uint8Array): Promise<Measured | string> {
  if (walked.frames === 0) return otherFormat(start)
  if (walked.seconds < MIN_SECONDS || walked.seconds > MAX_SECONDS) return 'insaneDuration'
  if (!(await decodes(walked.head))) return 'notDecodable'
  const note = noteOf(walked)
  return { seconds: Math.round(walked.seconds * 100) / 100, channels: walked.channels, ...(note && { note }) }
}

/** Names the format of a file without mp3 frames, so that the report can say what to do. */
function otherFormat(start: Uint8Array): string {
  const text = Buffer.from(start.subarray(0, 16)).toString('latin1')
  if (text.startsWith('ftyp', 4)) return 'mp4Audio'
  return /^(?:RIFF|fLaC|OggS|FORM|\x30\x26\xb2\x75|.#!AMR|ID3.*fLaC)/s.test(text) ? 'otherAudio' : 'notMp3'
}

/** Up to this many lost bytes are not reported. */
const TOLERATED_LOST_BYTES = 2_000
const CUT_RATIO = 0.97
const CUT_SECONDS = 2

function noteOf({ lost, declaredSeconds, seconds }: Walked): Measured['note'] {
  if (lost > TOLERATED_LOST_BYTES) return 'damaged'
  return seconds < declaredSeconds * CUT_RATIO && declaredSeconds - seconds > CUT_SECONDS ? 'cutShort' : undefined
}

async function decodes(head: Uint8Array): Promise<boolean> {
  const decoder = new MPEGDecoder()
  try {
    await decoder.ready
    return decoder.decode(head).samplesDecoded > 0
  } finally {
    decoder.free()
  }
}

/** Loudness of the decoded audio in 48 steps, 0 to 100; the loudest step is 100. */
export async function waveformOf(bytes: Uint8Array): Promise<number[]> {
  const decoder = new MPEGDecoder()
  try {
    await decoder.ready
    const { channelData } = decoder.decode(bytes)
    return steps(channelData[0] ?? new Float32Array())
  } finally {
    decoder.free()
  }
}

function steps(samples: Float32Array): number[] {
  const size = Math.max(1, Math.floor(samples.length / STEPS))
  const loudness = Array.from({ length: STEPS }, (_, step) =>
    rootMeanSquare(samples.subarray(step * size, (step + 1) * size)),
  )
  const loudest = Math.max(...loudness)
  return loudness.map((value) => (loudest > 0 ? Math.round((value / loudest) * 100) : 0))
}

function rootMeanSquare(samples: Float32Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return samples.length > 0 ? Math.sqrt(sum / samples.length) : 0
}

/** `end` is the byte after the last. */
type ByteRange = { start: number; end: number }

const GIGABYTE = 2 ** 30
/** Two days at 64 kbit/s. */
const MAX_AUDIO = 1.5 * GIGABYTE
/** Two days of lossless stereo. */
const MAX_ORIGINAL = 40 * GIGABYTE

/** Reads an mp3 once in pieces: its name from its content, its length from its frames. `range` limits the scan to those bytes. */
export async function scanMp3(file: string, range?: ByteRange): Promise<Scanned | string> {
  return withFile(file, MAX_AUDIO, async (handle, size) => {
    const { start, end } = range ?? { start: 0, end: size }
    const hash = createHash('sha256')
    const walker = createWalker(end - start, { recordsMarks: !range })
    let first: Uint8Array | undefined
    for await (const piece of handle.createReadStream({
      start,
      end: end - 1,
      highWaterMark: PIECE,
      autoClose: false,
    })) {
      first ??= Uint8Array.from(piece.subarray(0, 16))
      hash.update(piece)
      walker.push(piece)
    }
    const measured = await checkWalked(walker.end(), first ?? new Uint8Array())
    return typeof measured === 'string'
      ? measured
      : { ...measured, name: nameOf(hash.digest('hex')), bytes: end - start, marks: walker.marks }
  })
}

const nameOf = (hash: string): string => hash.slice(0, 32)

/** The name of a file by its content, without reading it whole into memory. Undefined: it cannot be read. */
export async function nameOfFile(file: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  const name = await withFile(file, MAX_ORIGINAL, async (handle) => {
    for await (const piece of handle.createReadStream({ highWaterMark: PIECE, autoClose: false })) hash.update(piece)
    return [nameOf(hash.digest('hex'))]
  })
  return typeof name === 'string' ? undefined : name[0]
}

export function contentName(bytes: Uint8Array): string {
  return nameOf(createHash('sha256').update(bytes).digest('hex'))
}

/** Limit of files that are read into memory: pictures, samples, ebooks, chapters. */
const MAX_IN_MEMORY = 100 * 2 ** 20

export async function readWhole(
  file: string,
  maxBytes = MAX_IN_MEMORY,
  range?: ByteRange,
): Promise<Uint8Array | string> {
  if (!range) return withFile(file, maxBytes, (handle) => handle.readFile())
  const { start, end } = range
  if (end - start > maxBytes) return 'tooLarge'
  return withFile(
    file,
    MAX_AUDIO,
    async (handle) => (await handle.read(Buffer.alloc(end - start), 0, end - start, start)).buffer,
  )
}

async function withFile<Result>(
  file: string,
  maxBytes: number,
  work: (handle: FileHandle, size: number) => Promise<Result>,
): Promise<Result | string> {
  const handle = await open(file).catch(() => undefined)
  if (!handle) return 'missing'
  try {
    const found = await handle.stat()
    if (!found.isFile()) return 'folder'
    if (found.size > maxBytes) return 'tooLarge'
    return found.size === 0 ? 'empty' : await work(handle, found.size)
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return 'unreadable'
  } finally {
    await handle.close()
  }
}
