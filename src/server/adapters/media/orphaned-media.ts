import type { Db } from '../../db/connect.ts'
import type { AppContext } from '../../context.ts'

type Given = Pick<AppContext, 'db' | 'media' | 'now'>

/** Nothing takes so long between an object and the row that names it. */
const GRACE_MS = 60 * 60_000

/** Noted before an object is made, or in the transaction that gives it up: a kill leaves no file that nobody knows of. */
export async function noteOrphanedMedia(db: Db, path: string, now: Date): Promise<void> {
  await db.query('insert into media_leftovers (path, since) values ($1, $2) on conflict do nothing', [path, now])
}

/** In the transaction of the row that names it. */
export async function keepObject(inner: Db, path: string): Promise<void> {
  await inner.query('delete from media_leftovers where path = $1', [path])
}

/** After the transaction that gave it up. What fails here is tried again by `removeLeftovers`. */
export async function removeObject({ db, media }: Given, path: string): Promise<void> {
  await media.remove(path)
  await db.query('delete from media_leftovers where path = $1', [path])
}

export async function removeOrphanedMedia(context: Given): Promise<void> {
  const rows = await context.db.query<{ path: string }>('select path from media_leftovers where since < $1 limit 500', [
    new Date(context.now().getTime() - GRACE_MS),
  ])
  for (const { path } of rows) await removeObject(context, path)
}
