import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import sharp from 'sharp'
import type { MediaStore } from '../../adapters/media/port.ts'
import { codeOf } from '../../runtime/startup-error.ts'

/** Path in the shop of a file that an export names `media/…`. */
export const storedPath = (path: string): string | undefined => /^media\/((?:[\w-]+\/)+[\w.-]+)$/.exec(path)?.[1]

const FORMATS: Record<string, string> = { webp: 'webp', avif: 'heif', jpg: 'jpeg' }
const LIMIT = { limitInputPixels: 50_000_000 }

/**
 * Copies the sizes and formats of an exported picture, `base-320.webp` and so on, into the media store and returns the widths.
 * A string result is the reason why it was refused.
 */
export async function copyPicture(media: MediaStore, base: string, path: string, isWriting: boolean) {
  const names = await readdir(dirname(base)).catch((error: unknown) =>
    codeOf(error) === 'ENOENT' ? [] : Promise.reject(error),
  )
  const own = names.filter((name) => name.startsWith(`${basename(base)}-`))
  const widths = new Set<number>()
  let bytes = 0
  for (const name of own) {
    const [, size = '', format = ''] = /-(\d{1,5}|og)\.(webp|avif|jpg)$/.exec(name) ?? []
    if (!format) continue
    const content = await readFile(join(dirname(base), name))
    const found = await sharp(content, LIMIT)
      .metadata()
      .catch(() => undefined)
    if (found?.format !== FORMATS[format] || (size !== 'og' && found?.width !== Number(size))) return 'brokenPicture'
    if (size !== 'og') widths.add(Number(size))
    bytes += format === 'webp' ? content.length : 0
    if (isWriting) await media.put(`${path}-${size}.${format}`, content)
  }
  return widths.size > 0 ? { widths: [...widths].toSorted((one, other) => one - other), bytes } : 'missing'
}
