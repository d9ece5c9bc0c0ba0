import type { Verdict } from '../adapters/payment/port.ts'
import type { Db } from '../db/connect.ts'
import type { AppContext } from '../context.ts'
import type { AttemptRow } from '../payments/attempts.ts'
import { settle } from '../payments/settlement.ts'
import { orderBilled } from './billed-order.ts'
import { endMandateById, MANDATE, mandateById, type MandateRow } from './mandates.ts'

type Given = Pick<AppContext, 'db' | 'encryption' | 'now' | 'wake' | 'payments' | 'alarm'>
type Sale = Verdict & { state: 'paid' | 'refunded' }

const AGAIN_MS = 6 * 3_600_000

/** PayPal debits by itself: every sale of a consent is an order of its own, and opens a period of its own (case 40). */
export async function lookAtSales(context: Given, attemptId: number): Promise<void> {
  const [mandate] = await context.db.query<MandateRow>(
    `select ${MANDATE} from mandates m join payment_attempts a on a.id = m.attempt_id where m.attempt_id = $1 and m.gateway_mandate is not null and a.state in ('paid','refunded')`,
    [attemptId],
  )
  const recurring = context.payments.paypal?.recurring
  if (!mandate?.gatewayMandate || !recurring) return
  for (const sale of (await recurring.sales(mandate.gatewayMandate)) ?? []) {
    const { id, canSell } = await context.db.transaction((inner) => attemptOf(inner, context, mandate.id, sale))
    if (!canSell) await context.db.transaction((inner) => endMandateById(inner, context, mandate.id, 'changed'))
    await settle(context, id, sale)
  }
  if ((await recurring.state(mandate.gatewayMandate)) !== 'ended') return
  await context.db.transaction((inner) => endMandateById(inner, context, mandate.id, 'gateway'))
}

/** What PayPal says of a sale that it billed by itself: such a try has no order there. Undefined: it is none, or nothing was answered. */
export async function askSale(
  { db, payments }: Pick<AppContext, 'db' | 'payments'>,
  { orderId, gatewayPayment }: AttemptRow,
): Promise<Sale | undefined> {
  const [billed] = await db.query<{ name: string }>(
    `select m.gateway_mandate as name from renewal_periods p join mandates m on m.id = p.mandate_id
     where p.order_id = $1 and m.gateway = 'paypal' and m.gateway_mandate is not null`,
    [orderId],
  )
  const sales = billed && (await payments.paypal?.recurring.sales(billed.name))
  return sales?.find(({ paymentId }) => paymentId === gatewayPayment)
}

/** Known by the gateway's name for it, or begun here: under the row of the consent, so that one sale is one order. */
async function attemptOf(
  inner: Db,
  context: Given,
  mandateId: number,
  { paymentId }: Sale,
): Promise<{ id: number; canSell: boolean }> {
  const mandate = await mandateById(inner, mandateId)
  const [known] = await inner.query<{ id: number }>(
    `select id from payment_attempts where gateway = 'paypal' and gateway_payment = $1`,
    [paymentId],
  )
  if (known) return { id: known.id, canSell: true }
  const { attempt, canSell } = await orderBilled(inner, context, mandate)
  await inner.query('update payment_attempts set gateway_payment = $2, check_at = null where id = $1', [
    attempt.id,
    paymentId,
  ])
  return { id: attempt.id, canSell }
}

/** Looks for a sale whose message got lost. False: none is awaited now. */
export async function lookNext(context: Given): Promise<boolean> {
  const now = context.now()
  const [due] = await context.db.query<{ attempt_id: number }>(
    `update renewal_periods p set act_at = $2 from mandates m where m.id = p.mandate_id and p.id = (
       select p.id from renewal_periods p join mandates m on m.id = p.mandate_id where m.gateway = 'paypal' and p.state = 'noticed' and p.act_at <= $1
       order by p.act_at limit 1 for update of p skip locked) returning m.attempt_id`,
    [now, new Date(now.getTime() + AGAIN_MS)],
  )
  if (due) await lookAtSales(context, due.attempt_id)
  return due !== undefined
}
