import type { AppContext } from '../context.ts'
import type { Row } from '../db/row.ts'
import type { notifications } from '../db/schema/listening/notifications.ts'
import { importNotifications } from '../import/notifications.ts'
import type { ImportFault } from '../import/report.ts'
import { pageOf, type Paged, type Slice } from '../db/pagination.ts'
import { noteAction } from '../audit/audit-log.ts'

type NotificationSummary = Pick<Row<typeof notifications>, 'id' | 'created_at' | 'kind'> & {
  for: string
  title: string | null
}

/** Sent notifications, newest first. */
export async function listNotifications(
  { db }: Pick<AppContext, 'db'>,
  slice: Slice,
): Promise<Paged<NotificationSummary>> {
  return pageOf(
    db,
    `select n.id, n.created_at, n.kind, case when n.user_id is null then 'everybody' else 'user ' || n.user_id end as "for",
       coalesce(n.translations->'en'->>'name', n.translations->'mr'->>'name') as title from notifications n`,
    slice,
  )
}

/** Sends notifications in the import format to every listener. A known key changes its notification instead of sending another. */
export async function sendNotifications(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  rows: readonly unknown[],
): Promise<{ sent: number; faults: ImportFault[] }> {
  const faults: ImportFault[] = []
  const report = (fault: ImportFault) => void faults.push(fault)
  const changed = await importNotifications({ db, now: now(), report }, rows, false)
  if (changed > 0) await noteAction(db, now(), 'send', 'notifications', { changed })
  return { sent: changed, faults }
}

export async function removeNotification({ db, now }: Pick<AppContext, 'db' | 'now'>, id: number): Promise<boolean> {
  return db.transaction(async (inner) => {
    const removed = await inner.query('delete from notifications where id = $1 returning 1', [id])
    if (removed.length > 0) await noteAction(inner, now(), 'remove', `notification ${id}`)
    return removed.length > 0
  })
}
