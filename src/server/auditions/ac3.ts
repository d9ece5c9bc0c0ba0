/** Kilobits a second by the code of the frame size. */
const RATES = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640]
const SAMPLES_A_SECOND = [48_000, 44_100, 32_000]
const SAMPLES_A_FRAME = 1536
/** Beyond this it is another coding under the same first bytes. */
const LAST_BSID = 10
const HEADER = 6

/** Seconds of a file that is AC-3 from its first byte to its last frame; undefined when it is not. music-metadata does not read the kind. */
export function secondsOfAc3(bytes: Uint8Array): number | undefined {
  let seconds = 0
  let at = 0
  while (at + HEADER <= bytes.length) {
    const frame = frameAt(bytes, at)
    if (!frame) return undefined
    // A recording that was cut off may end in half a frame.
    if (at + frame.bytes > bytes.length) break
    seconds += SAMPLES_A_FRAME / frame.rate
    at += frame.bytes
  }
  return seconds > 0 ? seconds : undefined
}

function frameAt(bytes: Uint8Array, at: number): { bytes: number; rate: number } | undefined {
  const [one = 0, two = 0, , , sizes = 0, mode = 0] = bytes.subarray(at, at + HEADER)
  const rate = SAMPLES_A_SECOND[sizes >> 6]
  const code = sizes & 0x3f
  const kilobits = RATES[code >> 1]
  if (one !== 0x0b || two !== 0x77 || mode >> 3 > LAST_BSID || !rate || !kilobits) return undefined
  // At 44,100 a second the frames do not come out even: the last bit of the code makes every other one longer.
  const words = Math.floor((kilobits * 1000 * SAMPLES_A_FRAME) / rate / 16) + (rate === 44_100 ? code & 1 : 0)
  return { bytes: words * 2, rate }
}
