/** Raw pixels as sharp takes them. */
type RawPixels = { data: Buffer; width: number; height: number }

const HEADER = 54
/** More than the photographs of current phones. */
const MAX_PIXELS = 50_000_000
const PLAIN = 0
const BIT_FIELDS = 3

/**
 * Reads an uncompressed Windows bitmap of 24 or 32 bits per pixel, which sharp cannot read. Profile pictures may be BMP.
 */
export function readBitmap(bytes: Buffer): RawPixels | undefined {
  if (bytes.length < HEADER || bytes.toString('latin1', 0, 2) !== 'BM' || bytes.readUInt32LE(14) < 40) return undefined
  const [start, width, rows] = [bytes.readUInt32LE(10), bytes.readInt32LE(18), bytes.readInt32LE(22)]
  const [depth, packing] = [bytes.readUInt16LE(28) / 8, bytes.readUInt32LE(30)]
  const isPlain =
    (packing === PLAIN && (depth === 3 || depth === 4)) ||
    (packing === BIT_FIELDS && depth === 4 && hasUsualMasks(bytes))
  const height = Math.abs(rows)
  if (!isPlain || width < 1 || height < 1 || width * height > MAX_PIXELS) return undefined
  // Rows are padded to a multiple of four bytes.
  const stride = Math.ceil((width * depth) / 4) * 4
  if (start < HEADER || start + stride * height > bytes.length) return undefined
  const data = Buffer.allocUnsafe(width * height * 3)
  for (let y = 0; y < height; y += 1) {
    // The lowest row comes first, unless the height is negative.
    const row = start + (rows > 0 ? height - 1 - y : y) * stride
    copyRow(bytes, row, depth, data.subarray(y * width * 3, (y + 1) * width * 3))
  }
  return { data, width, height }
}

/** Converts BGR to RGB. The fourth byte is ignored: programs disagree on its meaning, so pictures are opaque. */
function copyRow(bytes: Buffer, row: number, depth: number, target: Buffer): void {
  for (let at = row, to = 0; to < target.length; at += depth, to += 3) {
    target[to] = bytes[at + 2] ?? 0
    target[to + 1] = bytes[at + 1] ?? 0
    target[to + 2] = bytes[at] ?? 0
  }
}

function hasUsualMasks(bytes: Buffer): boolean {
  return (
    bytes.length >= HEADER + 12 &&
    bytes.readUInt32LE(54) === 0xff0000 &&
    bytes.readUInt32LE(58) === 0xff00 &&
    bytes.readUInt32LE(62) === 0xff
  )
}
