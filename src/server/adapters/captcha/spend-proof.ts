import type { CaptchaAdapter } from './port.ts'
import type { Db } from '../../db/connect.ts'

/**
 * Whether the solution is correct and was not used before. Call it in the transaction of the protected change: a rollback
 * leaves the solution unused.
 */
export async function spendProof(db: Db, captcha: CaptchaAdapter, payload: string, now: Date): Promise<boolean> {
  const proof = await captcha.read(payload, now)
  if (!proof) return false
  await db.query('delete from used_challenges where expires_at < $1', [now])
  const taken = await db.query(
    'insert into used_challenges (mark, expires_at) values ($1, $2) on conflict do nothing returning mark',
    [proof.mark, proof.expiresAt],
  )
  return taken.length === 1
}
