import { createHash } from 'node:crypto'
import { brand } from '#brand/brand.ts'
import { colours } from '#brand/colours.ts'
import { firmAt } from '../catalog/changes/brand-settings.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { orderLines } from '../db/schema/orders.ts'
import type { invoices } from '../db/schema/payments.ts'
import type { Failure } from '../runtime/failure.ts'
import type { Buyer } from '../http/buyer.ts'
import type { AppContext } from '../context.ts'
import { withFileName } from '../adapters/media/file-name.ts'
import { drawInvoice, LAYOUT_VERSION } from './invoice-layout.ts'
import { ORDER, type OrderRow } from './order-rows.ts'

type Invoices = Row<typeof invoices>
type Kind = 'invoice' | 'credit' | 'part'
type InvoiceRow = { kind: Kind; number: Invoices['number']; issuedAt: Invoices['issued_at'] }
type Line = Pick<
  Row<typeof orderLines>,
  'translations' | 'plan_id' | 'sac' | 'price' | 'discount' | 'cgst' | 'sgst' | 'igst' | 'line_refund_id'
>
/** Amounts are those of the lines. `of`: the invoice that a credit note cancels, wholly or for some lines. */
export type Invoice = InvoiceRow & { of: InvoiceRow | null; order: OrderRow; lines: Line[] }

/** Returns a signed address of the PDF, valid for some minutes. The PDF shows the data stored with the order, not today's profile or catalog. */
export async function openInvoice(
  context: Pick<AppContext, 'db' | 'media' | 'signer' | 'now'>,
  { owner }: Buyer,
  token: string,
  kind: Kind,
): Promise<{ number: string; download_path: string } | Failure<'notFound'>> {
  const invoice = await invoiceOf(context.db, owner, token, kind)
  if (!invoice) return { fault: 'notFound' }
  const firm = await firmAt(context.db, invoice.issuedAt)
  const path = `documents/${createHash('sha256')
    .update(JSON.stringify([LAYOUT_VERSION, firm, brand.name, colours.kumkum, invoice]))
    .digest('hex')
    .slice(0, 32)}.pdf`
  if (!(await context.media.stat(path))) await context.media.put(path, await drawInvoice(invoice, firm))
  const { address } = context.signer.sign(path, context.now().getTime())
  return { number: invoice.number, download_path: withFileName(address, invoice.number) }
}

async function invoiceOf(db: Db, owner: string, token: string, kind: Kind): Promise<Invoice | undefined> {
  const [order] = await db.query<OrderRow>(`select ${ORDER} from orders o where o.token = $1 and o.owner = $2`, [
    token,
    owner,
  ])
  if (!order) return undefined
  const issued = await db.query<InvoiceRow>(
    `select case kind when 'I' then 'invoice' else 'credit' end as kind, number, issued_at as "issuedAt" from invoices where order_id = $1
     union all select 'part', number, issued_at from line_refunds where order_id = $1`,
    [order.id],
  )
  const row = issued.find((one) => one.kind === kind)
  const lines = await db.query<Line>(
    'select translations, plan_id, sac, price, discount, cgst, sgst, igst, line_refund_id from order_lines where order_id = $1 order by position',
    [order.id],
  )
  const of = kind === 'invoice' ? null : (issued.find((one) => one.kind === 'invoice') ?? null)
  return row && { ...row, of, ...documented(order, lines, kind) }
}

/** The lines of a document, and the order with their amounts. A credit note of the rest holds the lines that were not returned before. */
function documented(order: OrderRow, all: Line[], kind: Kind): Pick<Invoice, 'order' | 'lines'> {
  const lines = kind === 'invoice' ? all : all.filter((line) => (line.line_refund_id !== null) === (kind === 'part'))
  const sum = (column: 'price' | 'discount' | 'cgst' | 'sgst' | 'igst') =>
    lines.reduce((total, line) => total + line[column], 0)
  const [subtotal, discount, cgst, sgst, igst] = [sum('price'), sum('discount'), sum('cgst'), sum('sgst'), sum('igst')]
  const total = subtotal - discount + cgst + sgst + igst
  return { order: { ...order, subtotal, discount, cgst, sgst, igst, total }, lines }
}
