import { brand } from '#brand/brand.ts'
import { sumOf } from '#contract/cart.ts'
import type { Consent, RenewingGateway } from '../adapters/payment/port.ts'
import type { Db } from '../db/connect.ts'
import type { AttemptRow } from '../payments/attempts.ts'
import type { OrderRow } from '../orders/order-rows.ts'
import { runsOut } from './mandates.ts'
import { consentEnds, firstDebit, mayConsent } from './rules.ts'

type PlanLine = { planId: number; days: number; price: number }

async function planLineOf(inner: Db, orderId: number): Promise<PlanLine | undefined> {
  const [line] = await inner.query<PlanLine>(
    'select plan_id as "planId", days, price from order_lines where order_id = $1 and plan_id is not null limit 1',
    [orderId],
  )
  return line
}

/** Writes down what the buyer is about to agree to; undefined when the order holds no plan that can be renewed (case 44). */
export async function askConsent(
  inner: Db,
  now: Date,
  order: OrderRow,
  attempt: AttemptRow,
  gateway: RenewingGateway,
): Promise<Consent | undefined> {
  const line = await planLineOf(inner, order.id)
  if (!line || order.isGift || order.userId === null) return undefined
  const { amount, ceiling } = amountsOf(order, line.price)
  if (!mayConsent(order.currency, amount)) return undefined
  const until = consentEnds(now)
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
  ]
  await inner.query(
    `insert into mandates (user_id, attempt_id, plan_id, gateway, locale, currency, price, amount, ceiling, days, ends_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    row,
  )
  return {
    amount,
    ceiling,
    days: line.days,
    from: now,
    first: firstDebit(now, await runsOut(inner, order.userId), line.days),
    until,
  }
}

/** Renewals cost what the plan costs, without any coupon. The first payment is under the ceiling too, and whoever moves to another state pays a paisa more at most. */
function amountsOf(
  { country, state, total, sellerState }: OrderRow,
  price: number,
): { amount: number; ceiling: number } {
  const totalIn = (place: string) => sumOf([price], 0, { country, state: place }, brand.gstState).total
  return { amount: totalIn(state), ceiling: Math.max(total, totalIn(sellerState), totalIn('')) }
}
