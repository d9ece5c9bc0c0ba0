import { atom } from 'nanostores'
import { object, string, type Infer } from 'superstruct'
import { call } from '#client/browser-call.ts'
import { passwordFault, register, registerVerifyToken, type PasswordPolicy } from '#contract/accounts/accounts.ts'
import { CountryCode, Email, Mobile, NotEmpty, PersonName } from '#contract/fields/fields.ts'
import { createForm, type Sent } from '../form.ts'
import { refusePhone } from '../phone.ts'
import { Accepted } from './registration.ts'
import { signInForm } from './sign-in.ts'

const PATIENCE_MS = 30_000

/** What the server says of the link of a mail. */
export type LinkState =
  | { state: 'checking' }
  | { state: 'unknown' }
  | { state: 'expired' }
  | { state: 'good'; rules: PasswordPolicy | undefined }
export const $signUpLink = atom<LinkState>({ state: 'checking' })

const SignUp = object({
  email: Email,
  first_name: PersonName,
  last_name: PersonName,
  country: CountryCode,
  state: string(),
  mobile: Mobile,
  password: NotEmpty,
  confirm_password: NotEmpty,
  newsletter: string(),
  terms: Accepted,
})
const EMPTY = {
  email: '',
  first_name: '',
  last_name: '',
  country: 'IN',
  state: '',
  mobile: '',
  password: '',
  confirm_password: '',
  newsletter: '',
  terms: '',
}
export const signUpForm = createForm(SignUp, EMPTY, send, checkTogether)

let token = ''

/** Asks the server about the link. The form gets the mail address that the link proves, not one of the page's address. */
export async function checkSignUpLink(wanted: string): Promise<void> {
  token = wanted
  $signUpLink.set({ state: 'checking' })
  const result = await call(registerVerifyToken, { token }, AbortSignal.timeout(PATIENCE_MS))
  if (!result.ok) return $signUpLink.set(linkFault(result.fault))
  const { status, email = '', password_rules: rules } = result.value
  if (!status) return $signUpLink.set({ state: 'expired' })
  signUpForm.change('email', email)
  $signUpLink.set({ state: 'good', rules })
}

/** A malformed link counts as expired, like one that the server does not know. */
export const linkFault = (fault: string): LinkState => ({ state: fault === 'badInput' ? 'expired' : 'unknown' })

/** Rules on two fields, and the password policy of the server. */
function checkTogether(): Record<string, string> {
  const { country, state, password, confirm_password } = signUpForm.$values.get()
  return {
    ...(country === 'IN' && state === '' && { state: 'required' }),
    ...passwordFaults($signUpLink.get(), password, confirm_password),
  }
}

/** Faults of a new password and its repetition. */
export function passwordFaults(link: LinkState, password: string, again: string): Record<string, string> {
  const rules = link.state === 'good' ? link.rules : undefined
  const fault = rules ? passwordFault(password, rules) : undefined
  return {
    ...(fault && { password: fault }),
    ...(password !== again && again !== '' && { confirm_password: 'mismatch' }),
  }
}

/** Another country clears the state. */
export function changeCountry(country: string): void {
  signUpForm.change('country', country)
  if (country !== 'IN') signUpForm.change('state', '')
}

async function send(form: Infer<typeof SignUp>): Promise<Sent> {
  const refused = await refusePhone(form.mobile, form.country)
  if (refused) return refused
  const { confirm_password: _, terms: __, newsletter, ...account } = form
  const result = await call(
    register,
    { ...account, newsletter_subscribed: newsletter === 'yes', token },
    AbortSignal.timeout(PATIENCE_MS),
  )
  if (!result.ok && result.fault === 'linkExpired') $signUpLink.set({ state: 'expired' })
  // The sign-in comes next.
  if (result.ok) signInForm.change('email', account.email)
  return result
}
