import { existsSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { MediaStore } from '../../adapters/media/port.ts'
import type { Db } from '../../db/connect.ts'
import { contentName, readWhole, scanMp3, waveformOf, type Measured, type Scanned } from '../../runtime/mp3/scan.ts'
import { cutAt, type Part } from './cut.ts'
import { pictureInTags } from './tags.ts'
import { isAddress } from '../source/paths.ts'
import { fetchFile } from './download.ts'
import { isDryRun } from '../../db/dry-run.ts'
import { copyPicture, storedPath } from './exported.ts'
import { checkPicture, isSmall, storePicture, type PictureKind } from './picture.ts'

export type StoredAudio = {
  id: number
  path: string
  seconds: number
  waveform: number[] | null
  note?: Measured['note']
}
export type StoredPicture = { id: number; path: string; note?: 'smallPicture' }
export type StoredEbook = { id: number }
export type Files = {
  /** Cuts a part out of the file between frames. */
  audio(path: string, part?: Part): Promise<StoredAudio | string>
  sample(path: string): Promise<StoredAudio | string>
  /** Of an audio file: the picture in its tags. */
  picture(path: string, kind: PictureKind): Promise<StoredPicture | string>
  ebook(path: string): Promise<StoredEbook | string>
}

const SAMPLE_LIMIT = 16 * 1024 * 1024
const PICTURE_LIMIT = 20 * 1024 * 1024
const EBOOK_LIMIT = 50 * 1024 * 1024
/** An EPUB is a zip whose first entry, uncompressed, contains its type. */
const EPUB = 'mimetypeapplication/epub+zip'
const AUDIO_NAME = /\.(?:mp3|m4[ab]|mp4)$/i

/** The format by content; the file name may be wrong. */
function ebookFormatOf(bytes: Uint8Array): 'epub' | 'pdf' | undefined {
  const text = (start: number, length: number) => Buffer.from(bytes.subarray(start, start + length)).toString('latin1')
  if (text(0, 5) === '%PDF-') return 'pdf'
  return text(0, 4) === 'PK\u0003\u0004' && text(30, EPUB.length) === EPUB ? 'epub' : undefined
}

type MediaFile = {
  id: number
  path: string
  seconds: number | null
  waveform: number[] | null
  widths: number[] | null
}
/** `downloads`: pictures may be web addresses, and whether they may be on the own network. */
type Source = { db: Db; media: MediaStore; folder: string; downloads?: { allowsPrivate: boolean } | undefined }

/** Copies files of one import folder into the media store. A string result is the reason why a file was refused. */
export function createFiles({ db, media, folder, downloads }: Source): Files {
  const isWriting = !isDryRun(db)
  /** Chapters of one file are cut one after the other: the file is scanned once. */
  let lastScan: { file: string; scanned: Scanned } | undefined
  const find = async (path: string): Promise<MediaFile | undefined> =>
    (
      await db.query<MediaFile>('select id, path, seconds, waveform, widths from media_files where path = $1', [path])
    )[0]

  return {
    audio: async (path, part) =>
      (await ofShop(path)) ?? withinFolder(path, (file) => (part ? cutAudio(file, part) : storeAudio(file))),
    sample: async (path) => (await ofShop(path)) ?? withinFolder(path, storeSample),
    picture: async (path, kind) =>
      (await ofShop(path)) ??
      (downloads && isAddress(path) ? fetchPicture(path, kind, downloads) : undefined) ??
      withinFolder(path, (file) => (storedPath(path) ? copyExported(file, path, kind) : storePictureFile(file, kind))),
    ebook: async (path) => (await ofShop(path)) ?? withinFolder(path, storeEbook),
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

  async function storeAudio(file: string): Promise<StoredAudio | string> {
    const scanned = await scanMp3(file)
    return typeof scanned === 'string' ? scanned : storeSound(scanned, { file }, null)
  }

  async function storeSample(file: string): Promise<StoredAudio | string> {
    // A sample is decoded in memory.
    const bytes = await readWhole(file, SAMPLE_LIMIT)
    if (typeof bytes === 'string') return bytes
    const scanned = await scanMp3(file)
    return typeof scanned === 'string' ? scanned : storeSound(scanned, bytes, () => waveformOf(bytes))
  }

  async function cutAudio(file: string, part: Part): Promise<StoredAudio | string> {
    const scanned = lastScan?.file === file ? lastScan.scanned : await scanMp3(file)
    if (typeof scanned === 'string') return scanned
    lastScan = { file, scanned }
    const range = cutAt(scanned, part)
    if (!range) return 'emptyPart'
    const piece = await scanMp3(file, range)
    if (typeof piece === 'string') return piece
    const bytes = await readWhole(file, undefined, range)
    return typeof bytes === 'string' ? bytes : storeSound(piece, bytes, null)
  }

  async function storeSound(
    { name, bytes, seconds, note }: Scanned,
    content: Uint8Array | { file: string },
    makeWaveform: (() => Promise<number[]>) | null,
  ): Promise<StoredAudio> {
    const path = `audio/${name}.mp3`
    const existing = await find(path)
    const withAudioNote = note && { note }
    if (existing?.seconds === seconds && (existing.waveform || !makeWaveform) && (await media.stat(path)))
      return { ...existing, seconds, ...withAudioNote }
    const waveform = makeWaveform ? await makeWaveform() : null
    if (isWriting) await media.put(path, content)
    return {
      ...(await saveMediaFile(db, { kind: 'audio', path, bytes, seconds, waveform })),
      seconds,
      waveform,
      ...withAudioNote,
    }
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
    const format = ebookFormatOf(bytes)
    if (!format) return 'notEbook'
    const object = `ebooks/${contentName(bytes)}.${format}`
    const existing = await find(object)
    if (existing && (await media.stat(object))) return existing
    if (isWriting) await media.put(object, bytes)
    return saveMediaFile(db, { kind: 'ebook', path: object, bytes: bytes.length })
  }
}

function withNote({ id, path }: StoredPicture, kind: PictureKind, widths: number[]): StoredPicture {
  return { id, path, ...(isSmall(kind, widths) && { note: 'smallPicture' as const }) }
}

type NewMediaFile = {
  kind: 'audio' | 'picture' | 'ebook'
  path: string
  bytes: number
  seconds?: number
  waveform?: number[] | null
  widths?: number[]
}

export async function saveMediaFile(db: Db, file: NewMediaFile): Promise<{ id: number; path: string }> {
  const [row] = await db.query<{ id: number }>(
    `insert into media_files (kind, path, hash, bytes, seconds, waveform, widths) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (path) do update set bytes = excluded.bytes, seconds = excluded.seconds, waveform = coalesce(excluded.waveform, media_files.waveform), widths = excluded.widths
     returning id`,
    [
      file.kind,
      file.path,
      file.path.replace(/^\w+\/|\.\w+$/g, ''),
      file.bytes,
      file.seconds ?? null,
      file.waveform ?? null,
      file.widths ?? null,
    ],
  )
  if (!row) throw new Error(`media_files returned no row for ${file.path}`)
  return { id: row.id, path: file.path }
}
