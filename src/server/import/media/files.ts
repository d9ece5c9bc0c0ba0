import { join, relative, sep } from 'node:path'
import type { MediaStore } from '../../adapters/media/port.ts'
import type { Db } from '../../db/connect.ts'
import { contentName, readWhole, scanMp3, waveformOf, type Measured, type Scanned } from '../../runtime/mp3/scan.ts'
import { cutAt, type Part } from './cut.ts'
import { pictureInTags } from './tags.ts'
import { isDryRun } from '../../db/dry-run.ts'
import { isSmall, provePicture, storePicture, type PictureKind } from './picture.ts'

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
  /** A part is cut out of the file at its frames. */
  audio(path: string, part?: Part): Promise<StoredAudio | string>
  sample(path: string): Promise<StoredAudio | string>
  /** Out of an audio file comes the picture of its tags. */
  picture(path: string, kind: PictureKind): Promise<StoredPicture | string>
  ebook(path: string): Promise<StoredEbook | string>
}

const SAMPLE_LIMIT = 16 * 1024 * 1024
const EBOOK_LIMIT = 50 * 1024 * 1024
/** An EPUB is a zip whose first file, not packed, says what it is. */
const EPUB = 'mimetypeapplication/epub+zip'
const AUDIO_NAME = /\.(?:mp3|m4[ab]|mp4)$/i

/** By what is in it, never by its name. */
function ebookFormatOf(bytes: Uint8Array): 'epub' | 'pdf' | undefined {
  const text = (start: number, length: number) => Buffer.from(bytes.subarray(start, start + length)).toString('latin1')
  if (text(0, 5) === '%PDF-') return 'pdf'
  return text(0, 4) === 'PK\u0003\u0004' && text(30, EPUB.length) === EPUB ? 'epub' : undefined
}

type Known = { id: number; path: string; seconds: number | null; waveform: number[] | null; widths: number[] | null }
/** Files of one import folder on their way into the media store. A text as answer says why a file was refused. */
export function createFiles({ db, media, folder }: { db: Db; media: MediaStore; folder: string }): Files {
  const isReal = !isDryRun(db)
  /** Chapters are cut out of one file after the other: it is scanned once for all of them. */
  let latest: { file: string; scanned: Scanned } | undefined
  const find = async (path: string): Promise<Known | undefined> =>
    (await db.query<Known>('select id, path, seconds, waveform, widths from media_files where path = $1', [path]))[0]

  return {
    audio: (path, part) => inside(path, (file) => (part ? cutAudio(file, part) : keepAudio(file))),
    sample: (path) => inside(path, keepSample),
    picture: (path, kind) => inside(path, (file) => keepPicture(file, kind)),
    ebook: (path) => inside(path, keepEbook),
  }

  /** A row may only name files of its own import folder. */
  async function inside<Result>(
    path: string,
    work: (file: string) => Promise<Result | string>,
  ): Promise<Result | string> {
    const file = join(folder, path)
    const within = relative(folder, file)
    if (!within || within.startsWith(`..${sep}`) || within === '..' || path.includes('\0')) return 'outsideFolder'
    return work(file)
  }

  async function keepAudio(file: string): Promise<StoredAudio | string> {
    const scanned = await scanMp3(file)
    return typeof scanned === 'string' ? scanned : keepSound(scanned, { file }, null)
  }

  async function keepSample(file: string): Promise<StoredAudio | string> {
    // It is decoded whole in memory.
    const bytes = await readWhole(file, SAMPLE_LIMIT)
    if (typeof bytes === 'string') return bytes
    const scanned = await scanMp3(file)
    return typeof scanned === 'string' ? scanned : keepSound(scanned, bytes, () => waveformOf(bytes))
  }

  async function cutAudio(file: string, part: Part): Promise<StoredAudio | string> {
    const scanned = latest?.file === file ? latest.scanned : await scanMp3(file)
    if (typeof scanned === 'string') return scanned
    latest = { file, scanned }
    const range = cutAt(scanned, part)
    if (!range) return 'emptyPart'
    const piece = await scanMp3(file, range)
    if (typeof piece === 'string') return piece
    const bytes = await readWhole(file, undefined, range)
    return typeof bytes === 'string' ? bytes : keepSound(piece, bytes, null)
  }

  async function keepSound(
    { name, bytes, seconds, note }: Scanned,
    content: Uint8Array | { file: string },
    draw: (() => Promise<number[]>) | null,
  ): Promise<StoredAudio> {
    const path = `audio/${name}.mp3`
    const known = await find(path)
    const noted = note && { note }
    if (known?.seconds === seconds && (known.waveform || !draw) && (await media.stat(path)))
      return { ...known, seconds, ...noted }
    const waveform = draw ? await draw() : null
    if (isReal) await media.put(path, content)
    return { ...(await remember(db, { kind: 'audio', path, bytes, seconds, waveform })), seconds, waveform, ...noted }
  }

  async function keepPicture(file: string, kind: PictureKind): Promise<StoredPicture | string> {
    const bytes = AUDIO_NAME.test(file) ? ((await pictureInTags(file)) ?? 'noPicture') : await readWhole(file)
    if (typeof bytes === 'string') return bytes
    const base = `${kind}/${contentName(bytes)}`
    const known = await find(base)
    const last = known?.widths?.at(-1)
    if (known && last && (await media.stat(`${base}-${last}.avif`))) return withNote(known, kind, known.widths ?? [])
    const widths = isReal ? await storePicture(media, bytes, base, kind) : await provePicture(bytes, kind)
    if (typeof widths === 'string') return widths
    return withNote(await remember(db, { kind: 'picture', path: base, bytes: bytes.length, widths }), kind, widths)
  }

  async function keepEbook(file: string): Promise<StoredEbook | string> {
    const bytes = await readWhole(file, EBOOK_LIMIT)
    if (typeof bytes === 'string') return bytes
    const format = ebookFormatOf(bytes)
    if (!format) return 'notEbook'
    const object = `ebooks/${contentName(bytes)}.${format}`
    const known = await find(object)
    if (known && (await media.stat(object))) return known
    if (isReal) await media.put(object, bytes)
    return remember(db, { kind: 'ebook', path: object, bytes: bytes.length })
  }
}

function withNote({ id, path }: StoredPicture, kind: PictureKind, widths: number[]): StoredPicture {
  return { id, path, ...(isSmall(kind, widths) && { note: 'smallPicture' as const }) }
}

type Remembered = {
  kind: 'audio' | 'picture' | 'ebook'
  path: string
  bytes: number
  seconds?: number
  waveform?: number[] | null
  widths?: number[]
}

async function remember(db: Db, file: Remembered): Promise<{ id: number; path: string }> {
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
  if (!row) throw new Error(`media_files gave no row for ${file.path}`)
  return { id: row.id, path: file.path }
}
