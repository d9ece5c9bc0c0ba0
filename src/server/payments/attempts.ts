import { randomBytes } from 'node:crypto'
import type { Currency } from '#contract/money.ts'
import type { GatewayName } from '../adapters/payment/port.ts'
import type { Db } from '../db/connect.ts'
import type { OrderRow } from '../orders/order-rows.ts'

export type AttemptRow = {
  id: number
  orderId: number
  gateway: GatewayName
  key: string
  amount: number
  currency: Currency
  state: 'started' | 'pending' | 'paid' | 'failed' | 'cancelled' | 'held' | 'refunded'
  gatewayOrder: string | null
  gatewayPayment: string | null
  checks: number
  /** Of the gateway, when a consent came with it. */
  plan: string | null
  isRenewing: boolean
}

const ATTEMPT = `a.id, a.order_id as "orderId", a.gateway, a.key, a.amount, a.currency, a.state, a.gateway_order as "gatewayOrder",
  a.gateway_payment as "gatewayPayment", a.checks, (select m.gateway_plan from mandates m where m.attempt_id = a.id) as plan,
  (exists (select 1 from mandates m where m.attempt_id = a.id) or exists (select 1 from renewal_periods p where p.order_id = a.order_id)) as "isRenewing"`
/** A browser that is lost is looked for after this time the first time. */
export const FIRST_CHECK_MS = 3 * 60_000

/** Of an order whose row is held. `key`: our name for it at the gateway, made by chance unless the gateway has one already. */
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
  if (!attempt) throw new Error('no attempt was made')
  return attempt
}

/** The gateway's name, which its messages come by. */
export async function nameAttempt(db: Db, { id }: AttemptRow, gatewayOrder: string): Promise<void> {
  await db.query('update payment_attempts set gateway_order = $2 where id = $1', [id, gatewayOrder])
}

export async function attemptById(inner: Db, id: number): Promise<AttemptRow> {
  const [attempt] = await inner.query<AttemptRow>(
    `select ${ATTEMPT} from payment_attempts a where a.id = $1 for update`,
    [id],
  )
  if (!attempt) throw new Error(`no attempt ${id}`)
  return attempt
}

/** By our name or by the gateway's; `order` narrows it to one order's token. */
export async function findAttempt(
  db: Db,
  gateway: GatewayName,
  { key = null, gatewayOrder = null }: { key?: string | null; gatewayOrder?: string | null },
  order: string | null = null,
): Promise<AttemptRow | undefined> {
  const [attempt] = await db.query<AttemptRow>(
    `select ${ATTEMPT} from payment_attempts a join orders o on o.id = a.order_id
     where a.gateway = $1 and (a.key = $2 or a.gateway_order = $3) and ($4::text is null or o.token = $4) limit 1`,
    [gateway, key, gatewayOrder, order],
  )
  return attempt
}
