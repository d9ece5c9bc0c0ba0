import type { Db } from '../../db/connect.ts'

export type MediaFile = {
  id: number
  path: string
  seconds: number | null
  waveform: number[] | null
  widths: number[] | null
}
type NewMediaFile = {
  kind: 'audio' | 'picture' | 'ebook'
  path: string
  bytes: number
  seconds?: number
  waveform?: number[] | null
  widths?: number[]
  /** Path of the recording that it was encoded from. */
  original?: string
}

export async function saveMediaFile(db: Db, file: NewMediaFile): Promise<{ id: number; path: string }> {
  const [row] = await db.query<{ id: number }>(
    `insert into media_files (kind, path, hash, bytes, seconds, waveform, widths, original) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (path) do update set bytes = excluded.bytes, seconds = excluded.seconds, waveform = coalesce(excluded.waveform, media_files.waveform), widths = excluded.widths, original = coalesce(excluded.original, media_files.original), unused_since = null
     returning id`,
    [
      file.kind,
      file.path,
      file.path.replace(/^\w+\/|\.\w+$/g, ''),
      file.bytes,
      file.seconds ?? null,
      file.waveform ?? null,
      file.widths ?? null,
      file.original ?? null,
    ],
  )
  if (!row) throw new Error(`media_files returned no row for ${file.path}`)
  return { id: row.id, path: file.path }
}
