import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createWalker } from './frame-walker.ts'
import type { Frame } from './frame.ts'

/** What one step of the gain of a frame is worth, in decibels. */
export const GAIN_STEP = 1.5

const HEADER_BYTES = 4
const CHECKSUM_BYTES = 2
const GAIN_BITS = 8
const MOST = 2 ** GAIN_BITS - 1
/** Bits of a granule's side information before its gain: the lengths of its data and of its large values. */
const BEFORE_GAIN = 21
/** Bits of side information: before the first granule by channels, and of each granule. */
const SIDE = {
  mpeg1: { head: { 1: 18, 2: 20 }, granule: 59, granules: 2, bytes: { 1: 17, 2: 32 } },
  mpeg2: { head: { 1: 9, 2: 10 }, granule: 63, granules: 1, bytes: { 1: 9, 2: 17 } },
} as const

/**
 * Reads an mp3 file and gives it back louder or quieter by `steps` of 1.5 dB, without decoding: every frame says how far its
 * sound is scaled. Nothing else changes, so seconds and frames stay where they were, and the opposite steps undo it, except
 * for frames at the end of the scale.
 */
export async function* withGain(file: string, steps: number): AsyncGenerator<Uint8Array> {
  const { size } = await stat(file)
  const ready: Uint8Array[] = []
  const walker = createWalker(size, {
    onFrame: (frame, bytes, at) => changeGain(frame, bytes, at, steps),
    onBytes: (bytes) => ready.push(bytes),
  })
  for await (const piece of createReadStream(file)) {
    walker.push(piece as Uint8Array)
    yield* ready.splice(0)
  }
  walker.end()
  yield* ready.splice(0)
}

function changeGain(frame: Frame, bytes: Uint8Array, at: number, steps: number): void {
  const { head, granule, granules } = frame.isMpeg1 ? SIDE.mpeg1 : SIDE.mpeg2
  const side = (at + HEADER_BYTES + (frame.hasChecksum ? CHECKSUM_BYTES : 0)) * 8
  for (let part = 0; part < granules * frame.channels; part += 1) {
    const place = side + head[frame.channels] + part * granule + BEFORE_GAIN
    writeBits(bytes, place, Math.min(MOST, Math.max(0, readBits(bytes, place) + steps)))
  }
  if (frame.hasChecksum) writeChecksum(frame, bytes, at)
}

/** Eight bits that may begin in the middle of a byte. */
function readBits(bytes: Uint8Array, bit: number): number {
  const pair = ((bytes[bit >> 3] ?? 0) << 8) | (bytes[(bit >> 3) + 1] ?? 0)
  return (pair >> (8 - (bit & 7))) & MOST
}

function writeBits(bytes: Uint8Array, bit: number, value: number): void {
  const shift = 8 - (bit & 7)
  const pair = ((bytes[bit >> 3] ?? 0) << 8) | (bytes[(bit >> 3) + 1] ?? 0)
  const changed = (pair & ~(MOST << shift)) | (value << shift)
  bytes[bit >> 3] = changed >> 8
  if (shift < 8) bytes[(bit >> 3) + 1] = changed & MOST
}

const POLYNOMIAL = 0x8005

/** CRC-16 of the last two bytes of the header and of the side information (ISO 11172-3, 2.4.3.1). */
function writeChecksum(frame: Frame, bytes: Uint8Array, at: number): void {
  const { bytes: length } = frame.isMpeg1 ? SIDE.mpeg1 : SIDE.mpeg2
  const side = at + HEADER_BYTES + CHECKSUM_BYTES
  let checksum = 0xffff
  for (const byte of [...bytes.subarray(at + 2, at + 4), ...bytes.subarray(side, side + length[frame.channels])])
    checksum = addByte(checksum, byte)
  bytes[at + HEADER_BYTES] = checksum >> 8
  bytes[at + HEADER_BYTES + 1] = checksum & 0xff
}

function addByte(checksum: number, byte: number): number {
  let sum = checksum ^ (byte << 8)
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 0x8000 ? ((sum << 1) ^ POLYNOMIAL) & 0xffff : (sum << 1) & 0xffff
  return sum
}
