import type { Currency } from '#contract/money.ts'
import type { Locale } from '#contract/text.ts'
import type { RenewingGateway } from '../adapters/payment/port.ts'
import type { Db } from '../db/connect.ts'
import type { AppContext } from '../context.ts'
import type { AttemptRow } from '../payments/attempts.ts'
import { withdraw, type OrderRow } from '../orders/order-rows.ts'
import { tellListener, type RenewalLetter } from './mails.ts'

type Given = Pick<AppContext, 'encryption' | 'now'>
export type EndReason = 'cancelled' | 'failed' | 'changed' | 'expired' | 'replaced' | 'refunded' | 'gateway' | 'account'
export type MandateRow = {
  id: number
  userId: number | null
  planId: number
  gateway: RenewingGateway
  locale: Locale
  currency: Currency
  price: number
  amount: number
  ceiling: number
  days: number
  endsAt: Date
  createdAt: Date
  state: 'asked' | 'active' | 'revoking' | 'ended'
  gatewayMandate: string | null
  endReason: EndReason | null
}

export const MANDATE = `m.id, m.user_id as "userId", m.plan_id as "planId", m.gateway, m.locale, m.currency, m.price, m.amount, m.ceiling, m.days, m.ends_at as "endsAt",
  m.created_at as "createdAt", m.state, m.gateway_mandate as "gatewayMandate", m.end_reason as "endReason"`

/** Locked. Whoever holds orders too takes those first: `endMandateById` does. */
export async function mandateById(inner: Db, id: number): Promise<MandateRow> {
  const [mandate] = await inner.query<MandateRow>(`select ${MANDATE} from mandates m where m.id = $1 for update`, [id])
  if (!mandate) throw new Error(`no mandate ${id}`)
  return mandate
}

/** When what the listener has runs out: the end of the last plan, and the beginning of the next period. */
export async function runsOut(db: Db, userId: number): Promise<Date | null> {
  const [row] = await db.query<{ ends: Date | null }>(
    `select max(ends_at) as ends from subscriptions where user_id = $1 and status = 'active'`,
    [userId],
  )
  return row?.ends ?? null
}

/** The payment that came with a consent is there: the consent counts, in place of any other of this listener. */
export async function activateMandate(
  inner: Db,
  context: Given,
  order: OrderRow,
  attempt: AttemptRow,
  paymentId: string,
): Promise<void> {
  const mandate = await nameMandate(inner, context, attempt, paymentId)
  if (!mandate || mandate.state !== 'asked') return
  if (mandate.userId === null || order.userId === null) return endMandate(inner, context, mandate, 'account')
  const others = await inner.query<{ id: number }>(
    `select id from mandates where user_id = $1 and state = 'active' order by id`,
    [mandate.userId],
  )
  for (const other of others) await endMandateById(inner, context, other.id, 'replaced')
  await inner.query(`update mandates set state = 'active' where id = $1`, [mandate.id])
  await tellListener(inner, context, mandate, 'renewalOn', await runsOut(inner, mandate.userId))
}

/** Its money goes back, so nothing may be repeated. */
export async function refuseMandate(inner: Db, context: Given, attempt: AttemptRow, paymentId: string): Promise<void> {
  const mandate = await nameMandate(inner, context, attempt, paymentId)
  if (mandate) await endMandate(inner, context, mandate, 'refunded')
}

/** One that ended before it had a name here was never ended at the gateway. */
async function nameMandate(
  inner: Db,
  context: Given,
  { id, gateway, gatewayOrder }: AttemptRow,
  paymentId: string,
): Promise<MandateRow | undefined> {
  const [mandate] = await inner.query<MandateRow>(
    `update mandates m set gateway_mandate = $2, state = case when state = 'ended' and gateway_mandate is null then 'revoking' else state end,
       revoke_at = case when state in ('revoking','ended') and gateway_mandate is null then $3 else revoke_at end
     where attempt_id = $1 and (gateway_mandate is null or gateway_mandate = $2) returning ${MANDATE}`,
    [id, gateway === 'paypal' ? gatewayOrder : paymentId, context.now()],
  )
  return mandate
}

const LETTERS: Partial<Record<EndReason, RenewalLetter>> = {
  cancelled: 'renewalOff',
  expired: 'renewalOff',
  gateway: 'renewalOff',
  refunded: 'renewalOff',
  changed: 'renewalChanged',
  failed: 'renewalEnded',
}

/**
 * Ends a consent whatever it is doing. Its open orders are held first, then its row, as whoever settles one of them has them:
 * the other way round two of them wait for each other. `still`: looked at once both are held.
 */
export async function endMandateById(
  inner: Db,
  context: Given,
  id: number,
  reason: EndReason,
  still = async () => true,
): Promise<void> {
  await inner.query(
    `select o.id from orders o join renewal_periods p on p.order_id = o.id where p.mandate_id = $1 and o.status = 'open' order by o.id for update of o`,
    [id],
  )
  const mandate = await mandateById(inner, id)
  if (await still()) await endMandate(inner, context, mandate, reason)
}

/** From here on nothing is debited. The gateway is told by `revokeNext`; the plan that runs is left alone. */
export async function endMandate(inner: Db, context: Given, mandate: MandateRow, reason: EndReason): Promise<void> {
  const ended = await inner.query(
    `update mandates set state = 'revoking', end_reason = $2, ended_at = $3, revoke_at = $3 where id = $1 and state in ('asked','active') returning id`,
    [mandate.id, reason, context.now()],
  )
  if (ended.length === 0) return
  const dropped = await inner.query<{ order_id: number | null }>(
    `update renewal_periods set state = 'dropped' where mandate_id = $1 and state in ('waiting','noticed','debiting') returning order_id`,
    [mandate.id],
  )
  for (const { order_id: orderId } of dropped) if (orderId !== null) await withdraw(inner, orderId, 'cancelled')
  const letter = LETTERS[reason]
  if (letter && mandate.state === 'active' && mandate.userId !== null)
    await tellListener(inner, context, mandate, letter, await runsOut(inner, mandate.userId))
}

/** Carts, orders and consents before their listener, as whoever orders and takes money has them. */
export async function holdMoneyOf(inner: Db, userId: number): Promise<void> {
  await inner.query(`select id from carts where user_id = $1 order by id for update`, [userId])
  await inner.query(`select id from orders where user_id = $1 order by id for update`, [userId])
  await inner.query(`select id from mandates where user_id = $1 order by id for update`, [userId])
}

/** Every consent of a listener whose money is held. */
export async function endMandatesOf(inner: Db, context: Given, userId: number, reason: EndReason): Promise<void> {
  const all = await inner.query<MandateRow>(
    `select ${MANDATE} from mandates m where m.user_id = $1 and m.state in ('asked','active') order by m.id`,
    [userId],
  )
  for (const mandate of all) await endMandate(inner, context, mandate, reason)
}

/** A refund of what came by a consent, or with it, ends it. The order's row is held. */
export async function endMandateOf(inner: Db, context: Given, orderId: number): Promise<void> {
  const [mandate] = await inner.query<{ id: number }>(
    `select m.id from mandates m where m.state = 'active' and (exists (select 1 from payment_attempts a where a.id = m.attempt_id and a.order_id = $1)
       or exists (select 1 from renewal_periods p where p.mandate_id = m.id and p.order_id = $1))`,
    [orderId],
  )
  if (mandate) await endMandateById(inner, context, mandate.id, 'refunded')
}
