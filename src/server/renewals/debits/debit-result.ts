import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/row.ts'
import type { renewalPeriods } from '../../db/schema/orders/renewals.ts'
import type { OrderRow } from '../../orders/order-rows.ts'
import { endMandateById } from '../mandates.ts'
import { MAX_DEBITS } from '../rules.ts'

/** Completes the period of a paid order. */
export async function completePeriod(inner: Db, { id }: OrderRow): Promise<void> {
  await inner.query(
    `update renewal_periods set state = 'paid' where order_id = $1 and state in ('waiting','noticed','debiting')`,
    [id],
  )
}

/**
 * Plans another debit after a failed one. False: the order is no renewal, or the last debit failed and the mandate ends. Lock the
 * order first. The failure may become known while the period waits for a new notice.
 */
export async function retryDebit(
  inner: Db,
  context: Pick<AppContext, 'encryption' | 'now'>,
  { id }: OrderRow,
): Promise<boolean> {
  const [period] = await inner.query<Pick<Row<typeof renewalPeriods>, 'id' | 'mandate_id' | 'tries'>>(
    `update renewal_periods set tries = tries + 1, state = 'waiting', act_at = $2 where order_id = $1 and state in ('waiting','noticed','debiting') returning id, mandate_id, tries`,
    [id, context.now()],
  )
  if (!period) return false
  if (period.tries < MAX_DEBITS) return true
  await inner.query(`update renewal_periods set state = 'failed' where id = $1`, [period.id])
  await endMandateById(inner, context, period.mandate_id, 'failed')
  return false
}

/** Only its own debit may pay a renewal. */
export async function isRenewal(db: Db, orderId: number): Promise<boolean> {
  return (await db.query('select 1 from renewal_periods where order_id = $1', [orderId])).length > 0
}
