import { open } from 'node:fs/promises'
import { parseBuffer } from 'music-metadata'
import { MPEGDecoder } from 'mpg123-decoder'

export type Measured = { seconds: number }

const MIN_SECONDS = 0.2
const MAX_SECONDS = 48 * 3600
/** Bits a second that an mp3 can have, with room for tags and covers inside. */
const MIN_RATE = 6_000
const STEPS = 48

/** Measures an mp3, or says why it is none. music-metadata alone takes random bytes for audio. */
export async function measureMp3(bytes: Uint8Array): Promise<Measured | string> {
  if (!looksLikeMp3(bytes)) return 'notMp3'
  const { format } = await parseBuffer(bytes, { mimeType: 'audio/mpeg' }, { duration: true, skipCovers: true }).catch(() => ({ format: undefined }))
  if (!format || format.container !== 'MPEG' || !format.codec?.includes('Layer 3')) return 'notMp3'
  const seconds = format.duration ?? 0
  if (seconds < MIN_SECONDS || seconds > MAX_SECONDS || (bytes.length * 8) / seconds < MIN_RATE) return 'insaneDuration'
  return { seconds: Math.round(seconds * 100) / 100 }
}

/** ID3 tag or the sync of an MPEG layer III frame. */
function looksLikeMp3(bytes: Uint8Array): boolean {
  const [a = 0, b = 0, c = 0] = bytes
  return (a === 0x49 && b === 0x44 && c === 0x33) || (a === 0xff && (b & 0xe6) === 0xe2)
}

/** Loudness of the really decoded audio in 48 steps, 0 to 100, the loudest step being 100. */
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
  const loudness = Array.from({ length: STEPS }, (_, step) => rootMeanSquare(samples.subarray(step * size, (step + 1) * size)))
  const loudest = Math.max(...loudness)
  return loudness.map((value) => (loudest > 0 ? Math.round((value / loudest) * 100) : 0))
}

function rootMeanSquare(samples: Float32Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return samples.length > 0 ? Math.sqrt(sum / samples.length) : 0
}

/** Whole files are read into memory: refuse what no chapter weighs. */
const MAX_BYTES = 400 * 1024 * 1024

export async function readWhole(file: string): Promise<Uint8Array | string> {
  const handle = await open(file).catch(() => undefined)
  if (!handle) return 'missing'
  try {
    const { size } = await handle.stat()
    if (size > MAX_BYTES) return 'tooLarge'
    return size === 0 ? 'empty' : await handle.readFile()
  } catch {
    return 'missing'
  } finally {
    await handle.close()
  }
}
