import sharp, { type Sharp } from 'sharp'
import { readBitmap } from './bitmap.ts'

/** Twice the largest square that pages show, for dense screens. */
const SIDE = 256
/** Refuses a decompression bomb of 20,000 × 20,000 pixels before it is decoded. */
const LIMIT = { limitInputPixels: 50_000_000, failOn: 'error' } as const
const RASTERS = ['jpeg', 'png', 'gif']
const SECONDS = 10

/** Larger SVG files are no portraits, and rendering costs time per pixel. */
const SVG_LIMITS = { bytes: 256 * 1024, pixels: 4_000_000 }
/** Scripts, entities, external references, and elements by which a small SVG renders for minutes. */
const UNSAFE_SVG =
  /<!(?!--)|<\?(?!xml\s)|<(?:\w+:)?(?:script|foreignobject|image|filter|style|iframe|use|pattern|mask)\b|\bon\w+\s*=|\bhref\s*=\s*["']?\s*[^#"'\s]|@import|url\(\s*(?!["']?#)/i

/**
 * Draws a new square picture from the pixels of an upload: without metadata, scripts, or bytes behind its end. Undefined
 * when the upload is not JPEG, PNG, GIF, BMP or SVG. The content decides, not the file name.
 */
export async function drawPortrait(bytes: Buffer): Promise<Buffer | undefined> {
  try {
    const picture = await decode(bytes)
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

async function decode(bytes: Buffer): Promise<Sharp | undefined> {
  const bitmap = readBitmap(bytes)
  if (bitmap) return sharp(bitmap.data, { raw: { width: bitmap.width, height: bitmap.height, channels: 3 } })
  if (looksLikeSvg(bytes)) return decodeSvg(bytes)
  const { format } = await sharp(bytes, LIMIT).metadata()
  return RASTERS.includes(format) ? sharp(bytes, LIMIT).autoOrient() : undefined
}

const looksLikeSvg = (bytes: Buffer): boolean => /^\s*<|^\ufeff/.test(bytes.toString('utf8', 0, 64))

/** Renders the SVG to pixels here and never publishes it: browsers run scripts in SVG. */
async function decodeSvg(bytes: Buffer): Promise<Sharp | undefined> {
  if (bytes.length > SVG_LIMITS.bytes || UNSAFE_SVG.test(bytes.toString('utf8'))) return undefined
  const options = { limitInputPixels: SVG_LIMITS.pixels, failOn: 'error' } as const
  const { format } = await sharp(bytes, options).metadata()
  return format === 'svg' ? sharp(bytes, options) : undefined
}
