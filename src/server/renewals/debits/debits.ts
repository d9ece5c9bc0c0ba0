import type { Db } from '../../db/connect.ts'
import { IS_OPEN_PAYMENT } from '../../db/payment-states.ts'
import type { Row } from '../../db/row.ts'
import type { orders } from '../../db/schema/orders/orders.ts'
import { buyerOf } from '../../http/buyer.ts'
import { placeOrder } from '../../orders/create-order.ts'
import { ORDER, type OrderRow } from '../../orders/order-rows.ts'
import { attemptById, insertAttempt, type AttemptRow } from '../../payments/attempts.ts'
import { fetchStatus } from '../../payments/gateway-replies.ts'
import type { PaymentDependencies } from '../../payments/payment-hooks.ts'
import { settle } from '../../payments/settlement.ts'
import { isFollowed } from '../end-period.ts'
import { underLease, type Lease } from '../lease.ts'
import { endMandateById, MANDATE, mandateById, type MandateRow } from '../mandates.ts'
import { latestNotice, noticeName, PERIOD, type NoticeRow, type PeriodRow } from '../notices.ts'
import { draftOf } from '../order-drafts.ts'
import { earliestDebit, mayDebit, PATIENCE_MS, type DebitDecision } from '../rules.ts'

type DueDebit = MandateRow &
  PeriodRow & {
    periodState: 'noticed' | 'debiting'
    attemptId: number | null
    isPending: boolean
    /** It has expired meanwhile. */
    hasClosedOrder: boolean
  }
type PreparedDebit = Pick<PeriodRow, 'periodId' | 'dueAt'> & { attemptId: number; mandateId: number }
type Decision = DebitDecision | 'followed'
type ExpiredDebit = { mandateToEnd: number }

/** Makes the debit that is due first. False: none is due. */
export async function debitNext(context: PaymentDependencies): Promise<boolean> {
  const next = await underLease(context, (inner, lease) => prepareDebit(inner, context, lease))
  if (next === undefined) return false
  if (next === 'later') return true
  if ('attemptId' in next) await debit(context, next)
  else await context.db.transaction((inner) => endMandateById(inner, context, next.mandateToEnd, 'overdue'))
  return true
}

/** A debit that a killed worker left behind is prepared again after its lease. */
async function prepareDebit(
  inner: Db,
  context: PaymentDependencies,
  lease: Lease,
): Promise<PreparedDebit | ExpiredDebit | 'later' | undefined> {
  const now = context.now()
  const [due] = await inner.query<DueDebit>(
    `select ${MANDATE}, ${PERIOD}, p.state as "periodState", (select max(a.id) from payment_attempts a where a.order_id = p.order_id and a.state = 'started') as "attemptId",
       exists (select 1 from payment_attempts a where a.order_id = p.order_id and ${IS_OPEN_PAYMENT}) as "isPending",
       exists (select 1 from orders o where o.id = p.order_id and o.status <> 'open') as "hasClosedOrder"
     from renewal_periods p join mandates m on m.id = p.mandate_id
     where p.act_at <= $1 and m.gateway = 'payu' and m.state = 'active' and p.state in ('noticed','debiting')
     order by p.act_at limit 1 for update of m, p skip locked`,
    [now],
  )
  if (!due) return undefined
  await lease(inner, due.periodId)
  if (due.hasClosedOrder) return { mandateToEnd: due.id }
  // The bank has not answered yet.
  if (due.isPending || (due.periodState === 'debiting' && due.attemptId === null)) return 'later'
  const notice = await latestNotice(inner, due.periodId)
  const order = due.attemptId === null ? await orderForPeriod(inner, context, due, notice) : undefined
  const attemptId = order ? (await insertAttempt(inner, now, order, 'payu')).id : due.attemptId
  if (attemptId === null) return 'later'
  await inner.query(`update renewal_periods set state = 'debiting', order_id = $2 where id = $1`, [
    due.periodId,
    order?.id ?? due.orderId,
  ])
  return { mandateId: due.id, periodId: due.periodId, dueAt: due.dueAt, attemptId }
}

