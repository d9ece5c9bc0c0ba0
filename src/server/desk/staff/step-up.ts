import type { Factor } from '#contract/desk/staff/staff.ts'
import type { PasskeyJson } from '#contract/accounts/passkeys.ts'
import type { AppContext } from '../../context.ts'
import type { Row } from '../../db/row.ts'
import type { staffSessions } from '../../db/schema/desk.ts'
import { bucket, giveBack, take } from '../../http/rate-limits.ts'
import type { StaffCaller } from '../../http/staff.ts'
import type { Failure, RetryAfter } from '../../runtime/failure.ts'
import { factorsOf, proofFits, type Proof } from './factors.ts'

type Dependencies = Pick<AppContext, 'db' | 'now' | 'encryption' | 'siteUrl' | 'isDemo'>

/** A new challenge in the place of the last one. */
export async function beginStepUp(
  context: Dependencies,
  { staffId, session }: StaffCaller,
): Promise<{ factors: Factor[]; passkey?: PasskeyJson }> {
  const { factors, passkey, challenge } = await factorsOf(context, staffId)
  await context.db.query('update staff_sessions set challenge = $2 where token_hash = $1', [session, challenge ?? null])
  return { factors, ...(passkey && { passkey }) }
}

/** The second factor again: for some minutes money, exports, deletion and people are open to this session. */
export async function stepUp(
  context: Dependencies,
  { staffId, session }: StaffCaller,
  proof: Proof,
): Promise<Record<string, never> | Failure<'factor'> | RetryAfter> {
  const buckets = [bucket(context.encryption, 'deskFactor', String(staffId))]
  const retryAfter = await take(context, buckets)
  if (retryAfter) return retryAfter
  const isRight = await context.db.transaction(async (inner) => {
    const [open] = await inner.query<Pick<Row<typeof staffSessions>, 'challenge'>>(
      'select challenge from staff_sessions where token_hash = $1 for update',
      [session],
    )
    if (!open || !(await proofFits({ ...context, db: inner }, staffId, proof, open.challenge))) return false
    await inner.query('update staff_sessions set factor_at = $2, challenge = null where token_hash = $1', [
      session,
      context.now(),
    ])
    return true
  })
  if (!isRight) return { fault: 'factor' }
  await giveBack(context, buckets)
  return {}
}
