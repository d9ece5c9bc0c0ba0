import type { ImportContext } from './import-context.ts'
import { importStep } from '../db/upsert.ts'
import { dayInIndia } from './titles/showing.ts'

/** Publishes titles whose day has come; the next scheduled rebuild makes their pages. Answers how many. */
export async function releaseDue({ db, now }: Pick<ImportContext, 'db' | 'now'>): Promise<number> {
  const today = dayInIndia(now())
  const [due] = await db.query(`select 1 from products where withheld = 'scheduled' and published <= $1 limit 1`, [
    today,
  ])
  if (!due) return 0
  return importStep(db, now(), async (inner) => {
    const released = await inner.query(
      `update products set status = 'published', withheld = null, updated_at = $2 where withheld = 'scheduled' and published <= $1 returning id`,
      [today, now()],
    )
    return released.length
  })
}
