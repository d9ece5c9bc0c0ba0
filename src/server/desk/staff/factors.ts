import type { Factor, PasskeyJson } from '#contract/desk/staff.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import { spendCode } from './totp.ts'

type Dependencies = Pick<AppContext, 'now' | 'encryption' | 'siteUrl' | 'isDemo'> & { db: Db }
export type Proof = { code?: string | undefined; passkey?: PasskeyJson | undefined }

/** What a person may be asked for. */
export async function factorsOf(
  { db }: Dependencies,
  staffId: number,
): Promise<{ factors: Factor[]; passkey?: PasskeyJson; challenge?: string }> {
  const [row] = await db.query<{ has_totp: boolean }>(
    'select totp_secret is not null as has_totp from staff where id = $1',
    [staffId],
  )
  return { factors: row?.has_totp ? ['totp'] : [] }
}

/** Whether the second factor is right; a code is used up by it. */
export async function proofFits(
  context: Dependencies,
  staffId: number,
  { code = '' }: Proof,
  _challenge: string | null,
): Promise<boolean> {
  return (await spendCode(context, staffId, code)) || spendRecoveryCode(context, staffId, code)
}
