import type { AppContext } from '../context.ts'
import type { AttemptRow } from '../payments/attempts.ts'
import { settle } from '../payments/settlement.ts'
import { orderBilled } from './billed-order.ts'
import { mandateById } from './mandates.ts'
import { noteAction } from '../audit/audit-log.ts'

type Given = Pick<AppContext, 'db' | 'encryption' | 'now' | 'wake' | 'payments' | 'alarm'>

/**
 * Takes up a debit of which this database knows nothing, as it is older: the order of the renewal is made for it, which extends
 * the plan and issues the invoice. Only what PayU's own server calls paid is taken (`key`: its txnid); `unpaid` is all else.
 */
export async function adoptDebit(
  context: Given,
  periodId: number,
  key: string,
): Promise<'none' | 'known' | 'unpaid' | 'adopted'> {
  const [due] = await context.db.query<{ mandate_id: number; amount: number; currency: AttemptRow['currency'] }>(
    `select p.mandate_id, m.amount, m.currency from renewal_periods p join mandates m on m.id = p.mandate_id
     where p.id = $1 and p.state in ('waiting','noticed') and p.order_id is null and m.gateway = 'payu'`,
    [periodId],
  )
  if (!due) return 'none'
  const verdict = await context.payments.payu?.ask({
    key,
    gatewayOrder: null,
    amount: due.amount,
    currency: due.currency,
    isRenewing: true,
  })
  if (verdict?.state !== 'paid') return 'unpaid'
  const begun = await context.db.transaction(async (inner) => {
    const mandate = await mandateById(inner, due.mandate_id)
    if ((await inner.query('select 1 from payment_attempts where key = $1', [key])).length > 0) return 'known'
    const still = await inner.query(
      `select 1 from renewal_periods where id = $1 and state in ('waiting','noticed') and order_id is null for update`,
      [periodId],
    )
    if (still.length === 0) return 'none'
    await noteAction(inner, context.now(), 'renewal taken up', `renewal ${periodId}`, { payment: key })
    return orderBilled(inner, context, mandate, key)
  })
  if (typeof begun === 'string') return begun
  await settle(context, begun.attempt.id, verdict)
  return 'adopted'
}
