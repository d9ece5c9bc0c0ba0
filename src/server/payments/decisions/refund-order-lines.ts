import { noteAction } from '../../audit/audit-log.ts'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/row.ts'
import type { orderLines } from '../../db/schema/orders/orders.ts'
import { revokeLines } from '../../orders/fulfilment.ts'
import { lockOrder, type OrderRow } from '../../orders/order-rows.ts'
import type { Failure } from '../../runtime/failure.ts'
import { attemptById, broughtBy, type AttemptRow } from '../attempts.ts'
import { paidFor, refundLines, returnedOf } from '../line-refunds.ts'
import type { Decision } from '../manage-orders.ts'
import { refundPayment } from '../operator-decisions.ts'
import type { SettlementDependencies } from '../payment-hooks.ts'

type Fault = 'notFound' | 'notPaid' | 'underWay' | 'another' | 'free' | 'changedMeanwhile'
type Line = Pick<Row<typeof orderLines>, 'id' | 'plan_id' | 'price' | 'discount' | 'cgst' | 'sgst' | 'igst'>

/**
 * Returns the money of some lines of a paid order and takes the access to exactly these. The order row is locked, so that
 * refunds of one order follow each other. The last lines close the order as a refund of the rest does.
 */
export async function refundOrderLines(
  context: SettlementDependencies,
  orderId: number,
  lineIds: readonly number[],
  { who, reason, amount: seen }: Decision,
): Promise<{ amount: number; is_whole: boolean } | Failure<Fault>> {
  const refunded = await context.db.transaction(async (inner) => {
    const [exists] = await inner.query('select 1 from orders where id = $1', [orderId])
    if (!exists) return { fault: 'notFound' } as const
    const order = await lockOrder(inner, orderId)
    const attempt = await paidAttemptOf(inner, order)
    if ('fault' in attempt) return attempt
    const { wanted, rest } = await openLines(inner, orderId, new Set(lineIds))
    if (wanted.length !== new Set(lineIds).size) return { fault: 'changedMeanwhile' } as const
    // A line that a coupon made free goes with the last paid one when both are chosen; alone it is taken at the account.
    const isWhole = rest.length === 0
    const left = broughtBy(attempt) - (await returnedOf(inner, attempt))
    const sum = wanted.reduce((total, line) => total + paidFor(line), 0)
    const amount = isWhole ? left : Math.min(left, sum)
    if (amount <= 0) return { fault: 'free' } as const
    if (seen !== undefined && seen !== amount) return { fault: 'changedMeanwhile' } as const
    const conflict = isWhole
      ? await refundPayment(inner, context, order, attempt, undefined)
      : await returnLines(inner, context, order, attempt, wanted)
    if (conflict) return { fault: conflict === 'moved' ? 'notPaid' : conflict } as const
    const details = { attempt: attempt.id, amount, currency: attempt.currency, lines: lineIds, reason }
    await noteAction(inner, context.now(), 'refund', `order ${orderId}`, details, who)
    return { amount, is_whole: isWhole }
  })
  context.wake()
  return refunded
}

/** The payment that fulfilled the order, locked, unless all of it is going back already. */
async function paidAttemptOf(inner: Db, order: OrderRow): Promise<AttemptRow | Failure<'notPaid' | 'underWay'>> {
  if (order.status !== 'paid') return { fault: 'notPaid' }
  // A second payment of a paid order is in the refunds already.
  const [found] = await inner.query<{ id: number; underWay: boolean }>(
    `select a.id, exists (select 1 from refunds r where r.attempt_id = a.id) as "underWay" from payment_attempts a
     where a.order_id = $1 and a.state = 'paid' order by 2, a.id limit 1`,
    [order.id],
  )
  if (!found) return { fault: 'notPaid' }
  return found.underWay ? { fault: 'underWay' } : attemptById(inner, found.id)
}

async function openLines(
  inner: Db,
  orderId: number,
  ids: ReadonlySet<number>,
): Promise<{ wanted: Line[]; rest: Line[] }> {
  const lines = await inner.query<Line>(
    'select id, plan_id, price, discount, cgst, sgst, igst from order_lines where order_id = $1 and line_refund_id is null',
    [orderId],
  )
  return { wanted: lines.filter(({ id }) => ids.has(id)), rest: lines.filter(({ id }) => !ids.has(id)) }
}

async function returnLines(
  inner: Db,
  context: SettlementDependencies,
  order: OrderRow,
  attempt: AttemptRow,
  lines: Line[],
): Promise<undefined> {
  const ids = new Set(lines.map(({ id }) => id))
  await refundLines(inner, context, order, attempt, ids, 'by the shop')
  await revokeLines(inner, context, order.id, ids)
  // A plan that goes back must not be debited again.
  if (attempt.gatewayPayment !== null && lines.some(({ plan_id: planId }) => planId !== null))
    await context.paymentHooks.onPaymentReturned(inner, context, attempt, attempt.gatewayPayment)
}
