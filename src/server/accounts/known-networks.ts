import type { Db } from '../db/connect.ts'
import type { Encryption } from '../runtime/encryption.ts'
import { networkOf } from '../http/rate-limits.ts'

type Given = { db: Db; encryption: Encryption; now: () => Date }
const KEPT_DAYS = 180

/**
 * Somebody who signed in from here before, or set a password by a link here, has a count of tries of their own: strangers
 * who use up the one for unknown places lock nobody out (case 55).
 */
export async function isKnown(
  { db, encryption, now }: Given,
  userId: number | undefined,
  address: string,
): Promise<boolean> {
  const since = new Date(now().getTime() - KEPT_DAYS * 86_400_000)
  const rows = await db.query('select 1 from known_addresses where user_id = $1 and mark = $2 and seen_at > $3', [
    userId ?? 0,
    markOf(encryption, address),
    since,
  ])
  return rows.length > 0
}

export async function remember({ db, encryption, now }: Given, userId: number, address: string): Promise<void> {
  await db.query(
    'insert into known_addresses (user_id, mark, seen_at) values ($1, $2, $3) on conflict (user_id, mark) do update set seen_at = excluded.seen_at',
    [userId, markOf(encryption, address), now()],
  )
}

const markOf = (encryption: Encryption, address: string): Buffer => encryption.mark('address', networkOf(address))
