import sharp, { type Sharp } from 'sharp'
import type { MediaStore } from '../../adapters/media/port.ts'

/** A bomb of 100 megapixels is refused before it is unpacked. */
const LIMIT = { limitInputPixels: 50_000_000, failOn: 'error' } as const
const WIDTHS = {
  covers: [160, 320, 640, 1024],
  people: [160, 320, 640],
  news: [320, 640, 1024],
  banners: [640, 1024, 1600],
}
export type PictureKind = keyof typeof WIDTHS

const OG = { width: 1200, height: 630 }

/** Below it a cover is blurred where it is shown large. */
const GOOD_COVER = 640
export const isSmall = (kind: PictureKind, widths: number[]): boolean =>
  kind === 'covers' && Math.max(...widths) < GOOD_COVER

async function widthsOf(bytes: Uint8Array, kind: PictureKind): Promise<number[] | string> {
  const found = await sharp(bytes, { ...LIMIT, limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (!found?.autoOrient.width) return 'notPicture'
  const { width, height } = found.autoOrient
  if (width * height > LIMIT.limitInputPixels) return 'hugePicture'
  const fitting = WIDTHS[kind].filter((wanted) => wanted <= width)
  return fitting.length > 0 ? fitting : [width]
}

/** The same answer without making anything. */
export async function provePicture(bytes: Uint8Array, kind: PictureKind): Promise<number[] | string> {
  const widths = await widthsOf(bytes, kind)
  if (typeof widths === 'string') return widths
  return unpacked(bytes, Math.max(...widths)).then(
    () => widths,
    () => 'brokenPicture',
  )
}

/** Makes every size and format of a picture under `base` and answers the widths, or why it is none. Never enlarges. */
export async function storePicture(
  media: MediaStore,
  bytes: Uint8Array,
  base: string,
  kind: PictureKind,
): Promise<number[] | string> {
  const widths = await widthsOf(bytes, kind)
  if (typeof widths === 'string') return widths
  try {
    const picture = await unpacked(bytes, Math.max(...widths))
    for (const wanted of widths) await storeWidth(media, picture, base, wanted)
    if (kind === 'covers' || kind === 'people') await media.put(`${base}-og.jpg`, await socialCard(bytes))
  } catch {
    return 'brokenPicture'
  }
  return widths
}

/** Unpacked once, at the largest size that is wanted: each size and format would do it again. */
async function unpacked(bytes: Uint8Array, width: number): Promise<Sharp> {
  const { data, info } = await sharp(bytes, LIMIT)
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
}

async function storeWidth(media: MediaStore, picture: Sharp, base: string, width: number): Promise<void> {
  const [webp, avif] = await Promise.all([
    picture.clone().resize({ width }).webp({ quality: 78, effort: 2 }).toBuffer(),
    // More effort doubles the time of a whole import for a tenth of the bytes.
    picture
      .clone()
      .resize({ width })
      .avif({ quality: 52, effort: width > 640 ? 0 : 1 })
      .toBuffer(),
  ])
  await media.put(`${base}-${width}.webp`, webp)
  await media.put(`${base}-${width}.avif`, avif)
}

/** The picture whole, on a blurred field of itself. */
async function socialCard(bytes: Uint8Array): Promise<Buffer> {
  // Blurred small and enlarged: the same look at a quarter of the time.
  const small = await sharp(bytes, LIMIT)
    .autoOrient()
    .resize({ width: 120, height: 63, fit: 'cover' })
    .blur(3)
    .modulate({ brightness: 0.6 })
    .toBuffer()
  const field = await sharp(small)
    .resize({ ...OG, kernel: 'cubic' })
    .toBuffer()
  const front = await sharp(bytes, LIMIT)
    .autoOrient()
    .resize({ width: 560, height: 560, fit: 'inside', withoutEnlargement: true })
    .toBuffer()
  return sharp(field)
    .composite([{ input: front, gravity: 'centre' }])
    .jpeg({ quality: 82 })
    .toBuffer()
}
