import { existsSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { MediaStore } from '../../adapters/media/port.ts'
import type { Db } from '../../db/connect.ts'
import { contentName, readWhole } from '../../runtime/mp3/scan.ts'
import type { Part } from './cut.ts'
import { pictureInTags } from './tags.ts'
import { AUDIO_NAME, isAddress } from '../source/paths.ts'
import { ebookFormatOf } from './ebook-file.ts'
import type { EncodingWatch } from './encode.ts'
import { fetchFile } from './download.ts'
import { isDryRun } from '../../db/dry-run.ts'
import { copyPicture, storedPath } from './exported.ts'
import { saveMediaFile, type MediaFile } from './media-rows.ts'
import { createSoundFiles, type StoredAudio } from './sound-files.ts'
import { checkPicture, isSmall, storePicture, type PictureKind } from './picture.ts'

type StoredPicture = { id: number; path: string; note?: 'smallPicture' }
type StoredEbook = { id: number; path: string }
export type Files = {
  /** Cuts a part out of the file between frames. */
  audio(path: string, part?: Part): Promise<StoredAudio | string>
  sample(path: string): Promise<StoredAudio | string>
  /** Of an audio file: the picture in its tags. */
  picture(path: string, kind: PictureKind): Promise<StoredPicture | string>
  ebook(path: string): Promise<StoredEbook | string>
} & AsyncDisposable

const MEDIA_FILE = 'id, path, seconds, waveform, widths'
const PICTURE_LIMIT = 20 * 1024 * 1024
const EBOOK_LIMIT = 50 * 1024 * 1024
/** `downloads`: pictures may be web addresses, and whether they may be on the own network. */
type Source = {
  db: Db
  media: MediaStore
  folder: string
  downloads?: { allowsPrivate: boolean } | undefined
  watch?: EncodingWatch
}

/** Copies files of one import folder into the media store. A string result is the reason why a file was refused. */
export function createFiles({ db, media, folder, downloads, watch }: Source): Files {
  const isWriting = !isDryRun(db)
  async function find(path: string): Promise<MediaFile | undefined> {
    const [found] = await db.query<MediaFile & { is_unused: boolean }>(
      `select ${MEDIA_FILE}, unused_since is not null as is_unused from media_files where path = $1`,
      [path],
    )
    if (!found?.is_unused || !isWriting) return found
    // Otherwise it could be removed before a row refers to it; undefined when it just was.
    const [taken] = await db.query<MediaFile>(
      `update media_files set unused_since = null where path = $1 returning ${MEDIA_FILE}`,
      [path],
    )
    return taken
  }

  const sound = createSoundFiles({ db, media, find, isWriting, watch })

  return {
    audio: async (path, part) =>
      (await ofShop(path)) ?? withinFolder(path, (file) => (part ? sound.cut(file, part) : sound.store(file))),
    sample: async (path) => (await ofShop(path)) ?? withinFolder(path, sound.storeSample),
    picture: async (path, kind) =>
      (await ofShop(path)) ??
      (downloads && isAddress(path) ? fetchPicture(path, kind, downloads) : undefined) ??
      withinFolder(path, (file) => (storedPath(path) ? copyExported(file, path, kind) : storePictureFile(file, kind))),
    ebook: async (path) => (await ofShop(path)) ?? withinFolder(path, storeEbook),
    [Symbol.asyncDispose]: () => sound[Symbol.asyncDispose](),
  }

  /** A file that the shop has and the folder has not, by the path that an export gives it. */
  async function ofShop(path: string): Promise<(MediaFile & { seconds: number }) | undefined> {
    const stored = storedPath(path)
    if (!stored || existsSync(join(folder, path))) return undefined
    const found = await find(stored)
    return found && { ...found, seconds: found.seconds ?? 0 }
  }

  /** Any picture, whatever its server says it is: the content decides. */
  function fetchPicture(
    address: string,
    kind: PictureKind,
    { allowsPrivate }: { allowsPrivate: boolean },
  ): Promise<StoredPicture | string> {
    return fetchFile(address, { allowsPrivate, maxBytes: PICTURE_LIMIT }, (file) => storePictureFile(file, kind))
  }

  async function copyExported(file: string, path: string, kind: PictureKind): Promise<StoredPicture | string> {
    const copied = await copyPicture(media, file, path.slice('media/'.length), isWriting)
    if (typeof copied === 'string') return copied
    const { widths, bytes } = copied
    const saved = await saveMediaFile(db, { kind: 'picture', path: path.slice('media/'.length), bytes, widths })
    return withNote(saved, kind, widths)
  }

  /** A row may only name files of its own import folder. */
  async function withinFolder<Result>(
    path: string,
    work: (file: string) => Promise<Result | string>,
  ): Promise<Result | string> {
    const file = join(folder, path)
    const within = relative(folder, file)
    if (!within || within.startsWith(`..${sep}`) || within === '..' || path.includes('\0')) return 'outsideFolder'
    return work(file)
  }

  async function storePictureFile(file: string, kind: PictureKind): Promise<StoredPicture | string> {
    const bytes = AUDIO_NAME.test(file) ? ((await pictureInTags(file)) ?? 'noPicture') : await readWhole(file)
    if (typeof bytes === 'string') return bytes
    const base = `${kind}/${contentName(bytes)}`
    const existing = await find(base)
    const last = existing?.widths?.at(-1)
    if (existing && last && (await media.stat(`${base}-${last}.avif`)))
      return withNote(existing, kind, existing.widths ?? [])
    const widths = isWriting ? await storePicture(media, bytes, base, kind) : await checkPicture(bytes, kind)
    if (typeof widths === 'string') return widths
    return withNote(await saveMediaFile(db, { kind: 'picture', path: base, bytes: bytes.length, widths }), kind, widths)
  }

  async function storeEbook(file: string): Promise<StoredEbook | string> {
    const bytes = await readWhole(file, EBOOK_LIMIT)
    if (typeof bytes === 'string') return bytes
    const checked = ebookFormatOf(bytes)
    if (typeof checked === 'string') return checked
    const object = `ebooks/${contentName(bytes)}.${checked.format}`
    const existing = await find(object)
    if (existing && (await media.stat(object))) return existing
    if (isWriting) await media.put(object, bytes)
    return saveMediaFile(db, { kind: 'ebook', path: object, bytes: bytes.length })
  }
}

function withNote({ id, path }: StoredPicture, kind: PictureKind, widths: number[]): StoredPicture {
  return { id, path, ...(isSmall(kind, widths) && { note: 'smallPicture' as const }) }
}
