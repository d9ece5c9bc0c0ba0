import { priceIn } from '#contract/money/money.ts'
import type { Db } from '../db/connect.ts'
import { IS_OPEN_PAYMENT } from '../db/payment-states.ts'
import type { AppContext } from '../context.ts'
import type { Row } from '../db/row.ts'
import type { renewalNotices, renewalPeriods } from '../db/schema/orders/renewals.ts'
import { draftOf, planOf } from './order-drafts.ts'
import { sendRenewalMail } from './mails.ts'
import { underLease, type Lease } from './lease.ts'
import { endPeriod, isFollowed, type EndingPeriod } from './end-period.ts'
import { endMandateById, MANDATE, mandateById, planEndsAt, type MandateRow } from './mandates.ts'
import { EARLY_MS, LEAD_MS, PATIENCE_MS, plannedDebit } from './rules.ts'

type Dependencies = Pick<AppContext, 'db' | 'encryption' | 'now' | 'payments' | 'alarm'>
type Periods = Row<typeof renewalPeriods>
type Notices = Row<typeof renewalNotices>
export type PeriodRow = {
  periodId: Periods['id']
  dueAt: Periods['due_at']
  tries: Periods['tries']
  orderId: Periods['order_id']
}
export type NoticeRow = Pick<Notices, 'id' | 'price' | 'amount'> & {
  sentAt: Notices['sent_at']
  debitAt: Notices['debit_at']
}
type PreparedNotice = { mandate: MandateRow; period: PeriodRow; noticeId: number; amount: number; debitAt: Date }

export const PERIOD = `p.id as "periodId", p.due_at as "dueAt", p.tries, p.order_id as "orderId"`

/**
 * Opens a period for each mandate whose plan ends soon, or whose gateway will soon debit by itself. Any number of workers open it once. One that was dropped for a plan that
 * followed opens again when that plan was taken back.
 */
export async function openPeriods({ db, now }: Dependencies): Promise<void> {
  await db.query(
    `insert into renewal_periods (mandate_id, due_at, act_at)
     select m.id, s.ends, $1 from mandates m
       join lateral (select coalesce(m.next_debit_at + $3 * interval '1 millisecond', max(ends_at)) as ends
         from subscriptions where user_id = m.user_id and status = 'active') s on s.ends <= $2
     where m.state = 'active' and not exists (select 1 from renewal_periods p where p.mandate_id = m.id and p.state in ('waiting','noticed','debiting'))
     on conflict (mandate_id, due_at) do update set state = 'waiting', act_at = excluded.act_at, tries = 0, order_id = null
       where renewal_periods.state = 'dropped'`,
    [now(), new Date(now().getTime() + LEAD_MS), EARLY_MS],
  )
}

/** Sends the notice that is due first, to the issuer and to the listener. False: none is due. */
export async function sendNextNotice(context: Dependencies): Promise<boolean> {
  const next = await underLease(context, (inner, lease) => prepareNotice(inner, context, lease))
  if (!next) return false
  if ('reason' in next) await context.db.transaction((inner) => endPeriod(inner, context, next))
  else if (await isAcceptedByGateway(context, next))
    await context.db.transaction((inner) => completeNotice(inner, context, next))
  return true
}

async function prepareNotice(
  inner: Db,
  context: Dependencies,
  lease: Lease,
): Promise<PreparedNotice | EndingPeriod | undefined> {
  const now = context.now()
  // A pending debit may still pay the period.
  const [row] = await inner.query<MandateRow & PeriodRow>(
    `select ${MANDATE}, ${PERIOD} from renewal_periods p join mandates m on m.id = p.mandate_id where p.state = 'waiting' and p.act_at <= $1
       and not exists (select 1 from payment_attempts a where a.order_id = p.order_id and ${IS_OPEN_PAYMENT})
     order by p.act_at limit 1 for update of m, p skip locked`,
    [now],
  )
  if (!row) return undefined
  await lease(inner, row.periodId)
  const ending = { mandateId: row.id, periodId: row.periodId }
  if (await isFollowed(inner, row, row.dueAt)) return { ...ending, reason: 'followed' }
  const amounts = row.orderId === null ? await currentAmounts(inner, row) : await lastSentAmounts(inner, row.periodId)
  if (!amounts || amounts.amount > row.ceiling) return { ...ending, reason: 'changed' }
  if (row.endsAt < row.dueAt) return { ...ending, reason: 'expired' }
  if (await isOverdue(inner, now, row)) return { ...ending, reason: 'overdue' }
  const debitAt = row.nextDebitAt ?? plannedDebit(row.dueAt, now, row.tries)
  await inner.query('delete from renewal_notices where period_id = $1 and sent_at is null', [row.periodId])
  const [notice] = await inner.query<Pick<Notices, 'id'>>(
    'insert into renewal_notices (period_id, price, amount, debit_at) values ($1, $2, $3, $4) returning id',
    [row.periodId, amounts.price, amounts.amount, debitAt],
  )
  return notice && { mandate: row, period: row, noticeId: notice.id, amount: amounts.amount, debitAt }
}

