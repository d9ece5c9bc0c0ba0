import type { Factor } from '#contract/desk/staff/staff.ts'
import type { PasskeyJson } from '#contract/accounts/passkeys.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { askPasskey, passkeyFits } from './passkeys.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import { spendCode } from './totp.ts'

type Dependencies = Pick<AppContext, 'now' | 'encryption' | 'siteUrl' | 'isDemo'> & { db: Db }
export type Proof = { code?: string | undefined; passkey?: PasskeyJson | undefined }

/** What a person may be asked for. `challenge`: stored with the session, for the answer of a passkey. */
export async function factorsOf(
  context: Dependencies,
  staffId: number,
): Promise<{ factors: Factor[]; passkey?: PasskeyJson; challenge?: string }> {
  const [row] = await context.db.query<{ has_totp: boolean }>(
    'select totp_secret is not null as has_totp from staff where id = $1',
    [staffId],
  )
  const asked = await askPasskey(context, staffId)
  return {
    factors: [...(row?.has_totp ? (['totp'] as const) : []), ...(asked ? (['passkey'] as const) : [])],
    ...asked,
  }
}

/** Whether the second factor is right; a code is used up by it. */
export async function proofFits(
  context: Dependencies,
  staffId: number,
  { code = '', passkey }: Proof,
  challenge: string | null,
): Promise<boolean> {
  if (passkey) return passkeyFits(context, staffId, passkey, challenge)
  return (await spendCode(context, staffId, code)) || spendRecoveryCode(context, staffId, code)
}
