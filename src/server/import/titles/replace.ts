import type { Import } from '../import-context.ts'
import { isDryRun } from '../../db/dry-run.ts'
import { changeCatalog } from '../../db/upsert.ts'

/** A share of the catalog that goes without a question. */
const UNASKED = 0.05

type Gone = { id: number; key: string }

/**
 * Takes from the shop the titles that a complete table does not name, each reported. Above 5 percent of the catalog it asks
 * first; `undefined` when the answer is no. What the operator hides stays hidden.
 */
export async function unpublishOthers(context: Import, keys: string[]): Promise<number | undefined> {
  const { db, now, reportChange, confirmRemoval } = context
  const shown = `(status = 'published' or withheld in ('scheduled', 'draft'))`
  const gone = await db.query<Gone>(`select id, key from products where ${shown} and key <> all($1) order by key`, [
    keys,
  ])
  const [all] = await db.query<{ count: number }>(`select count(*) from products where ${shown}`)
  for (const { key } of gone) reportChange({ kind: 'title', key, line: 0, isGone: true, fields: [] })
  const count = all?.count ?? 0
  if (gone.length > count * UNASKED && !(await confirmRemoval(gone.length, count))) return undefined
  if (isDryRun(db)) return gone.length
  return changeCatalog(db, now, async (inner) => {
    const unpublished = await inner.query(
      `update products set status = 'unpublished', withheld = null, updated_at = $2 where id = any($1) and ${shown} returning id`,
      [gone.map(({ id }) => id), now],
    )
    return unpublished.length
  })
}
