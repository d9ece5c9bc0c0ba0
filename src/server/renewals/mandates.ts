import type { Currency } from '#contract/money/money.ts'
import type { Locale } from '#contract/text/locale.ts'
import type { RenewingGateway } from '../adapters/payment/port.ts'
import type { Db } from '../db/connect.ts'
import type { AppContext } from '../context.ts'
import type { Row } from '../db/row.ts'
import type { mandates, renewalPeriods } from '../db/schema/orders/renewals.ts'
import type { AttemptRow } from '../payments/attempts.ts'
import { closeUnpaidOrder, type OrderRow } from '../orders/order-rows.ts'
import { sendRenewalMail, type RenewalMail } from './mails.ts'

type Dependencies = Pick<AppContext, 'encryption' | 'now'>
type EndReason =
  | 'cancelled'
  | 'failed'
  | 'overdue'
  | 'changed'
  | 'expired'
  | 'replaced'
  | 'refunded'
  | 'gateway'
  | 'account'
type Columns = Row<typeof mandates>
export type MandateRow = {
  id: Columns['id']
  userId: Columns['user_id']
  planId: Columns['plan_id']
  gateway: Columns['gateway'] & RenewingGateway
  locale: Columns['locale'] & Locale
  currency: Columns['currency'] & Currency
  price: Columns['price']
  amount: Columns['amount']
  ceiling: Columns['ceiling']
  days: Columns['days']
  endsAt: Columns['ends_at']
  createdAt: Columns['created_at']
  state: Columns['state'] & ('asked' | 'active' | 'revoking' | 'ended')
  gatewayMandate: Columns['gateway_mandate']
  nextDebitAt: Columns['next_debit_at']
  endReason: Columns['end_reason'] & (EndReason | null)
}

export const MANDATE = `m.id, m.user_id as "userId", m.plan_id as "planId", m.gateway, m.locale, m.currency, m.price, m.amount, m.ceiling, m.days, m.ends_at as "endsAt",
  m.created_at as "createdAt", m.state, m.gateway_mandate as "gatewayMandate", m.next_debit_at as "nextDebitAt", m.end_reason as "endReason"`

/** Locks the row. A transaction that also locks orders must lock them first, as `endMandateById` does. */
export async function mandateById(inner: Db, id: number): Promise<MandateRow> {
  const [mandate] = await inner.query<MandateRow>(`select ${MANDATE} from mandates m where m.id = $1 for update`, [id])
  if (!mandate) throw new Error(`mandate ${id} does not exist`)
  return mandate
}

/** The end of the listener's last subscription, where the next period begins. */
export async function planEndsAt(db: Db, userId: number): Promise<Date | null> {
  const [row] = await db.query<{ ends: Date | null }>(
    `select max(ends_at) as ends from subscriptions where user_id = $1 and status = 'active'`,
    [userId],
  )
  return row?.ends ?? null
}

/** The first payment is accepted: its mandate becomes active and replaces any other of this listener. */
export async function activateMandate(
  inner: Db,
  context: Dependencies,
  order: OrderRow,
  attempt: AttemptRow,
  paymentId: string,
): Promise<void> {
  const mandate = await setGatewayName(inner, context, attempt, paymentId)
  if (!mandate || mandate.state !== 'asked') return
  if (mandate.userId === null || order.userId === null) return endMandate(inner, context, mandate, 'account')
  const others = await inner.query<Pick<Columns, 'id'>>(
    `select id from mandates where user_id = $1 and state = 'active' order by id`,
    [mandate.userId],
  )
  for (const other of others) await endMandateById(inner, context, other.id, 'replaced')
  await inner.query(`update mandates set state = 'active' where id = $1`, [mandate.id])
  await sendRenewalMail(inner, context, mandate, 'renewalOn', await planEndsAt(inner, mandate.userId))
}

/** The first payment is returned, so its mandate ends. */
export async function endMandateOfPayment(
  inner: Db,
  context: Dependencies,
  attempt: AttemptRow,
  paymentId: string,
): Promise<void> {
  const mandate = await setGatewayName(inner, context, attempt, paymentId)
  if (mandate) await endMandate(inner, context, mandate, 'refunded')
}

