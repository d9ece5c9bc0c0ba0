import { decimalText } from '#contract/money/money.ts'
import { plainCell } from '#contract/text/csv-cell.ts'
import { monthPeriod, SALES_BY, type FigureTable, type Gst } from '#contract/desk/figures.ts'
import type { AppContext } from '../../context.ts'
import { heardByTitle } from '../../listening/listening-figures.ts'
import { documentLines, type Period } from '../../orders/records/document-lines.ts'
import { subscriptionEvents } from '../../plans/subscription-figures.ts'
import { namesOf } from '../orders/order-reply.ts'
import { ABROAD, gstOf } from './gst.ts'
import { royalties } from './royalties.ts'
import { salesRows } from './sales.ts'
import { subscriptionRows } from './subscriptions.ts'

type Cell = string | number
type Table = { columns: string[]; rows: Cell[][] }
type Dependencies = Pick<AppContext, 'db' | 'now'>
type Names = { en?: string | undefined; mr?: string | undefined }

/** Amounts below zero stay numbers. */
function cellText(cell: Cell): string {
  const text = String(cell)
  const safe = /^-?\d+(?:\.\d+)?$/.test(text) ? text : plainCell(text)
  return /[",;\t\n\r]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** With a byte order mark, so that Excel reads UTF-8. */
export const csvText = ({ columns, rows }: Table): string =>
  `\ufeff${[columns, ...rows].map((row) => row.map(cellText).join(',')).join('\r\n')}\r\n`

const bothNames = ({ en = '', mr = '' }: Names): Cell[] => [en, mr]
/** 12-Nov-26, as the tool of GSTR-1 reads days. */
const noteDay = (day: string): string => {
  const [year = '', month = '', date = ''] = day.split('-')
  const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
  return `${date}-${names[Number(month) - 1]}-${year.slice(2)}`
}

const GST_TABLES: Record<'b2cs' | 'cdnur' | 'exp' | 'hsn' | 'docs', (gst: Gst) => Table> = {
  b2cs: ({ supplies }) => ({
    columns: [
      'Type',
      'Place Of Supply',
      'Rate',
      'Applicable % of Tax Rate',
      'Taxable Value',
      'Cess Amount',
      'E-Commerce GSTIN',
    ],
    rows: supplies.map(({ place, rate, taxable }) => ['OE', place, rate, '', decimalText(taxable), '0.00', '']),
  }),
  // Of notes for people without a GSTIN, GSTR-1 lists those of exports; in India they are taken off the supplies (B2CS).
  cdnur: ({ notes }) => ({
    columns: [
      'UR Type',
      'Note Number',
      'Note Date',
      'Note Type',
      'Place Of Supply',
      'Note Value',
      'Applicable % of Tax Rate',
      'Rate',
      'Taxable Value',
      'Cess Amount',
      'Currency',
    ],
    rows: notes
      .filter(({ place }) => place === ABROAD)
      .map(({ number, day, place, value, rate, taxable, currency }) => [
        ...['EXPWOP', number, noteDay(day), 'C', place, decimalText(value), '', rate],
        ...[decimalText(taxable), '0.00', currency],
      ]),
  }),
  exp: ({ exports }) => ({
    columns: [
      'Export Type',
      'Invoice Number',
      'Invoice date',
      'Invoice Value',
      'Port Code',
      'Shipping Bill Number',
      'Shipping Bill Date',
      'Rate',
      'Taxable Value',
      'Cess Amount',
      'Currency',
    ],
    rows: exports.map(({ number, day, value, currency }) => [
      ...['WOPAY', number, noteDay(day), decimalText(value), '', '', '', 0],
      ...[decimalText(value), '0.00', currency],
    ]),
  }),
  hsn: ({ sacs }) => ({
    columns: [
      'HSN',
      'Description',
      'UQC',
      'Total Quantity',
      'Total Value',
      'Rate',
      'Taxable Value',
      'Integrated Tax Amount',
      'Central Tax Amount',
      'State/UT Tax Amount',
      'Cess Amount',
    ],
    rows: sacs.map(({ sac, quantity, value, rate, taxable, igst, cgst, sgst }) => [
      ...[sac, 'Online audio content', 'NA', quantity, decimalText(value), rate],
      ...[taxable, igst, cgst, sgst].map(decimalText),
      '0.00',
    ]),
  }),
  docs: ({ series }) => ({
    columns: ['Nature of Document', 'Sr. No. From', 'Sr. No. To', 'Total Number', 'Cancelled'],
    rows: series.map(({ kind, from, to, count }) => [
      ...[kind === 'invoice' ? 'Invoices for outward supply' : 'Credit Note', from, to, count, 0],
    ]),
  }),
}

async function salesTable({ db }: Dependencies, period: Period, by: (typeof SALES_BY)[number]): Promise<Table> {
  const rows = await salesRows(db, await documentLines(db, period), by)
  return {
    columns: [by, 'name_en', 'name_mr', 'currency', 'sold', 'returned', 'net', 'taxable', 'tax', 'lines'],
    rows: rows.map(({ key, names, currency, sold, returned, taxable, tax, count }) => [
      ...[key, ...bothNames(names), currency],
      ...[sold, returned, sold - returned, taxable, tax].map(decimalText),
      count,
    ]),
  }
}

const OTHER_TABLES: Record<
  'listening' | 'subscriptions' | 'royalties',
  (of: Dependencies, period: Period) => Promise<Table>
> = {
  async listening({ db }, period) {
    const rows = await heardByTitle(db, period)
    return {
      columns: ['title', 'name_en', 'name_mr', 'seconds_owned', 'seconds_plan', 'seconds_free', 'listeners'],
      rows: rows.map((row) => [
        ...[row.id, ...bothNames(namesOf({ translations: row.translations, isPlan: false }))],
        ...[row.owned, row.plan, row.free, row.listeners],
      ]),
    }
  },
  async subscriptions({ db, now }, period) {
    const rows = subscriptionRows(await subscriptionEvents(db, period, now()), 'plan')
    return {
      columns: ['plan', 'name_en', 'name_mr', 'new', 'renewed', 'given', 'ended', 'taken_back'],
      rows: rows.map(({ key, names, begun, renewed, given, ended, taken }) => [
        ...[key, ...bothNames(names), begun, renewed, given, ended, taken],
      ]),
    }
  },
  async royalties({ db }, period) {
    const rows = await royalties(db, period)
    return {
      columns: [
        'author',
        'name_en',
        'name_mr',
        'currency',
        'net_sales',
        'rate_from',
        'percent',
        'by_sale',
        'seconds',
        'per_1000_minutes',
        'by_minutes',
        'total',
      ],
      rows: rows.map((row) => [
        ...[row.person, ...bothNames(row.names), row.currency, decimalText(row.net_sales), row.rate_from ?? ''],
        ...[
          decimalText(row.sale_rate),
          decimalText(row.by_sale),
          row.seconds,
          decimalText(row.thousand_minutes),
          decimalText(row.by_minutes),
        ],
        decimalText(row.by_sale + row.by_minutes),
      ]),
    }
  },
}

/** A table of the figures as a file for spreadsheets. Tables of GST are of the month in which the period begins. */
export async function figuresCsv(
  context: Dependencies,
  table: FigureTable,
  period: Period,
): Promise<{ name: string; text: string }> {
  const month = period.from.slice(0, 7)
  const by = SALES_BY.find((one) => table === `sales-${one}`)
  if (by)
    return { name: `${table}-${period.from}-${period.to}.csv`, text: csvText(await salesTable(context, period, by)) }
  const gst = (['b2cs', 'cdnur', 'exp', 'hsn', 'docs'] as const).find((one) => table === `gst-${one}`)
  if (gst) {
    const lines = await documentLines(context.db, monthPeriod(month))
    return { name: `${table}-${month}.csv`, text: csvText(GST_TABLES[gst](gstOf(lines))) }
  }
  const other = (['listening', 'subscriptions', 'royalties'] as const).find((one) => table === one) ?? 'listening'
  const text = csvText(await OTHER_TABLES[other](context, period))
  return { name: `${table}-${period.from}-${period.to}.csv`, text }
}
