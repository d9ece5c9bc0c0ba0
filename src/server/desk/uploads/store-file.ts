import { open, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, extname } from 'node:path'
import { isEbook, isSound, SNIFF_BYTES, sniffFile } from '#contract/desk/uploads/sniff-file.ts'
import type { AppContext } from '../../context.ts'
import type { EncodingWatch } from '../../import/media/encode.ts'
import { createFiles, type Files } from '../../import/media/files.ts'
import { pictureInTags, tagsOf } from '../../import/media/tags.ts'
import { nameOf } from '../../import/source/sound.ts'
import { mediaPath } from '../../import/stored/texts.ts'
import type { StoredFile } from './upload-state.ts'

/** Looks what a file really is, and stores it as the import does. A string result is the reason why it was refused. */
export async function storeFile(
  { db, media }: Pick<AppContext, 'db' | 'media'>,
  path: string,
  name: string,
  watch: EncodingWatch,
): Promise<StoredFile | string> {
  await using files = createFiles({ db, media, folder: dirname(path), watch })
  const kind = sniffFile(await headOf(path))
  if (kind === 'picture') return storeCover(files, path)
  if (isEbook(kind, name)) return storeEbook(files, path)
  if (!isSound(kind, name)) return kind
  // The stored original keeps its kind of name.
  const file = `${path}${
    extname(name)
      .toLowerCase()
      .match(/^\.\w{2,4}$/)?.[0] ?? ''
  }`
  await rename(path, file)
  try {
    const stored = await storeSound(files, file, name)
    return typeof stored === 'string' && NO_MP3.has(stored) ? kind : stored
  } finally {
    await rm(file, { force: true })
  }
}

/** Reasons of the import for which it would have needed ffmpeg. */
const NO_MP3: ReadonlySet<string> = new Set(['mp4Audio', 'otherAudio', 'notMp3'])

async function storeSound(files: Files, path: string, name: string): Promise<StoredFile | string> {
  const audio = await files.audio(basename(path))
  if (typeof audio === 'string') return audio
  const tags = (await tagsOf(path))?.common
  return {
    kind: 'audio',
    path: mediaPath(audio.path),
    seconds: audio.seconds,
    translations: nameOf(tags?.title ?? '', 0, name.replace(/\.\w{2,4}$/, '')),
    disc: tags?.disk.no ?? null,
    track: tags?.track.no ?? null,
    album: tags?.album ?? null,
    artists: (tags?.artists ?? []).slice(0, 10),
    cover: await coverInTags(files, path),
    is_small: false,
    ...(audio.note && { note: audio.note }),
  }
}

const NO_SOUND = { translations: {}, disc: null, track: null, album: null, artists: [], seconds: 0 }

async function storeCover(files: Files, path: string): Promise<StoredFile | string> {
  const picture = await files.picture(basename(path), 'covers')
  if (typeof picture === 'string') return picture
  const stored = mediaPath(picture.path)
  return { ...NO_SOUND, kind: 'picture', path: stored, cover: stored, is_small: picture.note === 'smallPicture' }
}

/** A PDF or an EPUB for the list of e-books; a title takes neither. */
async function storeEbook(files: Files, path: string): Promise<StoredFile | string> {
  const ebook = await files.ebook(basename(path))
  return typeof ebook === 'string'
    ? ebook
    : { ...NO_SOUND, kind: 'ebook', path: mediaPath(ebook.path), cover: null, is_small: false }
}

/** A picture that cannot be used is none: the sound is what was uploaded. */
async function coverInTags(files: Files, path: string): Promise<string | null> {
  const bytes = await pictureInTags(path)
  if (!bytes) return null
  const file = `${path}.cover`
  try {
    await writeFile(file, bytes, { mode: 0o600 })
    const picture = await files.picture(basename(file), 'covers')
    return typeof picture === 'string' ? null : mediaPath(picture.path)
  } finally {
    await rm(file, { force: true })
  }
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
