import { connect, type Database, type Db } from './connect.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** A replica that did not answer is not asked for this long, so that no visitor waits for it again. */
const PAUSE_MS = 5_000
const CONNECT_MS = 2_000
/** A replica whose network is cut or that waits for a lock says nothing: the system notices that after minutes at best. */
const QUERY_MS = 3_000

/**
 * Reads that may be some seconds old, from a replica; from the primary while the replica does not answer or cannot run the
 * query (a row that vacuum removed, a migration that has not arrived yet). Transactions always go to the primary.
 */
export function readsFrom(replica: Pick<Db, 'query'>, primary: Db, now = () => Date.now()): Db {
  let pausedUntil = 0
  return {
    async query(text, values, name) {
      if (now() < pausedUntil) return primary.query(text, values, name)
      try {
        return await replica.query(text, values, name)
      } catch (error) {
        if (error instanceof DatabaseUnavailable) pausedUntil = now() + PAUSE_MS
        return primary.query(text, values, name)
      }
    },
    transaction: (work) => primary.transaction(work),
  }
}

/** Connects to the replica at its first query: a shop starts without it. */
export const connectReplica = (url: string): Database => connect({ url }, 16, CONNECT_MS, QUERY_MS)
