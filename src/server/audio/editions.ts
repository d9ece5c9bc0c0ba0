import type { Edition } from '#contract/listening/editions.ts'
import type { AppContext } from '../context.ts'
import { WORTH_IT } from './bit-rates.ts'

/** Where an edition of a recording lies, and the bytes of both: `light` is absent while there is none. */
export type FoundEdition = { path: string; edition: Edition; bytes: { full: number; light?: number } }

/** What a query selects and joins to know the editions of a recording: `m` is its media file, `p` the title. */
export const EDITION = {
  columns: `m.id as media_id, m.path, m.bytes, full_file.path as full_path, full_file.bytes as full_bytes,
    light_file.path as light_path, light_file.bytes as light_bytes`,
  joins: `left join audio_editions edition on edition.media_id = m.id
    left join media_files full_file on full_file.id = edition.full_id and not p.as_recorded
    left join media_files light_file on light_file.id = edition.light_id`,
} as const
export type EditionColumns = {
  media_id: number
  path: string
  bytes: number
  full_path: string | null
  full_bytes: number | null
  light_path: string | null
  light_bytes: number | null
}

/**
 * What plays of a recording. An edition that is missing is replaced by the next larger one. The full edition of a title that is
 * to play as it was recorded is the recording itself; its light one, which nobody chooses for its sound, stays levelled.
 */
export function chooseEdition(row: EditionColumns, wanted: Edition): FoundEdition {
  const full = { path: row.full_path ?? row.path, bytes: row.full_bytes ?? row.bytes }
  const { light_path: path, light_bytes: bytes } = row
  const light = path !== null && bytes !== null && bytes < full.bytes * WORTH_IT ? { path, bytes } : undefined
  const chosen = wanted === 'light' && light ? light : full
  return {
    path: chosen.path,
    edition: chosen === light ? 'light' : 'full',
    bytes: { full: full.bytes, ...(light && { light: light.bytes }) },
  }
}

type Dependencies = Pick<AppContext, 'db' | 'media' | 'now'>

/**
 * What plays of a recording, of the files that are in the store: an edition whose file is gone is replaced by the next larger one,
 * at last by the recording itself, and is encoded again by the queue [SO-4].
 */
export async function findStoredEdition(
  context: Dependencies,
  row: EditionColumns,
  wanted: Edition,
): Promise<FoundEdition> {
  const found = chooseEdition(row, wanted)
  if (found.path === row.path || (await context.media.stat(found.path))) return found
  const isLight = found.path === row.light_path
  await encodeAgain(context, row.media_id, isLight ? 'light_id' : 'full_id')
  const rest = isLight ? { light_path: null, light_bytes: null } : { full_path: null, full_bytes: null }
  return findStoredEdition(context, { ...row, ...rest }, wanted)
}

/** Nothing happens when another request has done it already. */
async function encodeAgain({ db, now }: Dependencies, mediaId: number, column: 'full_id' | 'light_id'): Promise<void> {
  await db.query(
    `update audio_editions set ${column} = null, state = 'waiting', fault = null, queued_at = null, updated_at = $2
      where media_id = $1 and ${column} is not null`,
    [mediaId, now()],
  )
}
