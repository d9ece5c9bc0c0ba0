import type { Db } from '../db/connect.ts'
import { IS_OPEN_PAYMENT } from '../db/payment-states.ts'
import type { Row } from '../db/row.ts'
import type { orders } from '../db/schema/orders/orders.ts'
import type { paymentAttempts, refunds } from '../db/schema/orders/payments.ts'
import type { PaymentStatus } from '../adapters/payment/port.ts'
import { closeUnpaidOrder } from '../orders/order-rows.ts'
import { rethrow, type OnError } from '../runtime/on-error.ts'
import { attemptById, nextRecheck, type AttemptRow } from './attempts.ts'
import { currentStatus } from './gateway-replies.ts'
import type { PaymentDependencies } from './payment-hooks.ts'
import { settle } from './settlement.ts'

const LEASE_MS = 60_000
/** Almost three days. */
const MAX_CHECKS = 14
/** What the gateway calls pending is asked about for a month: until then it may still be paid, and its order can take no other payment. */
const MAX_PENDING_CHECKS = 74
const MAX_GAP_MS = 12 * 3_600_000
const MAX_ATTEMPTS_PER_RUN = 20

/** Settles attempts whose browser did not come back, expires unpaid orders and sends refunds. A failure of one does not stop the others. */
export async function pollPayments(
  context: PaymentDependencies,
  isStopping: () => boolean = () => false,
  failed: OnError = rethrow,
): Promise<void> {
  await pollAttempts(context, isStopping).catch(failed)
  await expireOrders(context).catch(failed)
  for (const table of REFUND_TABLES) if (!isStopping()) await sendRefunds(context, table, failed).catch(failed)
}

async function pollAttempts(context: PaymentDependencies, isStopping: () => boolean): Promise<void> {
  for (let left = MAX_ATTEMPTS_PER_RUN; left > 0 && !isStopping(); left -= 1) {
    const attempt = await claimAttempt(context)
    if (!attempt) break
    const status = await currentStatus(context, attempt)
    const isGivenUp = attempt.state === 'pending' && isLastCheck(attempt) && OPEN.has(status.state)
    if (isGivenUp) context.alarm('payment pending for a month', { gateway: attempt.gateway, attempt: attempt.id })
    // A late payment still settles a failed attempt.
    await settle(context, attempt.id, isGivenUp ? { state: 'failed' } : status)
  }
}

type DueAttempt = Pick<Row<typeof paymentAttempts>, 'id'> & { paidAt: Date }

/** One of any number of processes gets the attempt, unpaid ones first. Each poll doubles the time to the next. */
async function claimAttempt({ db, now }: Pick<PaymentDependencies, 'db' | 'now'>): Promise<AttemptRow | undefined> {
  const at = now()
  return db.transaction(async (inner) => {
    const [due] = await inner.query<DueAttempt>(
      `select a.id, coalesce(o.paid_at, a.created_at) as "paidAt" from payment_attempts a join orders o on o.id = a.order_id
       where a.check_at <= $1 order by a.state = 'paid', a.check_at limit 1 for update of a skip locked`,
      [at],
    )
    if (!due) return undefined
    const attempt = await attemptById(inner, due.id)
    await inner.query('update payment_attempts set checks = checks + 1, check_at = $2 where id = $1', [
      due.id,
      attempt.state === 'paid' ? nextRecheck(due.paidAt, at) : nextPoll(attempt, at),
    ])
    return attempt
  })
}

const OPEN: ReadonlySet<PaymentStatus['state']> = new Set(['pending', 'unknown'])

const isLastCheck = ({ state, checks }: AttemptRow): boolean =>
  checks + 1 >= (state === 'pending' ? MAX_PENDING_CHECKS : MAX_CHECKS)

/** Null: the gateway is not asked again. */
function nextPoll(attempt: AttemptRow, now: Date): Date | null {
  const gap = Math.min(LEASE_MS * 2 ** (attempt.checks + 1), MAX_GAP_MS)
  return isLastCheck(attempt) ? null : new Date(now.getTime() + gap)
}

/** A pending or held payment keeps an order from expiring. */
async function expireOrders({ db, now }: { db: Db; now: () => Date }): Promise<void> {
  const at = now()
  const expired = await db.query<OrderId>(`select id from orders o where ${IS_EXPIRED} limit 200`, [at])
  // Each by itself: several would lock their coupons in any order.
  for (const { id } of expired)
    await db.transaction(async (inner) => {
      const [order] = await inner.query<OrderId>(
        `select id from orders o where id = $2 and ${IS_EXPIRED} for update skip locked`,
        [at, id],
      )
      if (order) await closeUnpaidOrder(inner, id, 'cancelled')
    })
}

type OrderId = Pick<Row<typeof orders>, 'id'>
const IS_EXPIRED = `status = 'open' and expires_at <= $1
  and not exists (select 1 from payment_attempts a where a.order_id = o.id and ${IS_OPEN_PAYMENT})`

type Refund = Pick<Row<typeof refunds>, 'id' | 'key' | 'attempt_id' | 'amount' | 'tries'>
/**
 * Refunds of lines of an order that stays paid, and of whole payments. The rest goes back after the lines: once the gateway has
 * taken it, the payment counts as returned and nothing more is sent.
 */
const REFUND_TABLES = ['line_refunds', 'refunds'] as const
type RefundTable = (typeof REFUND_TABLES)[number]
const IS_NEXT: Record<RefundTable, string> = {
  line_refunds: 'true',
  refunds: `not exists (select 1 from line_refunds l where l.attempt_id = refunds.attempt_id and l.state = 'queued')`,
}

async function sendRefunds(context: PaymentDependencies, table: RefundTable, failed: OnError): Promise<void> {
  const { db, now } = context
  const due = await db.query<Refund>(
    `update ${table} set tries = tries + 1, due_at = $2 where id in
       (select id from ${table} where state = 'queued' and due_at <= $1 and ${IS_NEXT[table]} order by due_at limit 20 for update skip locked)
     returning id, key, attempt_id, amount, tries`,
    [now(), new Date(now().getTime() + 10 * LEASE_MS)],
  )
  for (const refund of due) await sendRefund(context, table, refund).catch(failed)
}

/** The key makes a repeated request the same refund. */
async function sendRefund(
  context: PaymentDependencies,
  table: RefundTable,
  { id, key, attempt_id: attemptId, amount, tries }: Refund,
): Promise<void> {
  const { db, payments, alarm } = context
  const attempt = await db.transaction((inner) => attemptById(inner, attemptId))
  const { gateway, gatewayPayment: paymentId, currency } = attempt
  if (paymentId !== null && (await payments[gateway]?.refund({ ...attempt, amount, paymentId }, key))) {
    // Settle first: after a crash in between the same refund is sent again under the same key.
    if (table === 'refunds') await settle(context, attemptId, { state: 'refunded', paymentId, amount, currency })
    await db.query(`update ${table} set state = 'done' where id = $1`, [id])
  } else if (tries % 10 === 0) alarm('refund not taken', { gateway, attempt: attemptId, tries })
}
