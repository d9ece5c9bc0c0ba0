import { noteAction } from '../../audit/audit-log.ts'
import type { Row } from '../../db/row.ts'
import type { mandates, renewalPeriods } from '../../db/schema/orders/renewals.ts'
import type { AttemptRow } from '../../payments/attempts.ts'
import type { PaymentDependencies } from '../../payments/payment-hooks.ts'
import { settle } from '../../payments/settlement.ts'
import { orderForDebit } from './debit-order.ts'
import { mandateById } from '../mandates.ts'

type DuePeriod = Pick<Row<typeof renewalPeriods>, 'mandate_id'> &
  Pick<Row<typeof mandates>, 'amount'> &
  Pick<AttemptRow, 'currency'>

/**
 * Creates the order for a debit that a restored, older database does not know. The order extends the plan and has an invoice.
 * PayU's own server must report the debit as paid (`key`: its txnid); every other status is `unpaid`.
 */
export async function adoptDebit(
  context: PaymentDependencies,
  periodId: number,
  key: string,
): Promise<'none' | 'known' | 'unpaid' | 'adopted'> {
  const [due] = await context.db.query<DuePeriod>(
    `select p.mandate_id, m.amount, m.currency from renewal_periods p join mandates m on m.id = p.mandate_id
     where p.id = $1 and p.state in ('waiting','noticed') and p.order_id is null and m.gateway = 'payu'`,
    [periodId],
  )
  if (!due) return 'none'
  const status = await context.payments.payu?.fetchStatus({
    key,
    gatewayOrder: null,
    amount: due.amount,
    currency: due.currency,
    isRenewing: true,
  })
  if (status?.state !== 'paid') return 'unpaid'
  const created = await context.db.transaction(async (inner) => {
    const mandate = await mandateById(inner, due.mandate_id)
    if ((await inner.query('select 1 from payment_attempts where key = $1', [key])).length > 0) return 'known'
    const openPeriod = await inner.query(
      `select 1 from renewal_periods where id = $1 and state in ('waiting','noticed') and order_id is null for update`,
      [periodId],
    )
    if (openPeriod.length === 0) return 'none'
    await noteAction(inner, context.now(), 'renewal taken up', `renewal ${periodId}`, { payment: key })
    return orderForDebit(inner, context, mandate, key)
  })
  if (typeof created === 'string') return created
  await settle(context, created.attempt.id, status)
  return 'adopted'
}
