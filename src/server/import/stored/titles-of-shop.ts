import { LOCALES } from '#contract/text/locale.ts'
import { dayInIndia } from '#contract/time/day.ts'
import type { Db } from '../../db/connect.ts'
import type { MissingPolicy } from '../titles/existing.ts'
import type { ReadRow, RawRow } from '../source/read-row.ts'
import type { Named } from '../source/names.ts'
import type { Catalog, Known } from '../source/read-catalog.ts'
import type { KnownTitle } from '../source/title-head.ts'
import { completeRow, completeTitle } from './complete.ts'
import { LIST_KINDS, storedList, type ListKind } from './lists.ts'
import { rowOfTitle, type StoredTitle } from './titles.ts'

type StoredName = { key: string; kind: string | null; en: string | null; mr: string | null }

/** What the reader of tables needs to know of the shop. */
export async function readKnown(db: Db, now: Date): Promise<Known> {
  const named = async (table: 'people' | 'categories' | 'series', kind: string): Promise<Named[]> =>
    (
      await db.query<StoredName>(
        `select key, ${kind} as kind, translations -> 'en' ->> 'name' as en, translations -> 'mr' ->> 'name' as mr from ${table} order by id`,
      )
    ).map(toNamed)
  return {
    people: await named('people', 'null'),
    categories: await named('categories', 'kind'),
    series: await named('series', 'null'),
    titles: await knownTitles(db),
    today: dayInIndia(now),
  }
}

async function knownTitles(db: Db): Promise<Map<string, KnownTitle>> {
  const rows = await db.query<KnownTitle & { key: string }>(
    `select p.key, p.audio_type as type, p.published, array(select jsonb_object_keys(p.translations)) as locales,
       array(select words ->> 'name' from jsonb_each(p.translations) as t(locale, words) where words ->> 'name' is not null) as names,
       p.is_free and p.price_inr = 0 and p.price_usd = 0 as "isOnlyFree",
       p.withheld is not distinct from 'trash' as "isInTrash",
       array(select x.key from product_people l join people x on x.id = l.person_id where l.product_id = p.id and l.role = 'author') as authors
     from products p`,
  )
  return new Map(rows.map(({ key, ...title }) => [key, title]))
}

function toNamed({ key, kind, ...names }: StoredName): Named {
  const translations = Object.fromEntries(
    LOCALES.flatMap((locale) => (names[locale] ? [[locale, { name: names[locale] }]] : [])),
  )
  return { key, translations, ...(kind && { kind }) }
}

const keyOf = (row: RawRow): string => String(row['key'] ?? row['code'] ?? row['slug'] ?? '')

/** The rows of the tables with what the shop knows where a table has no column. */
export async function completeLists(
  db: Db,
  lists: Catalog['collections'],
): Promise<Partial<Record<ListKind, RawRow[]>>> {
  const completed: Partial<Record<ListKind, RawRow[]>> = {}
  for (const kind of LIST_KINDS) {
    const given = lists[kind]
    if (!given || given.length === 0) continue
    const known = new Map((await storedList(db, kind)).map((row) => [keyOf(row), row]))
    completed[kind] = given.map((row) => completeRow(known.get(keyOf(row.row)), row))
  }
  return completed
}

type Naming = { ownNames: boolean }

/** A title as a table tells it. What the table has no column for comes from the shop, and may change until the title is written. */
export class PartialTitle {
  readonly key: string
  readonly #given: ReadRow
  readonly #naming: Naming

  constructor(given: ReadRow, naming: Naming) {
    this.key = keyOf(given.row)
    this.#given = given
    this.#naming = naming
  }

  complete(stored: StoredTitle | undefined): RawRow {
    return completeTitle(stored && rowOfTitle(stored), this.#given, this.#naming)
  }
}

export async function* partialTitles(titles: AsyncIterable<ReadRow>, naming: Naming): AsyncGenerator<PartialTitle> {
  for await (const given of titles) yield new PartialTitle(given, naming)
}

/** `--replace-files` and folders without a table: what the files are called counts. */
export const ownNamesIn = (catalog: Catalog, missing: MissingPolicy): Naming => ({
  ownNames: missing !== 'keep' || !catalog.isTable,
})
