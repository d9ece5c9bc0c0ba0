import { randomBytes } from 'node:crypto'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { orderLines } from '../db/schema/orders/orders.ts'
import type { lineRefunds } from '../db/schema/orders/payments.ts'
import type { OrderRow } from '../orders/order-rows.ts'
import { nextNumber } from '../orders/serial-numbers.ts'
import { broughtBy, type AttemptRow } from './attempts.ts'
import type { SettlementDependencies } from './payment-hooks.ts'
import { sendRefundMail } from './refund-mails.ts'

type Line = Pick<Row<typeof orderLines>, 'id' | 'price' | 'discount' | 'cgst' | 'sgst' | 'igst'>

/** What a line cost, with its tax: it goes back whole. */
export const paidFor = ({ price, discount, cgst, sgst, igst }: Omit<Line, 'id'>): number =>
  price - discount + cgst + sgst + igst

/** Why lines go back: the buyer had their content, or the shop decided so. */
type LineRefundReason = 'already owned' | 'by the shop'

/**
 * Returns the money of single lines of a paid order, with a credit note of their price, discount and tax. The order stays
 * paid. The poller sends the refund. Returns the amount; with 0 nothing happened. Lock the order and the attempt first: no
 * more goes back than the payment brought.
 */
export async function refundLines(
  inner: Db,
  context: SettlementDependencies,
  order: OrderRow,
  attempt: AttemptRow,
  lineIds: ReadonlySet<number>,
  reason: LineRefundReason,
): Promise<number> {
  const lines = await inner.query<Line>(
    'select id, price, discount, cgst, sgst, igst from order_lines where id = any($1) and order_id = $2 and line_refund_id is null',
    [[...lineIds], order.id],
  )
  // The operator may have accepted a payment that was smaller than the order.
  const amount = Math.min(
    broughtBy(attempt) - (await returnedOf(inner, attempt)),
    lines.reduce((sum, line) => sum + paidFor(line), 0),
  )
  if (amount <= 0) return 0
  const { number, issuedAt } = await nextNumber(inner, context.now(), 'C')
  const [refund] = await inner.query<Pick<Row<typeof lineRefunds>, 'id'>>(
    `insert into line_refunds (order_id, attempt_id, key, amount, reason, due_at, number, issued_at) values ($1, $2, $3, $4, $7, $5, $6, $8) returning id`,
    [order.id, attempt.id, `p${randomBytes(11).toString('hex')}`, amount, context.now(), number, reason, issuedAt],
  )
  if (!refund) throw new Error('the refund was not inserted')
  await inner.query('update order_lines set line_refund_id = $2 where id = any($1)', [[...lineIds], refund.id])
  const name = reason === 'already owned' ? 'refundedPart' : 'refundedLines'
  await sendRefundMail(inner, context, order, { name, amount, currency: attempt.currency, lineIds })
  if (reason === 'already owned')
    context.alarm('payment refunded', { gateway: attempt.gateway, attempt: attempt.id, reason: 'lines already owned' })
  return amount
}

/** What `refundLines` has returned of a payment. */
export async function returnedOf(db: Db, { id }: Pick<AttemptRow, 'id'>): Promise<number> {
  const [row] = await db.query<{ sum: number }>(
    'select coalesce(sum(amount), 0) as sum from line_refunds where attempt_id = $1',
    [id],
  )
  return row?.sum ?? 0
}
