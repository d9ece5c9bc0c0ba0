import { dayInIndia } from '#contract/time/day.ts'
import type { ImportContext } from './import-context.ts'
import { relateTitles } from '../catalog/related-titles.ts'
import { changeCatalog } from '../db/upsert.ts'
import { createAnnounce } from '../notifications/announce.ts'

/**
 * Publishes titles whose day has come and tells listeners of them; the next scheduled rebuild makes their pages. Answers how
 * many. Any number of processes may ask at once: the catalog lock lets one of them find the titles.
 */
export async function releaseDue({ db, now }: Pick<ImportContext, 'db' | 'now'>): Promise<number> {
  const today = dayInIndia(now())
  const [due] = await db.query(`select 1 from products where withheld = 'scheduled' and published <= $1 limit 1`, [
    today,
  ])
  if (!due) return 0
  return changeCatalog(db, now(), async (inner) => {
    const released = await inner.query<{ id: number }>(
      `update products set status = 'published', withheld = null, updated_at = $2 where withheld = 'scheduled' and published <= $1 returning id`,
      [today, now()],
    )
    if (released.length === 0) return 0
    await createAnnounce({ now })(
      inner,
      released.map(({ id }) => id),
    )
    await relateTitles(inner)
    return released.length
  })
}
