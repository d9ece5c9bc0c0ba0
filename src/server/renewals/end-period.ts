import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { mandates, renewalPeriods } from '../db/schema/orders/renewals.ts'
import { closeUnpaidOrder } from '../orders/order-rows.ts'
import { endMandateById, lockMandate, planEndsAt, type MandateRow } from './mandates.ts'

type PeriodId = Row<typeof renewalPeriods>['id']
/** `followed`: another plan already follows the one that the period would renew. All others end the mandate. */
export type EndingPeriod = {
  mandateId: Row<typeof mandates>['id']
  periodId: PeriodId
  reason: 'changed' | 'expired' | 'overdue' | 'followed'
}

/**
 * Whether the listener has bought or redeemed another plan since the period was opened: a debit would sell them a second one.
 * PayPal debits on days of its own, which no plan moves.
 */
export async function isFollowed(
  inner: Db,
  { userId, gateway }: Pick<MandateRow, 'userId' | 'gateway'>,
  dueAt: Date,
): Promise<boolean> {
  if (userId === null || gateway !== 'payu') return false
  const ends = await planEndsAt(inner, userId)
  return ends !== null && ends > dueAt
}

/** Ends a period that waits, in a transaction of its own: `prepareNotice` has locked the mandate, and a settlement of its order would deadlock with it. */
export async function endPeriod(
  inner: Db,
  context: Pick<AppContext, 'encryption' | 'now'>,
  { mandateId, periodId, reason }: EndingPeriod,
): Promise<void> {
  if (reason === 'followed') return dropPeriod(inner, mandateId, periodId)
  const isWaiting = async () =>
    (await inner.query(`select 1 from renewal_periods where id = $1 and state = 'waiting'`, [periodId])).length > 0
  await endMandateById(inner, context, mandateId, reason, isWaiting)
}

/** The mandate stays: a new period opens before the end of the plan that follows. */
async function dropPeriod(inner: Db, mandateId: number, periodId: PeriodId): Promise<void> {
  await lockMandate(inner, mandateId)
  const [dropped] = await inner.query<Pick<Row<typeof renewalPeriods>, 'order_id'>>(
    `update renewal_periods set state = 'dropped' where id = $1 and state = 'waiting' returning order_id`,
    [periodId],
  )
  if (dropped && dropped.order_id !== null) await closeUnpaidOrder(inner, dropped.order_id, 'cancelled')
}
