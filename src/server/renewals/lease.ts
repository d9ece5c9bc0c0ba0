import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'

const LEASE_MS = 5 * 60_000
/** Keeps other workers from a period for some minutes. Another worker continues when this one is killed. */
export type Lease = (inner: Db, periodId: number) => Promise<void>

/** Never moves the time backwards: another worker may have gone on with the period. */
const EXTEND = 'update renewal_periods set act_at = $2 where id = $1 and act_at < $2'

/**
 * Runs work on one due period in a transaction. The lease survives an error: otherwise the failing period would be the first
 * again at once and would block all others.
 */
export async function underLease<Result>(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  work: (inner: Db, lease: Lease) => Promise<Result>,
): Promise<Result> {
  let leased: [periodId: number, until: Date] | undefined
  const lease: Lease = async (inner, periodId) => {
    leased = [periodId, new Date(now().getTime() + LEASE_MS)]
    await inner.query(EXTEND, leased)
  }
  try {
    return await db.transaction((inner) => work(inner, lease))
  } catch (error) {
    if (leased) await db.query(EXTEND, leased)
    throw error
  }
}
