import { createHash } from 'node:crypto'
import { legalFacts } from '#brand/brand.ts'
import type { StoredTranslations } from '../db/schema/columns.ts'
import type { Failure } from '../runtime/failure.ts'
import type { Buyer } from '../http/buyer.ts'
import type { AppContext } from '../context.ts'
import { drawInvoice, SHEET_VERSION } from './invoice-layout.ts'
import { ORDER, type OrderRow } from './order-rows.ts'

export type Line = { translations: StoredTranslations; sac: string; price: number }
/** `of`: the invoice that a credit note takes back. */
export type Sheet = {
  kind: 'I' | 'C'
  number: string
  issuedAt: Date
  of: { number: string; issuedAt: Date } | null
  order: OrderRow
  lines: Line[]
}
type Given = Pick<AppContext, 'db' | 'media' | 'signer' | 'now'>

/** The address of the PDF, which opens for some minutes. It is drawn of what the order froze, whatever profile and catalog say today. */
export async function openInvoice(
  context: Given,
  { owner }: Buyer,
  token: string,
  kind: 'I' | 'C',
): Promise<{ number: string; download_path: string } | Failure<'notFound'>> {
  const sheet = await sheetOf(context, owner, token, kind)
  if (!sheet) return { fault: 'notFound' }
  const path = `documents/${createHash('sha256')
    .update(JSON.stringify([SHEET_VERSION, legalFacts, sheet]))
    .digest('hex')
    .slice(0, 32)}.pdf`
  if (!(await context.media.stat(path))) await context.media.put(path, await drawInvoice(sheet))
  return { number: sheet.number, download_path: context.signer.sign(path, context.now().getTime()).address }
}

async function sheetOf({ db }: Given, owner: string, token: string, kind: 'I' | 'C'): Promise<Sheet | undefined> {
  const [order] = await db.query<OrderRow>(`select ${ORDER} from orders o where o.token = $1 and o.owner = $2`, [
    token,
    owner,
  ])
  if (!order) return undefined
  const papers = await db.query<{ kind: 'I' | 'C'; number: string; issuedAt: Date }>(
    'select kind, number, issued_at as "issuedAt" from invoices where order_id = $1',
    [order.id],
  )
  const paper = papers.find((one) => one.kind === kind)
  const lines = await db.query<Line>(
    'select translations, sac, price from order_lines where order_id = $1 order by position',
    [order.id],
  )
  return paper && { ...paper, of: kind === 'C' ? (papers.find((one) => one.kind === 'I') ?? null) : null, order, lines }
}