/** The order of the period. Undefined: the debit needs a notice first, or must wait until its notice is old enough (attack case 42). */
async function orderForPeriod(
  inner: Db,
  context: PaymentDependencies,
  due: DueDebit,
  notice: NoticeRow | undefined,
): Promise<OrderRow | undefined> {
  // `skip locked`: the mandate is locked already, and the lock order is order before mandate.
  const [existing] = await inner.query<OrderRow>(
    `select ${ORDER} from orders o where o.id = $1 for update skip locked`,
    [due.orderId],
  )
  if (!existing && due.orderId !== null) return undefined
  const drafted = existing || !notice ? undefined : await draftOf(inner, due, notice.price)
  const amount = existing?.total ?? drafted?.total ?? -1
  const decision = await decide(inner, context.now(), due, due.dueAt, { notice, amount })
  if (decision !== 'debit') await reschedule(inner, context, due, decision, notice)
  if (decision !== 'debit' || due.userId === null) return undefined
  if (existing) return existing
  const order = drafted && (await placeOrder(inner, context, buyerOf(due.userId), drafted.draft))
  if (!order || order === 'coupon') return undefined
  // Longer than all debits, and than the slowest answer of a bank.
  await inner.query('update orders set expires_at = $2 where id = $1', [
    order.id,
    new Date(context.now().getTime() + 2 * PATIENCE_MS),
  ])
  return order
}

/** `followed`: the period ends without a debit, as soon as it waits. */
async function decide(
  inner: Db,
  now: Date,
  mandate: MandateRow,
  dueAt: Date,
  { notice, amount }: { notice: NoticeRow | undefined; amount: number },
): Promise<Decision> {
  if (await isFollowed(inner, mandate, dueAt)) return 'followed'
  return mayDebit(notice, { amount, ceiling: mandate.ceiling, now })
}

/** Back to the notice, or to the moment at which the notice is old enough. Another worker may have gone on with the period. */
async function reschedule(
  inner: Db,
  context: PaymentDependencies,
  { id, periodId }: Pick<DueDebit, 'id' | 'periodId'>,
  decision: Exclude<Decision, 'debit'>,
  notice: NoticeRow | undefined,
): Promise<void> {
  if (decision === 'early' && notice?.sentAt)
    await inner.query('update renewal_periods set act_at = $2 where id = $1', [periodId, earliestDebit(notice.sentAt)])
  if (decision === 'early') return
  if (decision === 'noNotice') context.alarm('renewal without its notice', { mandate: id, period: periodId })
  await inner.query(
    `update renewal_periods set state = 'waiting', act_at = $2 where id = $1 and state in ('noticed','debiting')`,
    [periodId, context.now()],
  )
}

async function debit(context: PaymentDependencies, prepared: PreparedDebit): Promise<void> {
  const attempt = await context.db.transaction((inner) => attemptById(inner, prepared.attemptId))
  const earlier = await fetchStatus(context, attempt)
  if (earlier.state !== 'unknown') return void (await settle(context, attempt.id, earlier))
  const response = await context.db.transaction((inner) => requestDebit(inner, context, prepared, attempt))
  if (typeof response === 'object') return postpone(context, prepared, response)
  const status = await fetchStatus(context, attempt)
  // A refused request leaves no payment whose status the gateway could report.
  const isRefused = status.state === 'unknown' && response === 'refused'
  await settle(context, attempt.id, isRefused ? { state: 'failed' } : status)
}

type Postponed = { decision: Exclude<Decision, 'debit'>; notice: NoticeRow | undefined }

/** In a transaction of its own: a settlement locks the period before the mandate. The attempt stays, so that the gateway knows a later request by the same key. */
const postpone = (
  context: PaymentDependencies,
  { mandateId, periodId }: PreparedDebit,
  { decision, notice }: Postponed,
): Promise<void> =>
  context.db.transaction((inner) => reschedule(inner, context, { id: mandateId, periodId }, decision, notice))

/**
 * Locks the mandate during the request: a cancellation waits for it, and after its answer nothing is debited (attack case 43).
 * Asks about the notice again: a killed worker may have prepared the debit on an earlier day.
 */
async function requestDebit(
  inner: Db,
  context: PaymentDependencies,
  { mandateId, periodId, dueAt }: PreparedDebit,
  { key, amount, orderId }: AttemptRow,
) {
  const mandate = await mandateById(inner, mandateId)
  const { state, gatewayMandate } = mandate
  const [order] = await inner.query<Pick<Row<typeof orders>, 'email' | 'mobile'>>(
    `select email, mobile from orders where id = $1 and status = 'open'`,
    [orderId],
  )
  if (state !== 'active' || gatewayMandate === null || !order) return undefined
  const notice = await latestNotice(inner, periodId)
  const decision = await decide(inner, context.now(), mandate, dueAt, { notice, amount })
  if (decision !== 'debit' || !notice) return { decision: decision === 'debit' ? 'noNotice' : decision, notice }
  return context.payments.payu?.recurring.debit({
    mandate: gatewayMandate,
    notice: noticeName(notice.id),
    amount,
    key,
    ...order,
  })
}
