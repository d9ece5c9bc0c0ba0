import type { Db } from '../db/connect.ts'
import { buyerOf } from '../http/buyer.ts'
import type { AppContext } from '../context.ts'
import { attemptById, insertAttempt, type AttemptRow } from '../payments/attempts.ts'
import { askGateway } from '../payments/gateway-replies.ts'
import { settle } from '../payments/settlement.ts'
import { ORDER, type OrderRow } from '../orders/order-rows.ts'
import { placeOrder } from '../orders/create-order.ts'
import { draftOf } from './order-drafts.ts'
import { underLease, type Lease } from './lease.ts'
import { endMandateById, MANDATE, mandateById, type MandateRow } from './mandates.ts'
import { nameOf, PERIOD, type PeriodRow } from './notices.ts'
import { mayDebit, oldEnough, PATIENCE_MS } from './rules.ts'

type Given = Pick<AppContext, 'db' | 'encryption' | 'now' | 'wake' | 'payments' | 'alarm'>
type Due = MandateRow & PeriodRow & { periodState: 'noticed' | 'debiting'; attemptId: number | null }
type Notice = { id: number; price: number; amount: number; sentAt: Date | null }
/** `noticeId` is what the issuer was told. */
type Begun = { attemptId: number; mandateId: number; noticeId: number }
/** Of the consent. */
type Over = { over: number }

/** Debits one renewal whose time has come. False: there is none. */
export async function debitNext(context: Given): Promise<boolean> {
  const begun = await underLease(context, (inner, lease) => begin(inner, context, lease))
  if (begun === undefined) return false
  if (begun === 'later') return true
  if ('attemptId' in begun) await debit(context, begun)
  else await context.db.transaction((inner) => endMandateById(inner, context, begun.over, 'failed'))
  return true
}

/** A debit that was begun and never heard of, because its worker was killed, is taken up again after its lease. */
async function begin(inner: Db, context: Given, lease: Lease): Promise<Begun | Over | 'later' | undefined> {
  const now = context.now()
  const [due] = await inner.query<Due>(
    `select ${MANDATE}, ${PERIOD}, p.state as "periodState", (select max(a.id) from payment_attempts a where a.order_id = p.order_id and a.state = 'started') as "attemptId"
     from renewal_periods p join mandates m on m.id = p.mandate_id
     where p.act_at <= $1 and m.gateway = 'payu' and m.state = 'active' and p.state in ('noticed','debiting')
     order by p.act_at limit 1 for update of m, p skip locked`,
    [now],
  )
  if (!due) return undefined
  await lease(inner, due.periodId)
  const notice = await noticeOf(inner, due.periodId)
  if (due.attemptId !== null && notice) return { attemptId: due.attemptId, mandateId: due.id, noticeId: notice.id }
  if (due.periodState === 'debiting') return waitOrEnd(inner, due)
  const order = await orderFor(inner, context, due, notice)
  if (!order || !notice) return 'later'
  const attempt = await insertAttempt(inner, now, order, 'payu')
  await inner.query(`update renewal_periods set state = 'debiting', order_id = $2 where id = $1`, [
    due.periodId,
    order.id,
  ])
  return { attemptId: attempt.id, mandateId: due.id, noticeId: notice.id }
}

/** The bank takes its time; or nobody could be asked for so long that the order is over. */
async function waitOrEnd(inner: Db, due: Due): Promise<Over | 'later'> {
  const live = await inner.query(`select 1 from orders where id = $1 and status = 'open'`, [due.orderId])
  return live.length === 0 ? { over: due.id } : 'later'
}

async function noticeOf(inner: Db, periodId: number): Promise<Notice | undefined> {
  const [notice] = await inner.query<Notice>(
    'select id, price, amount, sent_at as "sentAt" from renewal_notices where period_id = $1 order by id desc limit 1',
    [periodId],
  )
  return notice
}

/** The order of the period, as it was told; undefined when the listener has to be told first, or longer before (case 42). */
async function orderFor(
  inner: Db,
  context: Given,
  due: Due,
  notice: Notice | undefined,
): Promise<OrderRow | undefined> {
  // Waits for nobody: the consent is held, and orders come before it.
  const [kept] = await inner.query<OrderRow>(`select ${ORDER} from orders o where o.id = $1 for update skip locked`, [
    due.orderId,
  ])
  if (!kept && due.orderId !== null) return undefined
  const drafted = kept || !notice ? undefined : await draftOf(inner, due, notice.price)
  const amount = kept?.total ?? drafted?.total ?? -1
  const verdict = mayDebit(notice, { amount, ceiling: due.ceiling, now: context.now() })
  if (verdict === 'early' && notice?.sentAt)
    await inner.query('update renewal_periods set act_at = $2 where id = $1', [due.periodId, oldEnough(notice.sentAt)])
  if (verdict === 'tell') {
    context.alarm('renewal without its notice', { mandate: due.id, period: due.periodId })
    await inner.query(`update renewal_periods set state = 'waiting', act_at = $2 where id = $1`, [
      due.periodId,
      context.now(),
    ])
  }
  if (verdict !== 'debit' || due.userId === null) return undefined
  if (kept) return kept
  const order = drafted && (await placeOrder(inner, context, buyerOf(due.userId), drafted.draft))
  if (!order || order === 'coupon') return undefined
  // It outlives all tries, and the longest a bank takes.
  await inner.query('update orders set expires_at = $2 where id = $1', [
    order.id,
    new Date(context.now().getTime() + 2 * PATIENCE_MS),
  ])
  return order
}

async function debit(context: Given, begun: Begun): Promise<void> {
  const attempt = await context.db.transaction((inner) => attemptById(inner, begun.attemptId))
  const known = await askGateway(context, attempt)
  if (known.state !== 'unknown') return void (await settle(context, attempt.id, known))
  const answer = await context.db.transaction((inner) => send(inner, context, begun, attempt))
  const verdict = await askGateway(context, attempt)
  // Refused before it began: the gateway has never heard of it.
  const isRefused = verdict.state === 'unknown' && answer === 'refused'
  await settle(context, attempt.id, isRefused ? { state: 'failed' } : verdict)
}

/** The row of the consent is held while the gateway is asked: whoever cancels waits, and after his answer nothing is debited (case 43). */
async function send(inner: Db, context: Given, { mandateId, noticeId }: Begun, { key, amount, orderId }: AttemptRow) {
  const { state, gatewayMandate } = await mandateById(inner, mandateId)
  const [order] = await inner.query<{ email: string; mobile: string }>(
    `select email, mobile from orders where id = $1 and status = 'open'`,
    [orderId],
  )
  if (state !== 'active' || gatewayMandate === null || !order) return undefined
  return context.payments.payu?.recurring.debit({
    mandate: gatewayMandate,
    notice: nameOf(noticeId),
    amount,
    key,
    ...order,
  })
}
