import { join } from 'node:path'
import type { ReadRow, RawRow } from './read-row.ts'
import type { CatalogReport } from './fault.ts'
import { keyOf } from './keys.ts'
import { createMapper, type ReportProblem, type Row } from './map-row.ts'
import { ROW_SPECS, type RowKind } from './columns.ts'
import { openTable } from '../tables/open-table.ts'

/** `kind` is the word of `ImportFault` for one row. */
export type RowLocation = { kind: string; file: string; line: number }
export type LocatedRow = { row: Row; location: RowLocation }

export const KIND_OF_ROW: Record<RowKind, string> = {
  titles: 'title',
  tracks: 'track',
  reviews: 'review',
  people: 'person',
  categories: 'category',
  series: 'series',
  plans: 'plan',
  menu: 'menu',
  faq: 'faq',
  testimonials: 'testimonial',
  news: 'news',
  coupons: 'coupon',
  texts: 'text',
  banners: 'banner',
  ebooks: 'ebook',
  notifications: 'notification',
  synonyms: 'synonym',
}

export const problemReporter =
  (report: CatalogReport, location: RowLocation, key?: string): ReportProblem =>
  (problem) =>
    report({ ...location, ...(key && { key }), ...problem })

/** The readable rows of a table. `onRow` is called for each row, readable or not. */
export async function* rowsOf(
  root: string,
  kind: RowKind,
  file: string,
  report: CatalogReport,
  onRow?: () => void,
): AsyncGenerator<LocatedRow> {
  const { map, isKnownHeader } = createMapper(ROW_SPECS[kind])
  const table = await openTable(join(root, file), isKnownHeader)
  const fileFault = { kind: 'file', file, line: 0, field: '-' }
  if (typeof table === 'string') return report({ ...fileFault, reason: table })
  if (table.note) report({ ...fileFault, reason: table.note, isWarning: true })
  let lines = 0
  for await (const line of table.rows) {
    lines += 1
    onRow?.()
    const location = { kind: KIND_OF_ROW[kind], file, line: line.line }
    if ('reason' in line) report({ ...location, field: '-', reason: line.reason })
    const row = 'cells' in line ? map(line.cells, problemReporter(report, location)) : undefined
    if (row) yield { row, location }
  }
  if (lines === 0) report({ ...fileFault, reason: 'noRows', isWarning: true })
}

/** A row of a list, with defaults for what the publisher may leave out of a new one. */
export function listRow(kind: RowKind, { values, translations, cleared }: Row, index: number): ReadRow {
  const { fields, wording } = ROW_SPECS[kind]
  const name = translations.en?.name || translations.mr?.name
  const defaults = {
    ...(kind === 'categories' && { kind: 'genre' }),
    ...(kind === 'plans' && planDefaults(values)),
    ...('position' in fields && { position: index }),
  }
  const row = {
    ...('key' in fields && name && { key: keyOf(name) }),
    ...values,
    ...(wording.length > 0 && { translations }),
  }
  return { row, cleared, defaults }
}

function planDefaults({ priceInr, duration }: RawRow): RawRow {
  const perDay = Number(priceInr) / 100 / Number(duration)
  return {
    canPurchase: true,
    priceUsd: 0,
    discountedInr: 0,
    perDayPrice: Number.isFinite(perDay) ? Math.round(perDay * 100) / 100 : 0,
  }
}
