import { DAY_MS } from '#contract/time/day.ts'
import { networkOf } from '../http/rate-limits.ts'
import type { AppContext } from '../context.ts'

const PURPOSE = 'address'
const RETENTION_DAYS = 180

/**
 * Whether the user signed in from this network before, or set a password by a link there. Such a user has rate limits of
 * their own for it: attackers who use up the limits of unknown networks do not lock the owner out (attack case 55).
 */
export async function isKnownNetwork(
  { db, encryption, now }: Pick<AppContext, 'db' | 'encryption' | 'now'>,
  userId: number | undefined,
  address: string,
): Promise<boolean> {
  const since = new Date(now().getTime() - RETENTION_DAYS * DAY_MS)
  const rows = await db.query('select 1 from known_addresses where user_id = $1 and mark = any($2) and seen_at > $3', [
    userId ?? 0,
    encryption.hmacs(PURPOSE, networkOf(address)),
    since,
  ])
  return rows.length > 0
}

export async function rememberNetwork(
  { db, encryption, now }: Pick<AppContext, 'db' | 'encryption' | 'now'>,
  userId: number,
  address: string,
): Promise<void> {
  await db.query(
    'insert into known_addresses (user_id, mark, seen_at) values ($1, $2, $3) on conflict (user_id, mark) do update set seen_at = excluded.seen_at',
    [userId, encryption.hmac(PURPOSE, networkOf(address)), now()],
  )
}
