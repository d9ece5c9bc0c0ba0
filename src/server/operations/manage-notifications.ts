import type { AppContext } from '../context.ts'
import { importNotifications } from '../import/notifications.ts'
import type { ImportFault } from '../import/report.ts'
import { pageOf, type Paged, type Slice } from '../db/pagination.ts'
import { noteAction } from '../audit/audit-log.ts'

type Given = Pick<AppContext, 'db' | 'now'>
type Short = { id: number; created_at: Date; kind: string; for: string; title: string }

/** What listeners were told, newest first. */
export async function listMessages({ db }: Pick<Given, 'db'>, slice: Slice): Promise<Paged<Short>> {
  return pageOf(
    db,
    `select n.id, n.created_at, n.kind, case when n.user_id is null then 'everybody' else 'user ' || n.user_id end as "for",
       coalesce(n.translations->'en'->>'name', n.translations->'mr'->>'name') as title from notifications n`,
    slice,
  )
}

/** Messages in the form of the import, to every listener. A key that was sent before changes that message instead of sending another. */
export async function sendMessages(
  { db, now }: Given,
  rows: readonly unknown[],
): Promise<{ sent: number; faults: ImportFault[] }> {
  const faults: ImportFault[] = []
  const report = (fault: ImportFault) => void faults.push(fault)
  const changed = await importNotifications({ db, now: now(), report }, rows, false)
  if (changed > 0) await noteAction(db, now(), 'send', 'notifications', { changed })
  return { sent: changed, faults }
}

export async function removeMessage({ db, now }: Given, id: number): Promise<boolean> {
  return db.transaction(async (inner) => {
    const gone = await inner.query('delete from notifications where id = $1 returning 1', [id])
    if (gone.length > 0) await noteAction(inner, now(), 'remove', `notification ${id}`)
    return gone.length > 0
  })
}
