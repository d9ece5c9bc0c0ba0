import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { AppContext } from '../context.ts'

/** What is signed with a nonce cannot be used for anything else. */
const SOCIAL = 'nonce'
const LIFETIME_MS = 10 * 60_000

/**
 * A nonce for one sign-in, valid for ten minutes: a token that was stolen from another site holds another or a spent nonce. It is
 * signed and not stored, so that asking for one costs no row.
 */
export function createNonce({ encryption, now }: Pick<AppContext, 'encryption' | 'now'>, purpose = SOCIAL): string {
  const text = `${(now().getTime() + LIFETIME_MS).toString(36)}-${randomBytes(16).toString('hex')}`
  return `${text}-${encryption.hmac(purpose, text).toString('hex')}`
}

export async function spendNonce(
  { db, encryption, now }: Pick<AppContext, 'db' | 'encryption' | 'now'>,
  nonce: string,
  purpose = SOCIAL,
): Promise<boolean> {
  const [time = '', random = '', hmac = ''] = nonce.split('-')
  const [expected, sent] = [encryption.hmacs(purpose, `${time}-${random}`), Buffer.from(hmac, 'hex')]
  const expiresAt = new Date(Number.parseInt(time, 36))
  const isSigned = expected.some((one) => one.length === sent.length && timingSafeEqual(one, sent))
  if (!isSigned || !(expiresAt > now())) return false
  const inserted = await db.query(
    'insert into used_challenges (mark, expires_at) values ($1, $2) on conflict do nothing returning mark',
    [sent.toString('hex'), expiresAt],
  )
  return inserted.length === 1
}
