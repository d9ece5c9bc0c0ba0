import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { AppContext } from '../context.ts'

const LIFETIME_MS = 10 * 60_000

/** A nonce for one social sign-in, valid for ten minutes: a token that was stolen from another site holds another or a spent nonce. */
export function createNonce({ encryption, now }: Pick<AppContext, 'encryption' | 'now'>): string {
  const text = `${(now().getTime() + LIFETIME_MS).toString(36)}-${randomBytes(16).toString('hex')}`
  return `${text}-${hmacOf(encryption, text)}`
}

export async function spendNonce(
  { db, encryption, now }: Pick<AppContext, 'db' | 'encryption' | 'now'>,
  nonce: string,
): Promise<boolean> {
  const [time = '', random = '', hmac = ''] = nonce.split('-')
  const [expected, sent] = [Buffer.from(hmacOf(encryption, `${time}-${random}`)), Buffer.from(hmac)]
  const expiresAt = new Date(Number.parseInt(time, 36))
  if (sent.length !== expected.length || !timingSafeEqual(expected, sent) || !(expiresAt > now())) return false
  const inserted = await db.query(
    'insert into used_challenges (mark, expires_at) values ($1, $2) on conflict do nothing returning mark',
    [hmac, expiresAt],
  )
  return inserted.length === 1
}

const hmacOf = (encryption: AppContext['encryption'], text: string): string =>
  encryption.hmac('nonce', text).toString('hex')
