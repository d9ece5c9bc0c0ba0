import { createHash } from 'node:crypto'
import { join, relative, sep } from 'node:path'
import type { MediaStore } from '../../adapters/media/port.ts'
import type { Db } from '../../db/connect.ts'
import { measureMp3, readWhole, waveformOf } from './audio.ts'
import { storePicture, type PictureKind } from './picture.ts'

export type StoredAudio = { id: number; path: string; seconds: number; waveform: number[] | null }
export type StoredPicture = { id: number; path: string }
export type Files = {
  audio(path: string, forSample: boolean): Promise<StoredAudio | string>
  picture(path: string, kind: PictureKind): Promise<StoredPicture | string>
}

const SAMPLE_LIMIT = 16 * 1024 * 1024

type Known = { id: number; path: string; seconds: number | null; waveform: number[] | null; widths: number[] | null }

/** Files of one import folder on their way into the media store. A text as answer says why a file was refused. */
export function createFiles({ db, media, folder }: { db: Db; media: MediaStore; folder: string }): Files {
  const find = async (path: string): Promise<Known | undefined> =>
    (await db.query<Known>('select id, path, seconds, waveform, widths from media_files where path = $1', [path]))[0]

  return {
    async audio(path, forSample) {
      const bytes = await readInside(folder, path)
      if (typeof bytes === 'string') return bytes
      // A sample is decoded whole in memory.
      if (forSample && bytes.length > SAMPLE_LIMIT) return 'tooLarge'
      const object = `audio/${contentName(bytes)}.mp3`
      const known = await find(object)
      if (known?.seconds && (known.waveform || !forSample) && (await media.stat(object))) return { ...known, seconds: known.seconds }
      const measured = await measureMp3(bytes)
      if (typeof measured === 'string') return measured
      const waveform = forSample ? await waveformOf(bytes) : null
      await media.put(object, bytes)
      return { ...(await remember(db, { kind: 'audio', path: object, bytes: bytes.length, ...measured, waveform })), ...measured, waveform }
    },
    async picture(path, kind) {
      const bytes = await readInside(folder, path)
      if (typeof bytes === 'string') return bytes
      const base = `${kind}/${contentName(bytes)}`
      const known = await find(base)
      const last = known?.widths?.at(-1)
      if (known && last && (await media.stat(`${base}-${last}.avif`))) return known
      const widths = await storePicture(media, bytes, base, kind)
      if (typeof widths === 'string') return widths
      return remember(db, { kind: 'picture', path: base, bytes: bytes.length, widths })
    },
  }
}

function contentName(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32)
}

/** A row may only name files of its own import folder. */
async function readInside(folder: string, path: string): Promise<Uint8Array | string> {
  const file = join(folder, path)
  const inside = relative(folder, file)
  if (!inside || inside.startsWith(`..${sep}`) || inside === '..' || path.includes('\0')) return 'outsideFolder'
  return readWhole(file)
}

type Remembered = { kind: 'audio' | 'picture'; path: string; bytes: number; seconds?: number; waveform?: number[] | null; widths?: number[] }

async function remember(db: Db, file: Remembered): Promise<{ id: number; path: string }> {
  const [row] = await db.query<{ id: number }>(
    `insert into media_files (kind, path, hash, bytes, seconds, waveform, widths) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (path) do update set bytes = excluded.bytes, seconds = excluded.seconds, waveform = coalesce(excluded.waveform, media_files.waveform), widths = excluded.widths
     returning id`,
    [file.kind, file.path, file.path.replace(/^\w+\/|\.\w+$/g, ''), file.bytes, file.seconds ?? null, file.waveform ?? null, file.widths ?? null],
  )
  if (!row) throw new Error(`media_files gave no row for ${file.path}`)
  return { id: row.id, path: file.path }
}
