import sharp, { type Sharp } from 'sharp'
import { readBitmap } from './bitmap.ts'

/** Of the square that pages show, twice as fine as the largest. */
const SIDE = 256
/** A picture of 20,000 × 20,000 is refused before it is unpacked. */
const LIMIT = { limitInputPixels: 50_000_000, failOn: 'error' } as const
const RASTERS = ['jpeg', 'png', 'gif']
const SECONDS = 10

/** Larger drawings are no portraits, and each point of one costs work. */
const DRAWING = { bytes: 256 * 1024, pixels: 4_000_000 }
/** Code, entities, references to anything outside, and what makes a small drawing cost minutes. */
const UNWANTED =
  /<!(?!--)|<\?(?!xml\s)|<(?:\w+:)?(?:script|foreignobject|image|filter|style|iframe|use|pattern|mask)\b|\bon\w+\s*=|\bhref\s*=\s*["']?\s*[^#"'\s]|@import|url\(\s*(?!["']?#)/i

/**
 * A square picture of our own making, of which only the colours come from what was sent: no metadata, no script, nothing
 * behind the end. Undefined when it is no picture of a kind that D5 names. The content decides, not the name.
 */
export async function drawPortrait(bytes: Buffer): Promise<Buffer | undefined> {
  try {
    const picture = await open(bytes)
    return await picture
      ?.resize({ width: SIDE, height: SIDE, fit: 'cover', position: 'attention' })
      .flatten({ background: '#fff' })
      .webp({ quality: 82 })
      .timeout({ seconds: SECONDS })
      .toBuffer()
  } catch {
    return undefined
  }
}

async function open(bytes: Buffer): Promise<Sharp | undefined> {
  const bitmap = readBitmap(bytes)
  if (bitmap) return sharp(bitmap.data, { raw: { width: bitmap.width, height: bitmap.height, channels: 3 } })
  if (looksDrawn(bytes)) return openDrawing(bytes)
  const { format } = await sharp(bytes, LIMIT).metadata()
  return RASTERS.includes(format) ? sharp(bytes, LIMIT).autoOrient() : undefined
}

const looksDrawn = (bytes: Buffer): boolean => /^\s*<|^\ufeff/.test(bytes.toString('utf8', 0, 64))

/** Drawn here into points, never handed on: a drawing is a program of its own in a browser. */
async function openDrawing(bytes: Buffer): Promise<Sharp | undefined> {
  if (bytes.length > DRAWING.bytes || UNWANTED.test(bytes.toString('utf8'))) return undefined
  const options = { limitInputPixels: DRAWING.pixels, failOn: 'error' } as const
  const { format } = await sharp(bytes, options).metadata()
  return format === 'svg' ? sharp(bytes, options) : undefined
}
