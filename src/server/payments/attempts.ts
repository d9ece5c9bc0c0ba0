import { randomBytes } from 'node:crypto'
import { DAY_MS } from '#contract/time/day.ts'
import type { Currency } from '#contract/money/money.ts'
import type { GatewayName, Payment } from '../adapters/payment/port.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { paymentAttempts } from '../db/schema/orders/payments.ts'
import type { mandates } from '../db/schema/orders/renewals.ts'
import type { OrderRow } from '../orders/order-rows.ts'

type Columns = Row<typeof paymentAttempts>
export type AttemptRow = {
  id: Columns['id']
  orderId: Columns['order_id']
  gateway: Columns['gateway'] & GatewayName
  key: Columns['key']
  amount: Columns['amount']
  /** What came, when the operator accepted another amount. */
  received: Columns['received']
  currency: Columns['currency'] & Currency
  state: Columns['state'] & ('started' | 'pending' | 'paid' | 'failed' | 'cancelled' | 'held' | 'refunded')
  gatewayOrder: Columns['gateway_order']
  gatewayPayment: Columns['gateway_payment']
  checks: Columns['checks']
  /** The plan at the gateway, when the attempt began a mandate. */
  plan: Row<typeof mandates>['gateway_plan']
  isRenewing: boolean
}

const ATTEMPT = `a.id, a.order_id as "orderId", a.gateway, a.key, a.amount, a.received, a.currency, a.state, a.gateway_order as "gatewayOrder",
  a.gateway_payment as "gatewayPayment", a.checks, (select m.gateway_plan from mandates m where m.attempt_id = a.id) as plan,
  (exists (select 1 from mandates m where m.attempt_id = a.id) or exists (select 1 from renewal_periods p where p.order_id = a.order_id)) as "isRenewing"`
/** The first poll of an attempt whose browser did not come back. */
const FIRST_CHECK_MS = 3 * 60_000

/** Lock the row of the order first. `key`: the shop's name of the attempt at the gateway; random unless the gateway has one already. */
export async function insertAttempt(
  inner: Db,
  now: Date,
  order: OrderRow,
  gateway: GatewayName,
  key?: string,
): Promise<AttemptRow> {
  const [attempt] = await inner.query<AttemptRow>(
    `insert into payment_attempts as a (order_id, gateway, key, amount, currency, created_at, check_at) values ($1, $2, $3, $4, $5, $6, $7) returning ${ATTEMPT}`,
    [
      order.id,
      gateway,
      key ?? randomBytes(12).toString('hex'),
      order.total,
      order.currency,
      now,
      new Date(now.getTime() + FIRST_CHECK_MS),
    ],
  )
  if (!attempt) throw new Error('the payment attempt was not inserted')
  return attempt
}

/** Stores the gateway's name of the attempt: its messages carry that name. */
export async function setGatewayOrder(db: Db, { id }: AttemptRow, gatewayOrder: string): Promise<void> {
  await db.query('update payment_attempts set gateway_order = $2 where id = $1', [id, gatewayOrder])
}

/** Locks the row. */
export async function attemptById(inner: Db, id: number): Promise<AttemptRow> {
  const [attempt] = await inner.query<AttemptRow>(
    `select ${ATTEMPT} from payment_attempts a where a.id = $1 for update`,
    [id],
  )
  if (!attempt) throw new Error(`payment attempt ${id} does not exist`)
  return attempt
}

type AttemptNames = { key?: string | null; gatewayOrder?: string | null; paymentId?: string | null }

/** Finds an attempt by the shop's name, or by the gateway's name of the attempt or its payment. `orderToken` accepts only attempts of that order. */
export async function findAttempt(
  db: Db,
  gateway: GatewayName,
  { key = null, gatewayOrder = null, paymentId = null }: AttemptNames,
  orderToken: string | null = null,
): Promise<AttemptRow | undefined> {
  const [attempt] = await db.query<AttemptRow>(
    `select ${ATTEMPT} from payment_attempts a join orders o on o.id = a.order_id
     where a.gateway = $1 and (a.key = $2 or a.gateway_order = $3 or a.gateway_payment = $5) and ($4::text is null or o.token = $4) limit 1`,
    [gateway, key, gatewayOrder, orderToken, paymentId],
  )
  return attempt
}

/** What a payment brought: no more can go back. */
export const broughtBy = ({ received, amount }: Pick<AttemptRow, 'received' | 'amount'>): number => received ?? amount

/** What a gateway needs to know of an order. */
export function paymentOf(order: OrderRow, { key }: Pick<AttemptRow, 'key'>): Payment {
  const { firstName, lastName, email, mobile, locale, currency, total } = order
  return {
    key,
    order: order.token,
    orderId: order.id,
    amount: total,
    currency,
    firstName,
    lastName,
    email,
    mobile,
    locale,
  }
}

/** Days after the payment. Chargebacks come within months; gateways have no webhook for all of them. */
const RECHECK_DAYS = [1, 3, 7, 14, 30, 45, 60, 75, 90, 105, 120, 135, 150, 165, 180]

export const firstRecheck = (paidAt: Date): Date | null => nextRecheck(paidAt, paidAt)

/** When a paid payment is looked at again, to find a refund or a chargeback. Null: never. */
export function nextRecheck(paidAt: Date, now: Date): Date | null {
  const next = RECHECK_DAYS.map((days) => paidAt.getTime() + days * DAY_MS).find((time) => time > now.getTime())
  return next === undefined ? null : new Date(next)
}
