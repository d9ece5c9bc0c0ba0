import type { Db } from '../db/connect.ts'
import type { AppContext } from '../context.ts'
import type { OrderRow } from '../orders/order-rows.ts'
import { endMandateById } from './mandates.ts'
import { MOST_TRIES } from './rules.ts'

type Given = Pick<AppContext, 'encryption' | 'now'>

/** Its period is over when its order is paid. */
export async function markRenewed(inner: Db, { id }: OrderRow): Promise<void> {
  await inner.query(
    `update renewal_periods set state = 'paid' where order_id = $1 and state in ('waiting','noticed','debiting')`,
    [id],
  )
}

/** Whether a debit that failed is tried again, a day after its next notice. After the third the consent ends. The order's row is held. */
export async function triesAgain(inner: Db, context: Given, { id }: OrderRow): Promise<boolean> {
  const [period] = await inner.query<{ id: number; mandate_id: number; tries: number }>(
    `update renewal_periods set tries = tries + 1, state = 'waiting', act_at = $2 where order_id = $1 and state = 'debiting' returning id, mandate_id, tries`,
    [id, context.now()],
  )
  if (!period) return false
  if (period.tries < MOST_TRIES) return true
  await inner.query(`update renewal_periods set state = 'failed' where id = $1`, [period.id])
  await endMandateById(inner, context, period.mandate_id, 'failed')
  return false
}

/** Only its own debit pays a renewal. */
export async function isRenewal(db: Db, orderId: number): Promise<boolean> {
  return (await db.query('select 1 from renewal_periods where order_id = $1', [orderId])).length > 0
}
