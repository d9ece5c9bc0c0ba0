import type { SalesBy, SalesRow, SalesTotal } from '#contract/desk/figures.ts'
import type { Db } from '../../db/connect.ts'
import type { StoredTranslations } from '../../db/schema/columns.ts'
import type { DocumentLine } from '../../orders/records/document-lines.ts'
import { namesOf } from '../orders/order-reply.ts'
import { authorsOf, splitEvenly, type Author } from './authors.ts'

type Sums = Pick<SalesRow, 'sold' | 'returned' | 'taxable' | 'tax' | 'count'>
type Names = SalesRow['names']
type Group = { key: string; names: Names }

const taxOf = ({ cgst, sgst, igst }: DocumentLine): number => cgst + sgst + igst

export function salesTotals(lines: readonly DocumentLine[]): SalesTotal[] {
  const totals = new Map<string, SalesTotal & { ids: Set<number> }>()
  for (const line of lines) {
    const { currency } = line
    const total = totals.get(currency) ?? { currency, orders: 0, ...NONE, ids: new Set() }
    totals.set(currency, total)
    add(total, line, 1, 1)
    if (line.sign === 1) total.ids.add(line.orderId)
  }
  return [...totals.values()].map(({ ids, ...total }) => ({ ...total, orders: ids.size }))
}

const NONE: Sums = { sold: 0, returned: 0, taxable: 0, tax: 0, count: 0 }

/** Adds a line, or the part of it that is of the author at place `at` of `parts`; places begin with 1. */
function add(sums: Sums, line: DocumentLine, parts: number, at: number): void {
  const share = (amount: number) => splitEvenly(amount, parts)[at - 1] ?? 0
  const [taxable, tax] = [share(line.taxable), share(taxOf(line))]
  if (line.sign === 1) sums.sold += taxable + tax
  else sums.returned += taxable + tax
  sums.taxable += line.sign * taxable
  sums.tax += line.sign * tax
  if (at === 1) sums.count += line.sign
}

/** Rows by what they are grouped by, the largest first; days in their order. Each currency has rows of its own. */
export async function salesRows(db: Db, lines: readonly DocumentLine[], by: SalesBy): Promise<SalesRow[]> {
  const authors =
    by === 'author'
      ? await authorsOf(
          db,
          lines.flatMap(({ productId }) => productId ?? []),
        )
      : new Map()
  const rows = new Map<string, SalesRow>()
  for (const line of lines) {
    const groups = groupsOf(line, by, authors)
    for (const [at, group] of groups.entries()) {
      const name = `${line.currency} ${group.key}`
      const row = rows.get(name) ?? { ...group, currency: line.currency, ...NONE }
      rows.set(name, row)
      add(row, line, groups.length, at + 1)
    }
  }
  const all = [...rows.values()]
  return by === 'day'
    ? all.toSorted((a, b) => a.key.localeCompare(b.key))
    : all.toSorted((a, b) => b.sold - b.returned - (a.sold - a.returned))
}

const OTHERS: Group = { key: '', names: {} }

function groupsOf(line: DocumentLine, by: SalesBy, authors: Map<number, Author[]>): Group[] {
  const named = (id: number | null, isPlan: boolean, translations: StoredTranslations): Group =>
    id === null ? OTHERS : { key: String(id), names: namesOf({ translations, isPlan }) }
  if (by === 'day') return [{ key: line.day, names: {} }]
  if (by === 'country') return [{ key: line.country, names: {} }]
  if (by === 'title') return [named(line.productId, false, line.translations)]
  if (by === 'plan') return [named(line.planId, true, line.translations)]
  const people = line.productId === null ? [] : (authors.get(line.productId) ?? [])
  return people.length > 0 ? people.map(({ id, names }) => ({ key: String(id), names })) : [OTHERS]
}
