import { createHash } from 'node:crypto'
import { legalFacts } from '#brand/brand.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { orderLines } from '../db/schema/orders.ts'
import type { invoices } from '../db/schema/payments.ts'
import type { Failure } from '../runtime/failure.ts'
import type { Buyer } from '../http/buyer.ts'
import type { AppContext } from '../context.ts'
import { drawInvoice, LAYOUT_VERSION } from './invoice-layout.ts'
import { ORDER, type OrderRow } from './order-rows.ts'

type Invoices = Row<typeof invoices>
type Kind = Invoices['kind'] & ('I' | 'C')
type InvoiceRow = { kind: Kind; number: Invoices['number']; issuedAt: Invoices['issued_at'] }
type Line = Pick<Row<typeof orderLines>, 'translations' | 'sac' | 'price'>
/** An invoice (I) or credit note (C). `of`: the invoice that a credit note cancels. */
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
  const path = `documents/${createHash('sha256')
    .update(JSON.stringify([LAYOUT_VERSION, legalFacts, invoice]))
    .digest('hex')
    .slice(0, 32)}.pdf`
  if (!(await context.media.stat(path))) await context.media.put(path, await drawInvoice(invoice))
  return { number: invoice.number, download_path: context.signer.sign(path, context.now().getTime()).address }
}

async function invoiceOf(db: Db, owner: string, token: string, kind: Kind): Promise<Invoice | undefined> {
  const [order] = await db.query<OrderRow>(`select ${ORDER} from orders o where o.token = $1 and o.owner = $2`, [
    token,
    owner,
  ])
  if (!order) return undefined
  const issued = await db.query<InvoiceRow>(
    'select kind, number, issued_at as "issuedAt" from invoices where order_id = $1',
    [order.id],
  )
  const row = issued.find((one) => one.kind === kind)
  const lines = await db.query<Line>(
    'select translations, sac, price from order_lines where order_id = $1 order by position',
    [order.id],
  )
  return row && { ...row, of: kind === 'C' ? (issued.find((one) => one.kind === 'I') ?? null) : null, order, lines }
}
