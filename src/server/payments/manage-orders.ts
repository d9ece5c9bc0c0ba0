import { decimalText, type Minor } from '#contract/money/money.ts'
import type { Db } from '../db/connect.ts'
import { AWAITS_DECISION } from '../db/payment-states.ts'
import type { Row } from '../db/row.ts'
import type { orders } from '../db/schema/orders/orders.ts'
import type { paymentAttempts } from '../db/schema/orders/payments.ts'
import type { Failure } from '../runtime/failure.ts'
import type { ReceivedPayment } from '../adapters/payment/port.ts'
import { pageOf, type Paged, type Slice } from '../db/pagination.ts'
import { attemptById, broughtBy, type AttemptRow } from './attempts.ts'
import { currentStatus } from './gateway-replies.ts'
import { returnedOf } from './line-refunds.ts'
import { releaseHeldPayment, refundPayment } from './operator-decisions.ts'
import type { PaymentDependencies } from './payment-hooks.ts'
import { ORDER_FOUND, searchedOrder } from '../orders/records/find-orders.ts'
import { lockCartsOf } from '../orders/locks.ts'
import { lockOrder } from '../orders/order-rows.ts'
import { noteAction } from '../audit/audit-log.ts'

type Fault = 'notFound' | 'notPaid' | 'notHeld' | 'underWay' | 'another' | 'gateway' | 'free' | 'changedMeanwhile'
/** Who decides at the desk and why; by default who is at the command line. `amount`: what they saw, else nothing happens. */
export type Decision = {
  who?: string
  reason?: string
  amount?: number
  /** Which payments the decision is about. */
  states?: ('paid' | 'held')[]
}
type OrderSummary = Pick<Row<typeof orders>, 'id' | 'created_at' | 'status' | 'email' | 'token'> & {
  gift: Row<typeof orders>['is_gift']
  total: string
}
type HeldPayment = Pick<Row<typeof paymentAttempts>, 'id' | 'gateway' | 'created_at' | 'held_for'> &
  Pick<Row<typeof orders>, 'token' | 'email'> & { order: Row<typeof orders>['id']; asked: string; came: string | null }

const total = `to_char(o.total / 100.0, 'FM999999990.00') || ' ' || o.currency`
const SUMMARY = `select o.id, o.created_at, o.status, o.is_gift as gift, ${total} as total, o.email, o.token from orders o`

export async function listOrders({ db }: { db: Db }, slice: Slice): Promise<Paged<OrderSummary>> {
  return pageOf(db, SUMMARY, slice)
}

/** Finds orders by a part of the buyer's address or name, by the number of an order or invoice, by the amount, or by the key of a payment. */
export async function findOrders({ db }: { db: Db }, text: string, slice: Slice): Promise<Paged<OrderSummary>> {
  return pageOf(db, `${SUMMARY} where ${ORDER_FOUND}`, slice, searchedOrder(text))
}

/** Held payments that are not being refunded. An operator accepts or refunds each. */
export async function listHeld({ db }: { db: Db }, slice: Slice): Promise<Paged<HeldPayment>> {
  return pageOf(
    db,
    `select a.id, o.id as "order", o.token, a.gateway, a.held_for, ${total} as asked,
       to_char(a.received / 100.0, 'FM999999990.00') || ' ' || a.currency as came, a.created_at, o.email from payment_attempts a join orders o on o.id = a.order_id
     where ${AWAITS_DECISION}`,
    slice,
  )
}

/** One order by its token or number, with its payments, refunds, invoices and operator actions. */
export async function orderFile({ db }: { db: Db }, name: string): Promise<Record<string, unknown> | undefined> {
  const id = await idOf(db, name)
  if (id === undefined) return undefined
  const [row] = await db.query<Record<string, unknown>>(
    `select o.id, o.token, o.status, o.created_at, o.paid_at, o.is_gift as gift, o.email, o.first_name, o.last_name, o.country, o.state, o.network_country as network, ${total} as total, o.coupon_code as coupon,
       array(select coalesce(l.translations->'en'->>'name', l.translations->'mr'->>'name') from order_lines l where l.order_id = o.id order by l.position) as lines,
       array(select a.gateway || ' ' || a.key || ' ' || a.state || coalesce(' ' || a.gateway_payment, '') || coalesce(' from ' || a.payer_country, '') from payment_attempts a where a.order_id = o.id order by a.id) as payments,
       array(select r.state || ' ' || to_char(r.amount / 100.0, 'FM999999990.00') || ' ' || r.reason from
         (select attempt_id, state, amount, reason, due_at from refunds union all select attempt_id, state, amount, reason, due_at from line_refunds) r
         join payment_attempts a on a.id = r.attempt_id where a.order_id = o.id order by r.due_at) as refunds,
       array(select i.number from (select order_id, number, issued_at from invoices union all select order_id, number, issued_at from line_refunds) i
         where i.order_id = o.id order by i.issued_at, i.number desc) as documents,
       array(select e.action || ' ' || to_char(e.done_at, 'YYYY-MM-DD HH24:MI') from operator_actions e where e.target = 'order ' || o.id order by e.id) as decisions
     from orders o where o.id = $1`,
    [id],
  )
  return row
}

