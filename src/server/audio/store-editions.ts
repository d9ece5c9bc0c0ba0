import { join } from 'node:path'
import { forgetOrphan, noteOrphanedMedia } from '../adapters/media/orphaned-media.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { scanMp3 } from '../runtime/mp3/scan.ts'
import type { Prepared } from './prepare-recording.ts'

type Dependencies = Pick<AppContext, 'db' | 'media' | 'now'>
/** An mp3 in the media store that may have no row yet. */
type Stored = { path: string; bytes: number; seconds: number }

/** Stores an mp3 under the name of its content: what exists is not stored twice. */
export async function putMp3({ db, media, now }: Dependencies, file: string): Promise<Stored> {
  const scanned = await scanMp3(file)
  if (typeof scanned === 'string') throw new Error(`what was made is no mp3: ${scanned}`)
  const { name, bytes, seconds } = scanned
  const path = `audio/${name}.mp3`
  await noteOrphanedMedia(db, path, now())
  await media.put(path, { file })
  return { path, bytes, seconds }
}

/** The row of what `putMp3` has stored. */
export async function saveMp3(inner: Db, { path, bytes, seconds }: Stored, waveform?: number[]): Promise<number> {
  const [row] = await inner.query<{ id: number }>(
    `insert into media_files (kind, path, hash, bytes, seconds, waveform) values ('audio', $1, $2, $3, $4, $5)
      on conflict (path) do update set bytes = excluded.bytes, waveform = coalesce(excluded.waveform, media_files.waveform) returning id`,
    [path, path.slice('audio/'.length, -'.mp3'.length), bytes, seconds, waveform ?? null],
  )
  if (!row) throw new Error('the sound was not saved')
  await forgetOrphan(inner, path)
  return row.id
}

/** Stores the editions of a recording; `saveEditions` writes their rows. */
export async function putEditions(context: Dependencies, folder: string, { full, light }: Prepared) {
  return {
    full: full === undefined ? undefined : await putMp3(context, join(folder, full)),
    light: light === undefined ? undefined : await putMp3(context, join(folder, light)),
  }
}

type Editions = Awaited<ReturnType<typeof putEditions>>

export async function saveEditions(
  inner: Db,
  mediaId: number,
  { measurement, gain, fault }: Prepared,
  { full, light }: Editions,
  now: Date,
): Promise<void> {
  const fullId = full ? await saveMp3(inner, full) : null
  const lightId = light ? await saveMp3(inner, light) : null
  await inner.query(
    `insert into audio_editions as e (media_id, state, measurement, gain, full_id, light_id, fault, updated_at)
      values ($1, 'ready', $2, $3, $4, $5, $6, $7) on conflict (media_id) do update set state = excluded.state,
      measurement = excluded.measurement, gain = excluded.gain, full_id = excluded.full_id, light_id = excluded.light_id,
      fault = excluded.fault, updated_at = excluded.updated_at`,
    [mediaId, JSON.stringify(measurement), gain, fullId, lightId, fault ?? null, now],
  )
}