/** A mandate that ended before its gateway name was known has still to be revoked at the gateway. */
async function setGatewayName(
  inner: Db,
  context: Dependencies,
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

const END_MAILS: Partial<Record<EndReason, RenewalMail>> = {
  cancelled: 'renewalOff',
  expired: 'renewalOff',
  gateway: 'renewalOff',
  refunded: 'renewalOff',
  changed: 'renewalChanged',
  failed: 'renewalEnded',
  overdue: 'renewalOverdue',
}

const OPEN_ORDERS = `select o.id from orders o join renewal_periods p on p.order_id = o.id where p.mandate_id = $1 and o.status = 'open'`

/**
 * Locks the open orders of a mandate first, then its row, in the order of a settlement: the other order would deadlock. A debit may
 * have made an order while the row was waited for: then the row is released, and both are locked again.
 */
export async function lockMandate(inner: Db, id: number): Promise<MandateRow> {
  const locked = await inner.query<Pick<OrderRow, 'id'>>(`${OPEN_ORDERS} order by o.id for update of o`, [id])
  await inner.query('savepoint of_mandate')
  const mandate = await mandateById(inner, id)
  const open = await inner.query<Pick<OrderRow, 'id'>>(OPEN_ORDERS, [id])
  const isComplete = open.every((order) => locked.some((one) => one.id === order.id))
  if (!isComplete) await inner.query('rollback to savepoint of_mandate')
  await inner.query('release savepoint of_mandate')
  return isComplete ? mandate : lockMandate(inner, id)
}

/** Ends a mandate in any state. `isStillDue` is evaluated when its orders and its row are locked. */
export async function endMandateById(
  inner: Db,
  context: Dependencies,
  id: number,
  reason: EndReason,
  isStillDue = async () => true,
): Promise<void> {
  const mandate = await lockMandate(inner, id)
  if (await isStillDue()) await endMandate(inner, context, mandate, reason)
}

/** Stops all further debits. `revokeNext` revokes the mandate at the gateway; the running plan continues. */
async function endMandate(inner: Db, context: Dependencies, mandate: MandateRow, reason: EndReason): Promise<void> {
  const ended = await inner.query(
    `update mandates set state = 'revoking', end_reason = $2, ended_at = $3, revoke_at = $3 where id = $1 and state in ('asked','active') returning id`,
    [mandate.id, reason, context.now()],
  )
  if (ended.length === 0) return
  const dropped = await inner.query<Pick<Row<typeof renewalPeriods>, 'order_id'>>(
    `update renewal_periods set state = 'dropped' where mandate_id = $1 and state in ('waiting','noticed','debiting') returning order_id`,
    [mandate.id],
  )
  for (const { order_id: orderId } of dropped) if (orderId !== null) await closeUnpaidOrder(inner, orderId, 'cancelled')
  const mail = END_MAILS[reason]
  if (mail && mandate.state === 'active' && mandate.userId !== null)
    await sendRenewalMail(inner, context, mandate, mail, await planEndsAt(inner, mandate.userId))
}

/** Locks carts, orders and mandates of a listener, in the order in which checkouts and settlements lock them. Lock the user after it. */
export async function lockPurchasesOf(inner: Db, userId: number): Promise<void> {
  await inner.query(`select id from carts where user_id = $1 order by id for update`, [userId])
  await inner.query(`select id from orders where user_id = $1 order by id for update`, [userId])
  await inner.query(`select id from mandates where user_id = $1 order by id for update`, [userId])
}

/** Call `lockPurchasesOf` first. */
export async function endMandatesOf(
  inner: Db,
  context: Dependencies,
  userId: number,
  reason: EndReason,
): Promise<void> {
  const all = await inner.query<MandateRow>(
    `select ${MANDATE} from mandates m where m.user_id = $1 and m.state in ('asked','active') order by m.id`,
    [userId],
  )
  for (const mandate of all) await endMandate(inner, context, mandate, reason)
}

/** Ends the mandate whose first payment or renewal is refunded. Lock the order first. */
export async function endMandateOfOrder(inner: Db, context: Dependencies, orderId: number): Promise<void> {
  const [mandate] = await inner.query<Pick<Columns, 'id'>>(
    `select m.id from mandates m where m.state = 'active' and (exists (select 1 from payment_attempts a where a.id = m.attempt_id and a.order_id = $1)
       or exists (select 1 from renewal_periods p where p.mandate_id = m.id and p.order_id = $1))`,
    [orderId],
  )
  if (mandate) await endMandateById(inner, context, mandate.id, 'refunded')
}
