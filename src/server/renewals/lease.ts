import type { Db } from '../db/connect.ts'
import type { AppContext } from '../context.ts'

const LEASE_MS = 5 * 60_000
/** Holds a period for some minutes: who is killed meanwhile is followed by another. */
export type Lease = (inner: Db, periodId: number) => Promise<void>

/** Never earlier than it was: somebody else may have gone on with it. */
const HOLD = 'update renewal_periods set act_at = $2 where id = $1 and act_at < $2'

/**
 * Work on the period that is due first, in one transaction. When it throws, the period stays held all the same: the first
 * again at once, it would hold up those of everybody else.
 */
export async function underLease<Outcome>(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  work: (inner: Db, lease: Lease) => Promise<Outcome>,
): Promise<Outcome> {
  let held: [id: number, until: Date] | undefined
  const lease: Lease = async (inner, periodId) => {
    held = [periodId, new Date(now().getTime() + LEASE_MS)]
    await inner.query(HOLD, held)
  }
  try {
    return await db.transaction((inner) => work(inner, lease))
  } catch (error) {
    if (held) await db.query(HOLD, held)
    throw error
  }
}
