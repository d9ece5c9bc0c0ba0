import { atom } from 'nanostores'
import { object, string } from 'superstruct'
import { call } from '#client/browser-call.ts'
import { makePasskey } from '#client/accounts/passkeys.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { passwordFault } from '#contract/accounts/accounts.ts'
import { NotBlank } from '#contract/fields/fields.ts'
import { deskAcceptInvitation, deskInvitation } from '#contract/desk/staff/members.ts'
import { createForm, type Sent } from '../form.ts'
import { createLoadable } from './loadable.ts'

export type Offer = ReplyOf<typeof deskInvitation>

/** The secret of the link stands behind `#`: no log and no other site sees it. */
const token = (): string => location.hash.slice(1)

export const invitation = createLoadable<Offer, []>((signal) => call(deskInvitation, { token: token() }, signal))
/** After it was accepted: shown once. */
export const $recoveryCodes = atom<readonly string[] | undefined>(undefined)

const EMPTY = { name: '', password: '', code: '' }

/** With the code of the authenticator app. */
export const acceptForm = createForm(
  object({ name: NotBlank, password: NotBlank, code: string() }),
  EMPTY,
  accept,
  typedFaults,
)
/** Whether a passkey is the second factor, in the place of a code. */
export const $withPasskey = atom(false)

export function choosePasskey(isWanted: boolean): void {
  $withPasskey.set(isWanted)
  acceptForm.forgive('code')
}

/** What the rules of the invitation and the chosen factor ask for, besides what each field asks for. */
function typedFaults(): Record<string, string> {
  const offer = invitation.$loadable.get()
  const { password, code } = acceptForm.$values.get()
  const fault = offer.state === 'ready' ? passwordFault(password, offer.value.password_rules) : undefined
  return {
    ...(fault && { password: fault }),
    ...(!$withPasskey.get() && code.trim() === '' && { code: 'required' }),
  }
}

async function accept({ name, password, code }: typeof EMPTY): Promise<Sent> {
  const offer = invitation.$loadable.get()
  const created = $withPasskey.get() && offer.state === 'ready' ? await makePasskey(offer.value.passkey) : undefined
  if (created && !created.ok) return created
  const factor = created ? { passkey: created.value } : { code }
  const result = await call(deskAcceptInvitation, { token: token(), name, password, ...factor })
  if (!result.ok) return result.fault === 'factor' && !created ? { ...result, fields: { code: 'factor' } } : result
  $recoveryCodes.set(result.value.recovery_codes)
  return { ok: true }
}
