import { dayInIndia } from '#contract/time/day.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { changeCatalog } from '../db/upsert.ts'

const TABLES = ['banners', 'news'] as const
const IS_DUE = `(shown_from is null or shown_from <= $1) and (shown_until is null or shown_until >= $1)`

/** Marks which banners and news are of this day in India. How many changed. */
export async function showByDay(db: Db, now: Date): Promise<number> {
  let changed = 0
  for (const table of TABLES) {
    const rows = await db.query(
      `update ${table} set is_shown = not is_shown, updated_at = $2 where is_shown <> (${IS_DUE}) returning 1`,
      [dayInIndia(now), now],
    )
    changed += rows.length
  }
  return changed
}

/**
 * The same as a change of the catalog, which the pages follow. Any number of processes may ask at once: the lock of the catalog
 * lets one of them find the rows.
 */
export async function showDue({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<number> {
  const found = TABLES.map((table) => `exists (select from ${table} where is_shown <> (${IS_DUE}))`)
  const [due] = await db.query<{ due: boolean }>(`select ${found.join(' or ')} as due`, [dayInIndia(now())])
  return due?.due ? changeCatalog(db, now(), (inner) => showByDay(inner, now())) : 0
}
