import { array, enums, integer, number, object, pattern, string, type, type Infer } from 'superstruct'
import { endpoint } from '../http/endpoint.ts'
import { CURRENCIES } from '../money/money.ts'
import { Id, status } from '../fields/wire-fields.ts'
import { ACCOUNTS } from './staff/roles.ts'
import { Names } from './list-fields.ts'

/** Figures of the shop. Days are those of India; rupees and dollars are never added. */

const Day = pattern(string(), /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/)
const Month = pattern(string(), /^20\d\d-(?:0[1-9]|1[0-2])$/)
/** The days of a month, as `2026-11`. */
export function monthPeriod(month: string): { from: string; to: string } {
  const [year = 0, nth = 1] = month.split('-').map(Number)
  return { from: `${month}-01`, to: new Date(Date.UTC(year, nth, 0)).toISOString().slice(0, 10) }
}

/** Both days belong to the period. */
export const period = { from: Day, to: Day }
const currency = enums(CURRENCIES)

export const SALES_BY = ['day', 'title', 'author', 'plan', 'country'] as const
export type SalesBy = (typeof SALES_BY)[number]
/** Minor units. `sold` minus `returned` is what stayed, with tax; `taxable` and `tax` are its parts. They may be below 0. */
const sums = { sold: integer(), returned: integer(), taxable: integer(), tax: integer(), count: integer() }
/** `key`: a day, the id of a title, person or plan, or a country; empty for what has none. */
export const SalesRow = type({ key: string(), names: Names, currency, ...sums })
export type SalesRow = Infer<typeof SalesRow>
export const SalesTotal = type({ currency, orders: integer(), ...sums })
export type SalesTotal = Infer<typeof SalesTotal>

const read = { auth: 'staff', roles: ACCOUNTS, method: 'GET', faults: ['period'] } as const

export const deskSales = endpoint({
  ...read,
  path: '/api/desk/figures/sales/',
  input: object({ ...period, by: enums(SALES_BY) }),
  reply: type({ status, totals: array(SalesTotal), rows: array(SalesRow) }),
  summary: 'What was sold and returned, by day, title, author, plan or country',
})

const ListeningRow = type({
  key: string(),
  names: Names,
  owned: integer(),
  plan: integer(),
  free: integer(),
  listeners: integer(),
})
const TrackRow = type({
  position: integer(),
  names: Names,
  seconds: number(),
  /** How many began it, how many heard nine tenths of it, and the share that was heard on average, in percent. */
  began: integer(),
  finished: integer(),
  heard: integer(),
})
export type ListeningRow = Infer<typeof ListeningRow>
export type TrackRow = Infer<typeof TrackRow>
export const deskListening = endpoint({
  ...read,
  path: '/api/desk/figures/listening/',
  input: object(period),
  /** Seconds heard by how the listeners had the title. */
  reply: type({ status, rows: array(ListeningRow), days: array(type({ day: string(), seconds: integer() })) }),
  summary: 'What was heard, by title and by day',
})
export const deskCompletion = endpoint({
  ...read,
  path: '/api/desk/figures/completion/',
  input: object({ title: Id }),
  reply: type({ status, names: Names, rows: array(TrackRow) }),
  faults: ['notFound'],
  summary: 'How far the tracks of a title are heard, over all time',
})
const SubscriptionRow = type({
  key: string(),
  names: Names,
  begun: integer(),
  renewed: integer(),
  given: integer(),
  ended: integer(),
  taken: integer(),
})
export type SubscriptionRow = Infer<typeof SubscriptionRow>
export const deskSubscriptions = endpoint({
  ...read,
  path: '/api/desk/figures/subscriptions/',
  input: object(period),
  reply: type({ status, running: integer(), rows: array(SubscriptionRow), days: array(SubscriptionRow) }),
  summary: 'Subscriptions new, renewed, given, ended and taken back, by plan and by day',
})

/** As in GSTR-1. Amounts in minor units of the currency of the row. */
const gstSums = { taxable: integer(), igst: integer(), cgst: integer(), sgst: integer() }
const SupplyRow = type({ place: string(), rate: integer(), ...gstSums })
const NoteRow = type({
  number: string(),
  day: string(),
  place: string(),
  rate: integer(),
  value: integer(),
  currency,
  ...gstSums,
})
const ExportRow = type({ number: string(), day: string(), value: integer(), currency })
const SacRow = type({ sac: string(), rate: integer(), quantity: integer(), value: integer(), ...gstSums })
const SeriesRow = type({ kind: enums(['invoice', 'credit']), from: string(), to: string(), count: integer() })
export const Gst = type({
  supplies: array(SupplyRow),
  notes: array(NoteRow),
  exports: array(ExportRow),
  sacs: array(SacRow),
  series: array(SeriesRow),
})
export type Gst = Infer<typeof Gst>
export const deskGst = endpoint({
  ...read,
  path: '/api/desk/figures/gst/',
  input: object({ month: Month }),
  reply: type({ status, data: Gst }),
  summary: 'A month for GSTR-1: small supplies net of credit notes, credit notes, exports, SAC summary, series',
})
export const deskInvoicesZip = endpoint({
  auth: 'staff',
  roles: ACCOUNTS,
  stepUp: true,
  method: 'GET',
  path: '/api/desk/figures/invoices/',
  input: object({ month: Month }),
  /** The reply is the archive itself. */
  reply: type({ status }),
  faults: ['notFound'],
  summary: 'All invoices and credit notes of a month as a zip of PDFs',
})
export const deskInvoiceCount = endpoint({
  auth: 'staff',
  roles: ACCOUNTS,
  stepUp: true,
  method: 'GET',
  path: '/api/desk/figures/invoice-count/',
  input: object({ month: Month }),
  reply: type({ status, count: integer() }),
  summary: 'How many invoices and credit notes a month has; asked before the zip, because a download shows no dialog',
})

const FIGURE_TABLES = [
  ...SALES_BY.map((by) => `sales-${by}` as const),
  'listening',
  'subscriptions',
  'royalties',
  'gst-b2cs',
  'gst-cdnur',
  'gst-exp',
  'gst-hsn',
  'gst-docs',
] as const
export type FigureTable = (typeof FIGURE_TABLES)[number]
export const deskFiguresCsv = endpoint({
  ...read,
  path: '/api/desk/figures/csv/',
  /** Tables of GST are of the month in which the period begins. */
  input: object({ ...period, table: enums(FIGURE_TABLES) }),
  /** With a byte order mark, and safe to open in a spreadsheet. */
  reply: type({ status, name: string(), text: string() }),
  summary: 'A table of the figures as CSV',
})
