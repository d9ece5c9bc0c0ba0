import type { Edition } from '#contract/editions.ts'
import type { AppContext } from '../context.ts'
import { chooseEdition, type EditionColumns, type FoundEdition } from './editions.ts'

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
    'edition whose file is gone',
  )
}
