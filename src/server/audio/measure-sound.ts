import type { Measurement } from '#contract/listening/audio.ts'
import { scanMp3 } from '../runtime/mp3/scan.ts'
import { decodeWav, type FfmpegFault } from './ffmpeg.ts'
import { measureMp3File } from './measure-mp3.ts'
import { createSoundMeter, type SoundMeter } from './meter/sound-meter.ts'

/** Measures a recording of any format: mp3 by itself, others through ffmpeg. A string result is the reason why it cannot. */
export async function measureSound(file: string): Promise<Measurement | FfmpegFault> {
  const scanned = await scanMp3(file)
  if (typeof scanned !== 'string') return (await measureMp3File(file, scanned.channels)) ?? 'notDecodable'
  const wav = createWavMeter()
  return (await decodeWav(file, wav.push)) ?? wav.end() ?? 'notDecodable'
}

const SAMPLE_BYTES = 4
/** Before its name: "RIFF", a length, "WAVE". */
const RIFF_BYTES = 12
const CHUNK_BYTES = 8

/** Measures a WAV of 32-bit floats that comes in pieces. Its lengths are unknown to whoever writes it, so they are not read. */
function createWavMeter() {
  let meter: SoundMeter | undefined
  let channels = 0
  let rest: Buffer = Buffer.alloc(0)

  function push(piece: Buffer): void {
    rest = Buffer.concat([rest, piece])
    if (!meter) open()
    if (!meter) return
    const frameBytes = channels * SAMPLE_BYTES
    const frames = Math.floor(rest.length / frameBytes)
    // A copy begins where floats may begin.
    const floats = new Float32Array(Uint8Array.from(rest.subarray(0, frames * frameBytes)).buffer)
    meter.push(Array.from({ length: channels }, (_, channel) => every(floats, channels, channel)))
    rest = rest.subarray(frames * frameBytes)
  }

  function open(): void {
    const data = rest.indexOf('data', RIFF_BYTES, 'latin1')
    if (data < 0 || rest.length < data + CHUNK_BYTES) return
    const format = rest.indexOf('fmt ', RIFF_BYTES, 'latin1') + CHUNK_BYTES
    channels = rest.readUInt16LE(format + 2)
    meter = createSoundMeter(rest.readUInt32LE(format + 4), channels)
    rest = rest.subarray(data + CHUNK_BYTES)
  }

  return { push, end: (): Measurement | undefined => meter?.end() }
}

function every(floats: Float32Array, channels: number, channel: number): Float32Array {
  const own = new Float32Array(floats.length / channels)
  for (let at = 0; at < own.length; at += 1) own[at] = floats[at * channels + channel] ?? 0
  return own
}
