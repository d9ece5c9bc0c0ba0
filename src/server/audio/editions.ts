import type { Edition } from '#contract/audio.ts'
import type { Db } from '../db/connect.ts'

/** Where an edition of a recording lies, and the bytes of both: `light` is absent while there is none. */
export type FoundEdition = { path: string; edition: Edition; bytes: { full: number; light?: number } }

/**
 * What plays of a recording. An edition that is missing is replaced by the next larger one; a title that is to play as it was
 * recorded plays the recording itself.
 */
export async function findEdition(
  db: Db,
  { mediaId, asRecorded, edition }: { mediaId: number; asRecorded: boolean; edition: Edition },
): Promise<FoundEdition | undefined> {
  const [row] = await db.query<Columns>(
    `select m.path, m.bytes, f.path as full_path, f.bytes as full_bytes, l.path as light_path, l.bytes as light_bytes
      from media_files m left join audio_editions e on e.media_id = m.id
      left join media_files f on f.id = e.full_id and not $2 left join media_files l on l.id = e.light_id where m.id = $1`,
    [mediaId, asRecorded],
    'edition',
  )
  if (!row) return undefined
  const full = { path: row.full_path ?? row.path, bytes: row.full_bytes ?? row.bytes }
  // A light edition that weighs as much saves nothing.
  const light =
    row.light_path && row.light_bytes && row.light_bytes < full.bytes * WORTH_IT ? row.light_bytes : undefined
  const isLight = edition === 'light' && light !== undefined && row.light_path !== null
  return {
    path: isLight && row.light_path ? row.light_path : full.path,
    edition: isLight ? 'light' : 'full',
    bytes: { full: full.bytes, ...(light !== undefined && { light }) },
  }
}

const WORTH_IT = 0.9

type Columns = {
  path: string
  bytes: number
  full_path: string | null
  full_bytes: number | null
  light_path: string | null
  light_bytes: number | null
}
