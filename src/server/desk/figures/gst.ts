import type { Gst } from '#contract/desk/figures.ts'
import { gstCodeOf } from '#contract/money/state-codes.ts'
import { states } from '#contract/fields/states.ts'
import type { DocumentLine } from '../../orders/records/document-lines.ts'

type Sums = Pick<Gst['supplies'][number], 'taxable' | 'igst' | 'cgst' | 'sgst'>
const NONE: Sums = { taxable: 0, igst: 0, cgst: 0, sgst: 0 }

export const ABROAD = '96-Other Countries'

/** `27-Maharashtra`, as GSTR-1 names it; `96-Other Countries` abroad. */
function placeOf({ country, state }: Pick<DocumentLine, 'country' | 'state'>): string {
  if (country !== 'IN') return ABROAD
  const [, names] = Object.entries(states).find(([code]) => code === state) ?? []
  return `${gstCodeOf(state)}-${names?.en ?? state}`
}
const rateOf = ({ country, gstRate }: DocumentLine): number => (country === 'IN' ? gstRate : 0)
const valueOf = ({ taxable, igst, cgst, sgst }: Sums): number => taxable + igst + cgst + sgst

function addTo(sums: Sums, line: Sums, sign: number): void {
  sums.taxable += sign * line.taxable
  sums.igst += sign * line.igst
  sums.cgst += sign * line.cgst
  sums.sgst += sign * line.sgst
}

function grouped<Group extends object>(
  lines: readonly DocumentLine[],
  groupOf: (line: DocumentLine) => Group,
  isSigned = true,
): (Group & Sums & { quantity: number })[] {
  const rows = new Map<string, Group & Sums & { quantity: number }>()
  for (const line of lines) {
    const group = groupOf(line)
    const name = JSON.stringify(group)
    const row = rows.get(name) ?? { ...group, ...NONE, quantity: 0 }
    rows.set(name, row)
    const sign = isSigned ? line.sign : 1
    addTo(row, line, sign)
    row.quantity += sign
  }
  return [...rows.values()]
}

/** A month for GSTR-1. Supplies in India are net of the credit notes of the month; exports are in their currency and apart. */
export function gstOf(lines: readonly DocumentLine[]): Gst {
  const home = lines.filter(({ country }) => country === 'IN')
  const abroad = lines.filter(({ country }) => country !== 'IN')
  const supplies = grouped(home, (line) => ({ place: placeOf(line), rate: rateOf(line) }))
  const notes = grouped(
    lines.filter(({ sign }) => sign === -1),
    (line) => ({
      number: line.number,
      day: line.day,
      place: placeOf(line),
      rate: rateOf(line),
      currency: line.currency,
    }),
    false,
  )
  const exports = grouped(
    abroad.filter(({ sign }) => sign === 1),
    ({ number, day, currency }) => ({ number, day, currency }),
  )
  const sacs = grouped(home, (line) => ({ sac: line.sac, rate: rateOf(line) }))
  return {
    supplies: supplies
      .toSorted((a, b) => a.place.localeCompare(b.place))
      .map(({ place, rate, taxable, igst, cgst, sgst }) => ({ place, rate, taxable, igst, cgst, sgst })),
    notes: notes.map((row) => ({ ...row, value: valueOf(row) })),
    exports: exports.map(({ number, day, currency, ...sums }) => ({ number, day, currency, value: valueOf(sums) })),
    sacs: sacs.map((row) => ({ ...row, value: valueOf(row) })),
    series: [...seriesOf(lines, 'invoice'), ...seriesOf(lines, 'credit')],
  }
}

function seriesOf(lines: readonly DocumentLine[], kind: 'invoice' | 'credit'): Gst['series'] {
  const numbers = [...new Set(lines.filter((line) => line.kind === kind).map(({ number }) => number))].toSorted()
  // A new financial year begins a new series.
  const years = Map.groupBy(numbers, (number) => number.split('/')[0])
  return [...years.values()].map((own) => ({ kind, from: own[0] ?? '', to: own.at(-1) ?? '', count: own.length }))
}
