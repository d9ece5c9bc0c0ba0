import type { Struct } from 'superstruct'
import { CategoryRow, PersonRow, SeriesRow } from '#contract/import/import.ts'
import { slugOf } from '#contract/text/slug.ts'
import type { Translations } from '#contract/text/text.ts'
import type { Db } from '../db/connect.ts'
import { addTerms, keysOf, namesOf, searchTextOf } from '../search/terms.ts'
import { cleanTranslations } from './clean.ts'
import { digestOf, changeCatalog, upsertChanged, type Row, type Target } from '../db/upsert.ts'
import { inBatches, mapBounded, validRows } from './validate.ts'
import type { Import } from './import-context.ts'

const PEOPLE: Target = {
  table: 'people',
  key: 'key',
  isWhole: true,
  columns: {
    key: 'text',
    slug: 'text',
    name: 'text',
    translations: 'jsonb',
    photo_id: 'bigint',
    popular: 'int',
    search_keys: 'text[]',
    search_text: 'text',
  },
}
const CATEGORIES: Target = {
  table: 'categories',
  key: 'key',
  isWhole: true,
  columns: { key: 'text', kind: 'text', name: 'text', translations: 'jsonb', position: 'int' },
}
const SERIES: Target = {
  table: 'series',
  key: 'key',
  isWhole: true,
  columns: {
    key: 'text',
    slug: 'text',
    name: 'text',
    translations: 'jsonb',
    search_keys: 'text[]',
    search_text: 'text',
  },
}
const BATCH = 500

/** The English name, which slugs and fallbacks use, or else the Marathi one. */
export function mainName({ en, mr }: Translations): string {
  return en?.name ?? mr?.name ?? ''
}

export async function importPeople(context: Import, rows: readonly unknown[]): Promise<number> {
  let changed = 0
  const valid = validRows<PersonRow>(rows, { kind: 'person', struct: PersonRow, report: context.report })
  for await (const batch of inBatches(valid, BATCH)) {
    const prepared = (await mapBounded(batch, 2, ({ row, line }) => personRow(context, row, line))).filter(
      (row) => row !== undefined,
    )
    changed += await changeCatalog(context.db, context.now, async (db) => {
      await addTerms(
        db,
        prepared.flatMap(({ translations }) => namesOf(translations)),
        context.terms,
      )
      return (await upsertChanged(db, PEOPLE, prepared, context.now)).length
    })
  }
  return changed
}

async function personRow({ db, files, report }: Import, row: PersonRow, line: number) {
  const translations = cleanTranslations(row.translations)
  const names = namesOf(translations)
  if (names.length === 0)
    return report({ kind: 'person', line, key: row.key, field: 'translations', reason: 'required' })
  const photo = row.photo === undefined ? undefined : await files.picture(row.photo, 'people')
  if (typeof photo === 'string') report({ kind: 'person', line, key: row.key, field: 'photo', reason: photo })
  const name = mainName(translations)
  const values = {
    key: row.key,
    slug: slugOf(name),
    name,
    translations,
    photo_id: typeof photo === 'string' ? await photoOf(db, row.key) : (photo?.id ?? null),
    popular: row.popular ?? null,
    search_keys: keysOf(names),
    search_text: searchTextOf(names),
  }
  return { ...values, digest: digestOf(values) }
}

/** A picture that cannot be used does not replace the current one. */
async function photoOf(db: Db, key: string): Promise<number | null> {
  const [person] = await db.query<{ photo_id: number | null }>('select photo_id from people where key = $1', [key])
  return person?.photo_id ?? null
}

type Named = { key: string; translations: Translations }
type Kind<One> = { kind: 'category' | 'series'; struct: Struct<One>; target: Target }

/** Rows that need a name and no file. `valuesOf`: what is stored of one, with its name and its cleaned translations. */
async function importNamed<One extends Named>(
  context: Import,
  rows: readonly unknown[],
  { kind, struct, target }: Kind<One>,
  valuesOf: (row: One, name: string) => object,
): Promise<number> {
  const prepared: Row[] = []
  for await (const { row, line } of validRows<One>(rows, { kind, struct, report: context.report })) {
    const translations = cleanTranslations(row.translations)
    const name = mainName(translations)
    const values = valuesOf({ ...row, translations }, name)
    if (name) prepared.push({ ...values, digest: digestOf(values) })
    else context.report({ kind, line, key: row.key, field: 'translations', reason: 'required' })
  }
  return changeCatalog(
    context.db,
    context.now,
    async (db) => (await upsertChanged(db, target, prepared, context.now)).length,
  )
}

export const importCategories = (context: Import, rows: readonly unknown[]): Promise<number> =>
  importNamed<CategoryRow>(
    context,
    rows,
    { kind: 'category', struct: CategoryRow, target: CATEGORIES },
    ({ key, kind, translations, position }, name) => ({ key, kind, name, translations, position }),
  )

export const importSeries = (context: Import, rows: readonly unknown[]): Promise<number> =>
  importNamed<SeriesRow>(
    context,
    rows,
    { kind: 'series', struct: SeriesRow, target: SERIES },
    ({ key, translations }, name) => {
      const names = namesOf(translations)
      const search = { search_keys: keysOf(names), search_text: searchTextOf(names) }
      return { key, slug: slugOf(name), name, translations, ...search }
    },
  )
