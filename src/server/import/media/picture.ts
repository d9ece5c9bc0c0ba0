import sharp, { type Sharp } from 'sharp'
import type { MediaStore } from '../../adapters/media/port.ts'

/** Larger pictures are refused before they are decoded: a small file can contain 100 megapixels. */
const LIMIT = { limitInputPixels: 50_000_000, failOn: 'error' } as const
const WIDTHS = {
  covers: [160, 320, 640, 1024],
  people: [160, 320, 640],
  news: [320, 640, 1024],
  banners: [640, 1024, 1600],
}
export type PictureKind = keyof typeof WIDTHS

const OG = { width: 1200, height: 630 }

/** A smaller cover is blurred where it is shown large. */
const MIN_COVER_WIDTH = 640
export const isSmall = (kind: PictureKind, widths: number[]): boolean =>
  kind === 'covers' && Math.max(...widths) < MIN_COVER_WIDTH

async function widthsOf(bytes: Uint8Array, kind: PictureKind): Promise<number[] | string> {
  const found = await sharp(bytes, { ...LIMIT, limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (!found?.autoOrient.width) return 'notPicture'
  const { width, height } = found.autoOrient
  if (width * height > LIMIT.limitInputPixels) return 'hugePicture'
  const fitting = WIDTHS[kind].filter((candidate) => candidate <= width)
  return fitting.length > 0 ? fitting : [width]
}

/** Same result as `storePicture`, but stores nothing. */
export async function checkPicture(bytes: Uint8Array, kind: PictureKind): Promise<number[] | string> {
  const widths = await widthsOf(bytes, kind)
  if (typeof widths === 'string') return widths
  return decode(bytes, Math.max(...widths)).then(
    () => widths,
    () => 'brokenPicture',
  )
}

/** Stores every size and format of a picture under `base` and returns the widths; a string result is the reason why it was refused. Never enlarges. */
export async function storePicture(
  media: MediaStore,
  bytes: Uint8Array,
  base: string,
  kind: PictureKind,
): Promise<number[] | string> {
  const widths = await widthsOf(bytes, kind)
  if (typeof widths === 'string') return widths
  try {
    const picture = await decode(bytes, Math.max(...widths))
    for (const width of widths) await storeWidth(media, picture, base, width)
    if (kind === 'covers' || kind === 'people') await media.put(`${base}-og.jpg`, await socialCard(bytes))
  } catch {
    return 'brokenPicture'
  }
  return widths
}

/** Decodes once at the largest width: each size and format would decode again. */
async function decode(bytes: Uint8Array, width: number): Promise<Sharp> {
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
    // More effort doubles the time of an import and saves a tenth of the bytes.
    picture
      .clone()
      .resize({ width })
      .avif({ quality: 52, effort: width > 640 ? 0 : 1 })
      .toBuffer(),
  ])
  await media.put(`${base}-${width}.webp`, webp)
  await media.put(`${base}-${width}.avif`, avif)
}

/** The whole picture on a blurred copy of itself. */
async function socialCard(bytes: Uint8Array): Promise<Buffer> {
  // Blurring small and enlarging looks the same and takes a quarter of the time.
  const small = await sharp(bytes, LIMIT)
    .autoOrient()
    .resize({ width: 120, height: 63, fit: 'cover' })
    .blur(3)
    .modulate({ brightness: 0.6 })
    .toBuffer()
  const background = await sharp(small)
    .resize({ ...OG, kernel: 'cubic' })
    .toBuffer()
  const front = await sharp(bytes, LIMIT)
    .autoOrient()
    .resize({ width: 560, height: 560, fit: 'inside', withoutEnlargement: true })
    .toBuffer()
  return sharp(background)
    .composite([{ input: front, gravity: 'centre' }])
    .jpeg({ quality: 82 })
    .toBuffer()
}
