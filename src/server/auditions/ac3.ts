/** Kilobits per second by the code of the frame size. */
const BIT_RATES = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640]
const SAMPLE_RATES = [48_000, 44_100, 32_000]
const SAMPLES_PER_FRAME = 1536
/** A higher number is another codec with the same first bytes. */
const MAX_BSID = 10
const HEADER = 6

/** The duration of an AC-3 file. Undefined: it is not AC-3 from the first byte to the last frame. `music-metadata` does not read AC-3. */
export function secondsOfAc3(bytes: Uint8Array): number | undefined {
  let seconds = 0
  let at = 0
  while (at + HEADER <= bytes.length) {
    const frame = frameAt(bytes, at)
    if (!frame) return undefined
    // An interrupted recording may end inside a frame.
    if (at + frame.bytes > bytes.length) break
    seconds += SAMPLES_PER_FRAME / frame.rate
    at += frame.bytes
  }
  return seconds > 0 ? seconds : undefined
}

function frameAt(bytes: Uint8Array, at: number): { bytes: number; rate: number } | undefined {
  const [first = 0, second = 0, , , sizes = 0, mode = 0] = bytes.subarray(at, at + HEADER)
  const rate = SAMPLE_RATES[sizes >> 6]
  const code = sizes & 0x3f
  const kilobits = BIT_RATES[code >> 1]
  if (first !== 0x0b || second !== 0x77 || mode >> 3 > MAX_BSID || !rate || !kilobits) return undefined
  // At 44.1 kHz frames differ in length: the last bit of the code marks the longer ones.
  const words = Math.floor((kilobits * 1000 * SAMPLES_PER_FRAME) / rate / 16) + (rate === 44_100 ? code & 1 : 0)
  return { bytes: words * 2, rate }
}
