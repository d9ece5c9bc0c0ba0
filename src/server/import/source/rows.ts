import { join } from 'node:path'
import type { Loose } from './map-title.ts'
import type { CatalogReport } from './fault.ts'
import { keyOf } from './keys.ts'
import { createMapper, type Row, type Tell } from './map-row.ts'
import { SPECS, type RowKind } from './columns.ts'
import { openTable } from '../tables/open-table.ts'

/** `kind` as the import service calls one row. */
export type Place = { kind: string; file: string; line: number }
export type Placed = { row: Row; at: Place }

export const SINGULAR: Record<RowKind, string> = {
  titles: 'title',
  tracks: 'track',
  reviews: 'review',
  people: 'person',
  categories: 'category',
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
}

export const tellOf =
  (report: CatalogReport, at: Place, key?: string): Tell =>
  (problem) =>
    report({ ...at, ...(key && { key }), ...problem })

/** The rows of a table that can be read. `seen` is told of each, good or bad. */
export async function* rowsOf(
  root: string,
  kind: RowKind,
  file: string,
  report: CatalogReport,
  seen?: () => void,
): AsyncGenerator<Placed> {
  const { map, knows } = createMapper(SPECS[kind])
  const table = await openTable(join(root, file), knows)
  const whole = { kind: 'file', file, line: 0, field: '-' }
  if (typeof table === 'string') return report({ ...whole, reason: table })
  if (table.note) report({ ...whole, reason: table.note, isWarning: true })
  let lines = 0
  for await (const line of table.rows) {
    lines += 1
    seen?.()
    const at = { kind: SINGULAR[kind], file, line: line.line }
    if ('reason' in line) report({ ...at, field: '-', reason: line.reason })
    const row = 'cells' in line ? map(line.cells, tellOf(report, at)) : undefined
    if (row) yield { row, at }
  }
  if (lines === 0) report({ ...whole, reason: 'noRows', isWarning: true })
}

/** A row of a list with what its publisher need not say. */
export function listRow(kind: RowKind, { values, translations }: Row, index: number): Loose {
  const { fields, wording } = SPECS[kind]
  const name = translations.en?.name ?? translations.mr?.name
  return {
    ...(kind === 'categories' && { kind: 'genre' }),
    ...(kind === 'plans' && planDefaults(values)),
    ...('position' in fields && { position: index }),
    ...('key' in fields && name && { key: keyOf(name) }),
    ...values,
    ...(wording.length > 0 && { translations }),
  }
}

function planDefaults({ priceInr, duration }: Loose): Loose {
  const perDay = Number(priceInr) / 100 / Number(duration)
  return {
    canPurchase: true,
    priceUsd: 0,
    discountedInr: 0,
    perDayPrice: Number.isFinite(perDay) ? Math.round(perDay * 100) / 100 : 0,
  }
}
