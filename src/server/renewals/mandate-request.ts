import { brand } from '#brand/brand.ts'
import { sumOf } from '#contract/cart.ts'
import type { MandateTerms, RenewingGateway } from '../adapters/payment/port.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { orderLines } from '../db/schema/orders/orders.ts'
import type { OrderRow } from '../orders/order-rows.ts'
import type { AttemptRow } from '../payments/attempts.ts'
import { planEndsAt } from './mandates.ts'
import { mayConsent } from '../plans/renewal-rules.ts'
import { firstDebit, mandateEnds } from './rules.ts'

type Columns = Row<typeof orderLines>
type PlanLine = { planId: NonNullable<Columns['plan_id']>; days: NonNullable<Columns['days']>; price: Columns['price'] }

async function planLineOf(inner: Db, orderId: number): Promise<PlanLine | undefined> {
  const [line] = await inner.query<PlanLine>(
    'select plan_id as "planId", days, price from order_lines where order_id = $1 and plan_id is not null limit 1',
    [orderId],
  )
  return line
}

/** Stores the terms that the buyer is about to authorise. Undefined: the order has no plan that can renew (attack case 44). */
export async function insertMandate(
  inner: Db,
  now: Date,
  order: OrderRow,
  attempt: AttemptRow,
  gateway: RenewingGateway,
): Promise<MandateTerms | undefined> {
  const line = await planLineOf(inner, order.id)
  if (!line || order.isGift || order.userId === null) return undefined
  const { amount, ceiling } = amountsOf(order, line.price)
  if (!mayConsent(order.currency, amount)) return undefined
  const until = mandateEnds(now)
  const first = firstDebit(now, await planEndsAt(inner, order.userId), line.days)
  const row = [
    order.userId,
    attempt.id,
    line.planId,
    gateway,
    order.locale,
    order.currency,
    line.price,
    amount,
    ceiling,
    line.days,
    until,
    now,
    gateway === 'paypal' ? first : null,
  ]
  await inner.query(
    `insert into mandates (user_id, attempt_id, plan_id, gateway, locale, currency, price, amount, ceiling, days, ends_at, created_at, next_debit_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    row,
  )
  return { amount, ceiling, days: line.days, from: now, first, until }
}

/** Renewals cost the price of the plan, without a coupon. The ceiling covers the first payment too, and the rounding of the tax in every state. */
function amountsOf(
  { country, state, total, sellerState }: OrderRow,
  price: number,
): { amount: number; ceiling: number } {
  const totalIn = (buyerState: string) => sumOf([price], 0, { country, state: buyerState }, brand.gstState).total
  return { amount: totalIn(state), ceiling: Math.max(total, totalIn(sellerState), totalIn('')) }
}
