import { priceIn } from '#contract/cart.ts'
import type { Db } from '../db/connect.ts'
import type { AppContext } from '../context.ts'
import { draftOf, planOf } from './order-drafts.ts'
import { tellListener } from './mails.ts'
import { underLease, type Lease } from './lease.ts'
import { endMandateById, MANDATE, mandateById, type MandateRow } from './mandates.ts'
import { debitAt, LEAD_MS, PATIENCE_MS } from './rules.ts'

type Given = Pick<AppContext, 'db' | 'encryption' | 'now' | 'payments' | 'alarm'>
export type PeriodRow = { periodId: number; dueAt: Date; tries: number; orderId: number | null }
type Ending = { mandateId: number; periodId: number; reason: 'changed' | 'expired' | 'failed' }
type Notice = { mandate: MandateRow; period: PeriodRow; noticeId: number; amount: number; debitAt: Date }

export const PERIOD = `p.id as "periodId", p.due_at as "dueAt", p.tries, p.order_id as "orderId"`

/** A period for each consent whose plan ends soon, once, however many workers look. */
export async function openPeriods({ db, now }: Given): Promise<void> {
  await db.query(
    `insert into renewal_periods (mandate_id, due_at, act_at)
     select m.id, s.ends, $1 from mandates m
       join lateral (select max(ends_at) as ends from subscriptions where user_id = m.user_id and status = 'active') s on s.ends <= $2
     where m.state = 'active' and not exists (select 1 from renewal_periods p where p.mandate_id = m.id and p.state in ('waiting','noticed','debiting'))
     on conflict do nothing`,
    [now(), new Date(now().getTime() + LEAD_MS)],
  )
}

/** Tells one listener of the next debit, and the issuer with him. False: nobody is to be told now. */
export async function tellNext(context: Given): Promise<boolean> {
  const drawn = await underLease(context, (inner, lease) => draw(inner, context, lease))
  if (!drawn) return false
  if ('reason' in drawn) await context.db.transaction((inner) => endDrawn(inner, context, drawn))
  else if (await isAnnounced(context, drawn)) await context.db.transaction((inner) => send(inner, context, drawn))
  return true
}

/** Not while the consent is held by who drew it: whoever settles its order would wait for it, and it for him. */
async function endDrawn(inner: Db, context: Given, { mandateId, periodId, reason }: Ending): Promise<void> {
  const isWaiting = async () =>
    (await inner.query(`select 1 from renewal_periods where id = $1 and state = 'waiting'`, [periodId])).length > 0
  await endMandateById(inner, context, mandateId, reason, isWaiting)
}

async function draw(inner: Db, context: Given, lease: Lease): Promise<Notice | Ending | undefined> {
  const now = context.now()
  const [row] = await inner.query<MandateRow & PeriodRow>(
    `select ${MANDATE}, ${PERIOD} from renewal_periods p join mandates m on m.id = p.mandate_id where p.state = 'waiting' and p.act_at <= $1
     order by p.act_at limit 1 for update of m, p skip locked`,
    [now],
  )
  if (!row) return undefined
  await lease(inner, row.periodId)
  const asked = row.orderId === null ? await amountOf(inner, row) : await lastTold(inner, row.periodId)
  const ending = { mandateId: row.id, periodId: row.periodId }
  if (!asked || asked.amount > row.ceiling) return { ...ending, reason: 'changed' }
  if (row.endsAt < row.dueAt) return { ...ending, reason: 'expired' }
  if (now.getTime() > row.dueAt.getTime() + PATIENCE_MS * (row.tries + 1)) return { ...ending, reason: 'failed' }
  const day = debitAt(row.dueAt, now, row.tries)
  await inner.query('delete from renewal_notices where period_id = $1 and sent_at is null', [row.periodId])
  const [notice] = await inner.query<{ id: number }>(
    'insert into renewal_notices (period_id, price, amount, debit_at) values ($1, $2, $3, $4) returning id',
    [row.periodId, asked.price, asked.amount, day],
  )
  return notice && { mandate: row, period: row, noticeId: notice.id, amount: asked.amount, debitAt: day }
}

type Asked = { price: number; amount: number }

/** What the plan costs today. A higher price was not agreed to, and PayPal repeats only the very same. */
async function amountOf(inner: Db, mandate: MandateRow): Promise<Asked | undefined> {
  const item = await planOf(inner, mandate.planId)
  const price = item && priceIn(mandate.currency, item)
  if (price === undefined || price > mandate.price || (mandate.gateway === 'paypal' && price !== mandate.price))
    return undefined
  const drafted = await draftOf(inner, mandate, price)
  return drafted && { price, amount: drafted.total }
}

/** A debit that is tried again is for the order that there is. */
async function lastTold(inner: Db, periodId: number): Promise<Asked | undefined> {
  const [last] = await inner.query<Asked>(
    'select price, amount from renewal_notices where period_id = $1 and sent_at is not null order by id desc limit 1',
    [periodId],
  )
  return last
}

/** Whether the gateway has taken it; tried again while it does not answer. */
async function isAnnounced(context: Given, { mandate, noticeId, amount, debitAt: day }: Notice): Promise<boolean> {
  const recurring = context.payments[mandate.gateway]?.recurring
  if (!recurring || mandate.gatewayMandate === null) return false
  const state = await recurring.state(mandate.gatewayMandate)
  if (state === 'ended') await context.db.transaction((inner) => endMandateById(inner, context, mandate.id, 'gateway'))
  if (state !== 'active') return false
  if (!('announce' in recurring)) return true
  return recurring.announce({ mandate: mandate.gatewayMandate, notice: nameOf(noticeId), amount, debitAt: day })
}

/** Of a notice at the gateway, the same when it is debited. */
export const nameOf = (noticeId: number): string => `notice${noticeId}`

async function send(
  inner: Db,
  context: Given,
  { mandate, period, noticeId, amount, debitAt: day }: Notice,
): Promise<void> {
  const { state } = await mandateById(inner, mandate.id)
  if (state !== 'active') return
  await inner.query('update renewal_notices set sent_at = $2 where id = $1', [noticeId, context.now()])
  await inner.query(`update renewal_periods set state = 'noticed', act_at = $2 where id = $1 and state = 'waiting'`, [
    period.periodId,
    day,
  ])
  const letter = period.tries > 0 ? 'renewalFailed' : 'renewalNotice'
  await tellListener(inner, context, mandate, letter, period.dueAt, { amount, debitAt: day })
}
