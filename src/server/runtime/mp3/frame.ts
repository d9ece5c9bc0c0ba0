/** One frame of MPEG audio layer III, read from the four bytes of its header. */
export type Frame = {
  bytes: number
  seconds: number
  /** Version and sampling rate: equal in all frames of a stream. */
  stream: number
  channels: 1 | 2
  isMpeg1: boolean
  /** A checksum of two bytes follows the header. */
  hasChecksum: boolean
}

const BIT_RATES = {
  full: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  low: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const SAMPLING_RATES = [44_100, 48_000, 32_000]
const VERSION_1 = 3
const VERSION_2 = 2
const RESERVED = 1
const LAYER_3 = 1
const MONO = 3

/** Undefined for anything else, including free bit rates, which browsers do not play. */
export function frameAt(bytes: Uint8Array, at: number): Frame | undefined {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(at, at + 4)
  const version = (b >> 3) & 3
  if (a !== 0xff || (b & 0xe0) !== 0xe0 || version === RESERVED || ((b >> 1) & 3) !== LAYER_3) return undefined
  const isFull = version === VERSION_1
  const bitRate = (isFull ? BIT_RATES.full : BIT_RATES.low)[c >> 4]
  const base = SAMPLING_RATES[(c >> 2) & 3]
  if (!bitRate || !base) return undefined
  const rate = isFull ? base : base / (version === VERSION_2 ? 2 : 4)
  const samples = isFull ? 1152 : 576
  return {
    bytes: Math.floor((samples / 8) * ((bitRate * 1000) / rate)) + ((c >> 1) & 1),
    seconds: samples / rate,
    stream: (version << 2) | ((c >> 2) & 3),
    channels: d >> 6 === MONO ? 1 : 2,
    isMpeg1: isFull,
    hasChecksum: (b & 1) === 0,
  }
}

const ENCODER_MARKERS = ['Xing', 'Info', 'VBRI']
/** Offsets at which a frame (by version, stereo or mono) may contain the header of its encoder instead of sound. */
const ENCODER_HEADER_OFFSETS = [36, 21, 13]

/** The frame count in the header of the encoder, 0 without one; undefined when the frame contains sound. The count may be wrong. */
export function declaredFrames(bytes: Uint8Array, at: number): number | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(64, bytes.length - at))
  for (const offset of ENCODER_HEADER_OFFSETS) {
    const marker = view.toString('latin1', offset, offset + 4)
    if (!ENCODER_MARKERS.includes(marker) || view.length < offset + 18) continue
    if (marker === 'VBRI') return view.readUInt32BE(offset + 14)
    return view.readUInt32BE(offset + 4) & 1 ? view.readUInt32BE(offset + 8) : 0
  }
  return undefined
}

/** Length of the ID3v2 tag at this byte, 0 without one. */
export function tagLengthAt(bytes: Uint8Array, at: number): number {
  const [i, d, three, version = 0xff, , flags = 0, ...size] = bytes.subarray(at, at + 10)
  if (
    i !== 0x49 ||
    d !== 0x44 ||
    three !== 0x33 ||
    version === 0xff ||
    size.length < 4 ||
    size.some((byte) => byte > 0x7f)
  )
    return 0
  return 10 + size.reduce((sum, byte) => sum * 128 + byte, 0) + (flags & 0x10 ? 10 : 0)
}