/** Also when the order of an earlier debit has expired: no debit can pay it any more. */
async function isOverdue(inner: Db, now: Date, { dueAt, tries, orderId }: PeriodRow): Promise<boolean> {
  if (now.getTime() > dueAt.getTime() + PATIENCE_MS * (tries + 1)) return true
  return (await inner.query(`select 1 from orders where id = $1 and status <> 'open'`, [orderId])).length > 0
}

type Amounts = Pick<Notices, 'price' | 'amount'>

/** Today's price of the plan. Undefined: it is higher than the mandate allows, or PayPal would debit another one. */
async function currentAmounts(inner: Db, mandate: MandateRow): Promise<Amounts | undefined> {
  const item = await planOf(inner, mandate)
  const price = item && priceIn(mandate.currency, item)
  if (price === undefined || price > mandate.price || (mandate.gateway === 'paypal' && price !== mandate.price))
    return undefined
  const drafted = await draftOf(inner, mandate, price)
  return drafted && { price, amount: drafted.total }
}

/** A repeated debit pays the existing order, so its notice names the same amount. */
async function lastSentAmounts(inner: Db, periodId: number): Promise<Amounts | undefined> {
  const [last] = await inner.query<Amounts>(
    'select price, amount from renewal_notices where period_id = $1 and sent_at is not null order by id desc limit 1',
    [periodId],
  )
  return last
}

/** False while the gateway does not answer: the notice is then prepared again. */
async function isAcceptedByGateway(
  context: Dependencies,
  { mandate, noticeId, amount, debitAt }: PreparedNotice,
): Promise<boolean> {
  const recurring = context.payments[mandate.gateway]?.recurring
  if (!recurring || mandate.gatewayMandate === null) return false
  const state = await recurring.state(mandate.gatewayMandate)
  if (state === 'ended') await context.db.transaction((inner) => endMandateById(inner, context, mandate.id, 'gateway'))
  if (state !== 'active') return false
  if (!('sendNotice' in recurring)) return true
  return recurring.sendNotice({ mandate: mandate.gatewayMandate, notice: noticeName(noticeId), amount, debitAt })
}

/** The name of a notice at the gateway. The debit must use the same. */
export const noticeName = (noticeId: number): string => `notice${noticeId}`

async function completeNotice(
  inner: Db,
  context: Dependencies,
  { mandate, period, noticeId, amount, debitAt }: PreparedNotice,
): Promise<void> {
  // The order of an earlier debit must outlive this one. Before the mandate, as a settlement locks them.
  await inner.query(`update orders set expires_at = greatest(expires_at, $2) where id = $1 and status = 'open'`, [
    period.orderId,
    new Date(debitAt.getTime() + PATIENCE_MS),
  ])
  const { state } = await mandateById(inner, mandate.id)
  if (state !== 'active') return
  await inner.query('update renewal_notices set sent_at = $2 where id = $1', [noticeId, context.now()])
  await inner.query(`update renewal_periods set state = 'noticed', act_at = $2 where id = $1 and state = 'waiting'`, [
    period.periodId,
    debitAt,
  ])
  // A gateway that debits by itself may have done so while the shop stood still.
  if (debitAt < context.now()) return
  const mail = period.tries > 0 ? 'renewalFailed' : 'renewalNotice'
  const planEnd = mandate.userId === null ? null : await planEndsAt(inner, mandate.userId)
  await sendRenewalMail(inner, context, mandate, mail, planEnd, { amount, debitAt })
}

/** The last notice of a period, sent or not. */
export async function latestNotice(inner: Db, periodId: number): Promise<NoticeRow | undefined> {
  const [notice] = await inner.query<NoticeRow>(
    'select id, price, amount, sent_at as "sentAt", debit_at as "debitAt" from renewal_notices where period_id = $1 order by id desc limit 1',
    [periodId],
  )
  return notice
}
