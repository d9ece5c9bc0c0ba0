import { noteAction } from '../../audit/audit-log.ts'
import type { AppContext } from '../../context.ts'

/** Whether a title plays at the level of its files; answers whether there is such a title. Takes effect at the next address. */
export async function setAsRecorded(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { id, asRecorded, who }: { id: number; asRecorded: boolean; who: string },
): Promise<boolean> {
  return db.transaction(async (inner) => {
    const [title] = await inner.query<{ key: string }>(
      'update products set as_recorded = $2 where id = $1 returning key',
      [id, asRecorded],
    )
    if (title) await noteAction(inner, now(), 'level of title', title.key, { asRecorded }, who)
    return title !== undefined
  })
}
