import { atom } from 'nanostores'
import { object } from 'superstruct'
import { makePasskey } from '#client/accounts/passkeys.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { NotEmpty } from '#contract/fields/fields.ts'
import {
  deskAccount,
  deskAddPasskey,
  deskChangePassword,
  deskEndSession,
  deskPasskeyOptions,
  deskRecoveryCodes,
  deskRemovePasskey,
} from '#contract/desk/staff/members.ts'
import { createForm } from '../form.ts'
import { deskCall } from './call.ts'
import { createLoadable } from './loadable.ts'

export type Account = ReplyOf<typeof deskAccount>

export const account = createLoadable<Account, []>((signal) => deskCall(deskAccount, {}, signal))
/** New recovery codes: shown once, gone with the page. */
export const $codes = atom<readonly string[]>([])

export const passwordChangeForm = createForm(
  object({ old_password: NotEmpty, password: NotEmpty }),
  { old_password: '', password: '' },
  async (input) => {
    const result = await deskCall(deskChangePassword, input)
    if (result.ok) await account.load()
    return result
  },
)

/** These return the fault, or nothing when it is done. */
export async function endOwnSession(id: number): Promise<string | undefined> {
  const result = await deskCall(deskEndSession, { id })
  await account.load()
  return result.ok || result.fault === 'notFound' ? undefined : result.fault
}

export async function addOwnPasskey(name: string): Promise<string | undefined> {
  const offer = await deskCall(deskPasskeyOptions, {})
  if (!offer.ok) return offer.fault
  const created = await makePasskey(offer.value.passkey)
  if (!created.ok) return created.fault
  const result = await deskCall(deskAddPasskey, { name, passkey: created.value })
  if (!result.ok) return result.fault
  await account.load()
  return undefined
}

export async function removeOwnPasskey(id: number): Promise<string | undefined> {
  const result = await deskCall(deskRemovePasskey, { id })
  if (!result.ok) return result.fault
  await account.load()
  return undefined
}

export async function renewCodes(): Promise<string | undefined> {
  const result = await deskCall(deskRecoveryCodes, {})
  if (!result.ok) return result.fault
  $codes.set(result.value.recovery_codes)
  await account.load()
  return undefined
}