/** Queues a refund. The worker sends it; the order closes when the gateway has accepted it. */
export async function refundOrder(
  context: PaymentDependencies,
  name: string,
  { who, reason, amount: seen, states = ['paid', 'held'] }: Decision = {},
): Promise<{ order: number; amount: string } | Failure<Fault>> {
  const found = await attemptOf(context, name, states)
  if ('fault' in found) return found.fault === 'notHeld' ? { fault: 'notPaid' } : found
  if (broughtBy(found) === 0) return { fault: 'free' }
  const heldPayment = found.state === 'held' ? await refundablePayment(context, found) : undefined
  if (found.state === 'held' && !heldPayment) return { fault: 'gateway' }
  return context.db.transaction(async (inner) => {
    const order = await lockOrder(inner, found.orderId)
    const amount = (heldPayment?.amount ?? broughtBy(found)) - (await returnedOf(inner, found))
    if (seen !== undefined && seen !== amount) return { fault: 'changedMeanwhile' } as const
    if (amount <= 0) return { fault: 'free' } as const
    const conflict = await refundPayment(inner, context, order, await attemptById(inner, found.id), heldPayment)
    if (conflict) return { fault: conflict === 'moved' ? 'notPaid' : conflict } as const
    const details = { attempt: found.id, amount, currency: found.currency, ...(reason && { reason }) }
    await noteAction(inner, context.now(), 'refund', `order ${order.id}`, details, who)
    return { order: order.id, amount: `${decimalText(amount)} ${found.currency}` }
  })
}

/** Accepts a held payment for its order, whatever its amount. The gateway must confirm once more that it is paid. */
export async function releaseOrder(
  context: PaymentDependencies,
  name: string,
  { who, reason, amount: seen }: Decision = {},
): Promise<{ order: number; amount: string } | Failure<Fault | 'otherCurrency'>> {
  const found = await attemptOf(context, name, ['held'])
  if ('fault' in found) return found
  const payment = await receivedPayment(context, found)
  if (!payment) return { fault: 'gateway' }
  if (payment.currency !== found.currency) return { fault: 'otherCurrency' }
  if (seen !== undefined && seen !== payment.amount) {
    await noteReceived(context.db, found, payment.amount)
    return { fault: 'changedMeanwhile' }
  }
  const released = await context.db.transaction(async (inner) => {
    const [buyer] = await inner.query<Pick<Row<typeof orders>, 'owner'>>('select owner from orders where id = $1', [
      found.orderId,
    ])
    await lockCartsOf(inner, buyer?.owner ?? null)
    const order = await lockOrder(inner, found.orderId)
    const conflict = await releaseHeldPayment(inner, context, order, await attemptById(inner, found.id), payment)
    if (conflict) return { fault: conflict === 'moved' ? 'notHeld' : conflict } as const
    const { amount: came, currency } = payment
    const details = { attempt: found.id, asked: found.amount, came, currency, ...(reason && { reason }) }
    await noteAction(inner, context.now(), 'release', `order ${order.id}`, details, who)
    return { order: order.id, amount: `${decimalText(payment.amount)} ${payment.currency}` }
  })
  context.wake()
  return released
}

/** What the gateway says now, so that the desk shows it before the next decision. */
async function noteReceived(db: Db, { id }: AttemptRow, amount: Minor): Promise<void> {
  await db.query(
    `update payment_attempts set received = nullif(least($2::bigint, 2147483647)::int, amount) where id = $1 and state = 'held'`,
    [id, amount],
  )
}

async function idOf(db: Db, name: string): Promise<number | undefined> {
  const [order] = await db.query<Pick<Row<typeof orders>, 'id'>>(
    'select id from orders where token = $1 or id::text = $1',
    [name],
  )
  return order?.id
}

/**
 * Prefers a held attempt: an operator who refunds must not return the payment that fulfilled the order by mistake. Of several held
 * ones it is the one that the desk shows: the first that awaits a decision. Then one that is not going back already: the second
 * payment of an order does so by itself.
 */
async function attemptOf(
  { db }: { db: Db },
  name: string,
  states: AttemptRow['state'][],
): Promise<AttemptRow | Failure<'notFound' | 'notHeld'>> {
  const id = await idOf(db, name)
  if (id === undefined) return { fault: 'notFound' }
  const [attempt] = await db.query<Pick<Row<typeof paymentAttempts>, 'id'>>(
    `select id from payment_attempts where order_id = $1 and state = any($2) order by state = 'held' desc,
       exists (select 1 from refunds r where r.attempt_id = payment_attempts.id), held_for is not distinct from 'usedElsewhere',
       case when state = 'held' then id end, id desc limit 1`,
    [id, states],
  )
  return attempt ? db.transaction((inner) => attemptById(inner, attempt.id)) : { fault: 'notHeld' }
}

async function receivedPayment(
  context: PaymentDependencies,
  attempt: AttemptRow,
): Promise<ReceivedPayment | undefined> {
  const status = await currentStatus(context, attempt)
  return status.state === 'paid' ? status : undefined
}

/** A payment that belongs to something else cannot be accepted, but can be refunded. */
async function refundablePayment(
  context: PaymentDependencies,
  attempt: AttemptRow,
): Promise<ReceivedPayment | undefined> {
  const status = await currentStatus(context, attempt)
  if (status.state === 'wrong') return status.received
  return status.state === 'paid' ? status : undefined
}
