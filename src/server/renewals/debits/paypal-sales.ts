import type { PaymentStatus } from '../../adapters/payment/port.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/row.ts'
import type { paymentAttempts } from '../../db/schema/orders/payments.ts'
import type { mandates } from '../../db/schema/orders/renewals.ts'
import type { AttemptRow } from '../../payments/attempts.ts'
import type { PaymentDependencies, SettlementDependencies } from '../../payments/payment-hooks.ts'
import { settle } from '../../payments/settlement.ts'
import { orderForDebit } from './debit-order.ts'
import { endMandateById, MANDATE, mandateById, type MandateRow } from '../mandates.ts'

type Sale = PaymentStatus & { state: 'paid' | 'refunded' }

const NEXT_POLL_MS = 6 * 3_600_000

/** PayPal debits by itself: every sale of a mandate gets an order and a period of its own (attack case 40). */
export async function settleSales(context: PaymentDependencies, attemptId: number): Promise<void> {
  const [mandate] = await context.db.query<MandateRow>(
    `select ${MANDATE} from mandates m join payment_attempts a on a.id = m.attempt_id where m.attempt_id = $1 and m.gateway_mandate is not null and a.state in ('paid','refunded')`,
    [attemptId],
  )
  const recurring = context.payments.paypal?.recurring
  if (!mandate?.gatewayMandate || !recurring) return
  for (const sale of (await recurring.sales(mandate.gatewayMandate)) ?? []) {
    const { id, canSell } = await context.db.transaction((inner) => attemptOfSale(inner, context, mandate.id, sale))
    if (!canSell) await context.db.transaction((inner) => endMandateById(inner, context, mandate.id, 'changed'))
    await settle(context, id, sale)
  }
  const next = await recurring.nextDebit(mandate.gatewayMandate)
  // Just after a sale PayPal may still name its day.
  if (next && next > context.now())
    await context.db.query('update mandates set next_debit_at = $2 where id = $1', [mandate.id, next])
  if ((await recurring.state(mandate.gatewayMandate)) !== 'ended') return
  await context.db.transaction((inner) => endMandateById(inner, context, mandate.id, 'gateway'))
}

/** The status of a sale that PayPal billed by itself: its attempt has no order at PayPal. */
export async function gatewayDebitStatus(
  { db, payments }: Pick<AppContext, 'db' | 'payments'>,
  { orderId, gatewayPayment }: AttemptRow,
): Promise<Sale | undefined> {
  const [mandate] = await db.query<{ name: NonNullable<Row<typeof mandates>['gateway_mandate']> }>(
    `select m.gateway_mandate as name from renewal_periods p join mandates m on m.id = p.mandate_id
     where p.order_id = $1 and m.gateway = 'paypal' and m.gateway_mandate is not null`,
    [orderId],
  )
  const sales = mandate && (await payments.paypal?.recurring.sales(mandate.name))
  return sales?.find(({ paymentId }) => paymentId === gatewayPayment)
}

/** The known attempt of a sale, or a new one. The lock on the mandate makes one sale one order. */
async function attemptOfSale(
  inner: Db,
  context: SettlementDependencies,
  mandateId: number,
  { paymentId }: Sale,
): Promise<{ id: number; canSell: boolean }> {
  const mandate = await mandateById(inner, mandateId)
  const [known] = await inner.query<Pick<Row<typeof paymentAttempts>, 'id'>>(
    `select id from payment_attempts where gateway = 'paypal' and gateway_payment = $1`,
    [paymentId],
  )
  if (known) return { id: known.id, canSell: true }
  const { attempt, canSell } = await orderForDebit(inner, context, mandate)
  // The poller asks for it too, in case this process ends before it has settled the sale.
  await inner.query('update payment_attempts set gateway_payment = $2 where id = $1', [attempt.id, paymentId])
  // That day is over. Until PayPal names the next one the end of the plan counts.
  await inner.query('update mandates set next_debit_at = null where id = $1', [mandateId])
  return { id: attempt.id, canSell }
}

/** Asks for the next debit where it is not known or over, as of mandates of an older release. False: of none now. */
export async function askNextDebit(context: PaymentDependencies): Promise<boolean> {
  const now = context.now()
  const [due] = await context.db.query<Pick<Row<typeof mandates>, 'attempt_id'>>(
    `update mandates set debits_asked_at = $1 where id = (
       select m.id from mandates m where m.state = 'active' and m.gateway = 'paypal' and m.gateway_mandate is not null
         and (m.next_debit_at is null or m.next_debit_at < $1) and (m.debits_asked_at is null or m.debits_asked_at < $2)
         and not exists (select 1 from renewal_periods p where p.mandate_id = m.id and p.state in ('waiting','noticed','debiting'))
       order by m.id limit 1 for update of m skip locked) returning attempt_id`,
    [now, new Date(now.getTime() - NEXT_POLL_MS)],
  )
  if (due) await settleSales(context, due.attempt_id)
  return due !== undefined
}

/** Finds a sale whose webhook was lost. False: none is expected now. */
export async function pollNextSale(context: PaymentDependencies): Promise<boolean> {
  const now = context.now()
  const [due] = await context.db.query<Pick<Row<typeof mandates>, 'attempt_id'>>(
    `update renewal_periods p set act_at = $2 from mandates m where m.id = p.mandate_id and p.id = (
       select p.id from renewal_periods p join mandates m on m.id = p.mandate_id where m.gateway = 'paypal' and p.state = 'noticed' and p.act_at <= $1
       order by p.act_at limit 1 for update of p skip locked) returning m.attempt_id`,
    [now, new Date(now.getTime() + NEXT_POLL_MS)],
  )
  if (due) await settleSales(context, due.attempt_id)
  return due !== undefined
}
