import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/row.ts'
import type { mediaLeftovers } from '../../db/schema/state.ts'
import type { AppContext } from '../../context.ts'

type MediaContext = Pick<AppContext, 'db' | 'media' | 'now'>

/** Longer than the time between writing an object and its row. */
const GRACE_MS = 60 * 60_000

const AT_ONCE = 500

/**
 * Call it before writing an object, or in the transaction that deletes its row: a crash then leaves no unknown file. An object
 * that was noted before has its whole hour again, and one that is being removed is gone when this returns.
 */
export async function noteOrphanedMedia(db: Db, path: string, now: Date): Promise<void> {
  await db.query(
    'insert into media_leftovers (path, since) values ($1, $2) on conflict (path) do update set since = excluded.since',
    [path, now],
  )
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

/** Removes what was noted an hour ago. Any number of processes may do so at once. */
export async function removeOrphanedMedia(context: MediaContext): Promise<void> {
  const before = new Date(context.now().getTime() - GRACE_MS)
  let due: Pick<Row<typeof mediaLeftovers>, 'path'>[]
  do {
    due = await context.db.query('select path from media_leftovers where since < $1 limit $2', [before, AT_ONCE])
    for (const { path } of due) await context.db.transaction((inner) => removeDue(inner, context, path, before))
  } while (due.length === AT_ONCE)
}

/**
 * The note is locked until the object is gone: who stores the same object meanwhile waits, and then stores it again. An object
 * is named by its content, so a row may name one that was left behind.
 */
async function removeDue(inner: Db, { media }: MediaContext, path: string, before: Date): Promise<void> {
  const [due] = await inner.query<{ has_row: boolean }>(
    `delete from media_leftovers where path = $1 and since < $2
      returning exists(select from media_files m where m.path = $1) as has_row`,
    [path, before],
  )
  if (due && !due.has_row) await media.remove(path)
}
