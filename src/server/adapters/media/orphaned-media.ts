import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/row.ts'
import type { mediaLeftovers } from '../../db/schema/state.ts'
import type { AppContext } from '../../context.ts'

type MediaContext = Pick<AppContext, 'db' | 'media' | 'now'>

/** Longer than the time between writing an object and its row. */
const GRACE_MS = 60 * 60_000

/** Call it before writing an object, or in the transaction that deletes its row: a crash then leaves no unknown file. */
export async function noteOrphanedMedia(db: Db, path: string, now: Date): Promise<void> {
  await db.query('insert into media_leftovers (path, since) values ($1, $2) on conflict do nothing', [path, now])
}

/** Call it in the transaction that writes the row of the object. */
export async function forgetOrphan(inner: Db, path: string): Promise<void> {
  await inner.query('delete from media_leftovers where path = $1', [path])
}

/** Call it after the transaction that deleted the row. `removeOrphanedMedia` repeats what fails here. */
export async function removeObject({ db, media }: MediaContext, path: string): Promise<void> {
  await media.remove(path)
  await db.query('delete from media_leftovers where path = $1', [path])
}

export async function removeOrphanedMedia(context: MediaContext): Promise<void> {
  const rows = await context.db.query<Pick<Row<typeof mediaLeftovers>, 'path'>>(
    'select path from media_leftovers where since < $1 limit 500',
    [new Date(context.now().getTime() - GRACE_MS)],
  )
  for (const { path } of rows) await removeObject(context, path)
}
