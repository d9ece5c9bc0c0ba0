import { brand } from '#brand/brand.ts'
import { colours } from '#brand/colours.ts'
import { firmAt } from '../catalog/changes/brand-settings.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { orderLines } from '../db/schema/orders/orders.ts'
import type { invoices } from '../db/schema/orders/orders.ts'
import type { Failure } from '../runtime/failure.ts'
import type { Buyer } from '../http/buyer.ts'
import type { AppContext } from '../context.ts'
import { cachedDocument } from '../adapters/media/cached-documents.ts'
import { withFileName } from '../adapters/media/file-name.ts'
import { drawInvoice, LAYOUT_VERSION } from './invoice-layout.ts'
import { ORDER, type OrderRow } from './order-rows.ts'

type Invoices = Row<typeof invoices>
type InvoiceKind = 'invoice' | 'credit' | 'part'
/** `refundId`: the refund of some lines that a credit note is about. */
type InvoiceRow = {
  kind: InvoiceKind
  number: Invoices['number']
  issuedAt: Invoices['issued_at']
  refundId?: number | null
}
type Line = Pick<
  Row<typeof orderLines>,
  'translations' | 'plan_id' | 'sac' | 'price' | 'discount' | 'cgst' | 'sgst' | 'igst' | 'line_refund_id'
>
/** Amounts are those of the lines. `of`: the invoice that a credit note cancels, wholly or for some lines. */
export type Invoice = InvoiceRow & { of: InvoiceRow | null; order: OrderRow; lines: Line[] }
type Wanted = { kind?: InvoiceKind | undefined; number?: string | undefined }
type Dependencies = Pick<AppContext, 'db' | 'media' | 'signer' | 'now'>

/** Returns a signed address of the PDF, valid for some minutes. The PDF shows the data stored with the order, not today's profile or catalog. */
export async function openInvoice(
  context: Dependencies,
  { owner }: Buyer,
  token: string,
  wanted: Wanted,
): Promise<{ number: string; download_path: string } | Failure<'notFound'>> {
  const [order] = await context.db.query<OrderRow>(
    `select ${ORDER} from orders o where o.token = $1 and o.owner = $2`,
    [token, owner],
  )
  return order ? openInvoiceOf(context, order, wanted) : { fault: 'notFound' }
}

/** The same for an order that the caller may see. */
export async function openInvoiceOf(
  context: Dependencies,
  order: OrderRow,
  wanted: Wanted,
): Promise<{ number: string; download_path: string } | Failure<'notFound'>> {
  const file = await invoiceFile(context, order, wanted)
  if (!file) return { fault: 'notFound' }
  const { address } = context.signer.sign(file.path, context.now().getTime())
  return { number: file.number, download_path: withFileName(address, file.number) }
}

/** The path of the PDF in the media store, for an hour at least. */
export async function invoiceFile(
  context: Pick<AppContext, 'db' | 'media' | 'now'>,
  order: OrderRow,
  wanted: Wanted,
): Promise<{ number: string; path: string } | undefined> {
  const invoice = await invoiceOf(context.db, order, wanted)
  if (!invoice) return undefined
  const firm = await firmAt(context.db, invoice.issuedAt)
  const content = [LAYOUT_VERSION, firm, brand.name, colours.kumkum, invoice]
  const path = await cachedDocument(context, content, () => drawInvoice(invoice, firm))
  return { number: invoice.number, path }
}

async function invoiceOf(db: Db, order: OrderRow, { kind, number }: Wanted): Promise<Invoice | undefined> {
  const issued = await db.query<InvoiceRow>(
    `select case kind when 'I' then 'invoice' else 'credit' end as kind, number, issued_at as "issuedAt", null as "refundId" from invoices where order_id = $1
     union all select 'part', number, issued_at, id from line_refunds where order_id = $1 order by "issuedAt", number`,
    [order.id],
  )
  const isWanted = (one: InvoiceRow) =>
    (kind === undefined || one.kind === kind) && (number === undefined || one.number === number)
  const row = issued.find(isWanted)
  if (!row) return undefined
  const lines = await db.query<Line>(
    'select translations, plan_id, sac, price, discount, cgst, sgst, igst, line_refund_id from order_lines where order_id = $1 order by position',
    [order.id],
  )
  const of = row.kind === 'invoice' ? null : (issued.find((one) => one.kind === 'invoice') ?? null)
  return { ...row, of, ...documented(order, lines, row) }
}

/** The lines of a document, and the order with their amounts. A credit note of the rest holds the lines that were not returned before. */
function documented(
  order: OrderRow,
  all: Line[],
  { kind, refundId = null }: InvoiceRow,
): Pick<Invoice, 'order' | 'lines'> {
  const lines = kind === 'invoice' ? all : all.filter((line) => line.line_refund_id === refundId)
  const sum = (column: 'price' | 'discount' | 'cgst' | 'sgst' | 'igst') =>
    lines.reduce((total, line) => total + line[column], 0)
  const [subtotal, discount, cgst, sgst, igst] = [sum('price'), sum('discount'), sum('cgst'), sum('sgst'), sum('igst')]
  const total = subtotal - discount + cgst + sgst + igst
  return { order: { ...order, subtotal, discount, cgst, sgst, igst, total }, lines }
}
