import type { Db } from '../../db/connect.ts'
import { importCategories, importPeople, importSeries } from '../../import/collections.ts'
import type { ImportFault } from '../../import/report.ts'
import { storedList } from '../../import/stored/lists.ts'
import { importWithoutFolder } from '../../import/titles/save-titles.ts'
import type { Restorer } from '../history/restorer.ts'
import { writeTitlesOf } from './titles-of-series.ts'

type NameTable = 'people' | 'categories' | 'series'
type Rows = Record<string, Record<string, unknown> | null>

/** Titles and e-books that name one of them, and listeners who follow one. */
const USED: Record<NameTable, string> = {
  people: `select key from people p where key = any($1) and (
    exists (select 1 from product_people where person_id = p.id) or exists (select 1 from ebook_people where person_id = p.id)
    or exists (select 1 from follows where person_id = p.id))`,
  categories: `select key from categories c where key = any($1) and
    exists (select 1 from product_categories where category_id = c.id)`,
  series: `select key from series s where key = any($1) and (
    exists (select 1 from products where series_id = s.id) or exists (select 1 from follows where series_id = s.id))`,
}
const IMPORT = { people: importPeople, categories: importCategories, series: importSeries }
const DELETE: Record<NameTable, string> = {
  people: 'delete from people where key = any($1)',
  categories: 'delete from categories where key = any($1)',
  series: 'delete from series where key = any($1)',
}

/** All people, categories or series by their keys, as rows of the import. */
export async function namesByKey(db: Db, table: NameTable): Promise<Rows> {
  return Object.fromEntries((await storedList(db, table)).map((row) => [String(row['key']), row]))
}

const newIn = (before: Rows): string[] => Object.keys(before).filter((key) => before[key] === null)

/** People, categories or series as they were. Whoever was added goes again, unless a title names them by now. */
export const namesRestorer: Restorer = {
  roles: ['editor'],
  async read({ db }, { target, before, after }) {
    // Written by `importTable`, `addChoice` and `saveName`.
    const [table, old, fresh] = [target as NameTable, before as Rows, after as Rows]
    const all = await namesByKey(db, table)
    const used = await db.query<{ key: string }>(USED[table], [newIn(old)])
    const rows = Object.keys(fresh).map((key) => [key, all[key] ?? null] as const)
    return { ...Object.fromEntries(rows), ...Object.fromEntries(used.map(({ key }) => [key, 'used'])) }
  },
  async write({ db, media, now }, { target, before }) {
    const [table, old] = [target as NameTable, before as Rows]
    const own = importWithoutFolder({ db, media, now: now() }, [] as ImportFault[])
    const rows = Object.values(old).flatMap((row) => row ?? [])
    if (rows.length > 0) await IMPORT[table](own, rows)
    if (table === 'series') await writeTitlesOf({ db, media, now: own.now }, Object.keys(old))
    await db.query(DELETE[table], [newIn(old)])
  },
  auditTarget({ target, after }) {
    const [key, ...others] = Object.keys(after as Rows)
    return key === undefined || others.length > 0 ? target : key
  },
}
