import { boolean, define, enums, literal, nullable, object, optional, string, type, type Infer } from 'superstruct'
import { endpoint } from '../http/endpoint.ts'
import { CountryCode, Email, Mobile, OneTimeCode, PersonName } from '../fields/fields.ts'
import { lengthOf } from '../text/plain-text.ts'
import { Nothing, passwordRules, passwordText, status, textUpTo } from '../fields/wire-fields.ts'

/** A path of this site in plain characters. A browser could read anything else as another host (attack case 63). */
const PLAIN_PATH = /^\/(?![/\\])[\w\-.~%/?=&+:@!$'()*,;#]*$/
/** Returning to these pages would cause a redirect loop. */
const LOOPING_PATH = /^(?:\/mr)?\/(?:sign-in|registration|sign-up|reset-password|logout)(?:\/|$)/

/** Struct for inputs: the server refuses other hosts too. */
const ReturnPath = define<string>('ReturnPath', (value) => typeof value === 'string' && returnPath(value) !== undefined)

/** The path to return to after sign-in; undefined when it leads to another site [SI-7]. */
export function returnPath(wanted: string | null): string | undefined {
  if (!wanted || wanted.length > 2_000 || !PLAIN_PATH.test(wanted)) return undefined
  // An encoded slash could be decoded later and turn the path into `//host`.
  if (/^\/(?:%2f|%5c)/i.test(wanted)) return undefined
  // Browsers resolve dots first: /..//evil.test then starts with two slashes.
  const { pathname } = new URL(wanted, 'https://shop.invalid')
  return pathname.startsWith('//') || LOOPING_PATH.test(pathname) ? undefined : wanted
}

export type PasswordPolicy = { min: number; max: number; refusesCommon?: boolean }
export type PasswordFault = 'required' | 'tooShort' | 'tooLong'

/** The setting PASSWORD_POLICY chooses one of these. Pages read the active policy from the replies. */
export const passwordPolicies = {
  usual: { min: 5, max: 15 },
  hardened: { min: 8, max: 128, refusesCommon: true },
} as const satisfies Record<string, PasswordPolicy>

/** Counts the composed form (NFC), which is the form that is hashed. */
export function passwordFault(password: string, { min, max }: PasswordPolicy): PasswordFault | undefined {
  const length = lengthOf(password.normalize('NFC'))
  if (length === 0) return 'required'
  if (length < min) return 'tooShort'
  return length > max ? 'tooLong' : undefined
}

/** Endpoints of sign-in, sign-up and password reset. */

/** The token in the link of a mail. Any other text is handled as an expired link. */
const token = textUpTo(200)

/** '1' signed in; '2' and '11' wrong credentials; '10' no e-mail address; '5' a message. */
const SIGN_IN_STATUSES = ['1', '2', '11', '10', '5'] as const
/** Codes of that message. */
const SIGN_IN_MESSAGES = ['socialRefused', 'linkFirst', 'passkeyRefused'] as const
export const signedIn = type({
  status: enums(SIGN_IN_STATUSES),
  token: optional(string()),
  account_id: optional(string()),
  is_subscribed: optional(boolean()),
  email: optional(string()),
  first_name: optional(string()),
  last_name: optional(string()),
  profile_image: optional(nullable(string())),
  country_code: optional(string()),
  state: optional(string()),
  mobile: optional(string()),
  instituteName: optional(string()),
  message: optional(enums(SIGN_IN_MESSAGES)),
  is_new_user: optional(boolean()),
})
export type SignedIn = Infer<typeof signedIn>

export const login = endpoint({
  auth: 'guest-login',
  method: 'POST',
  path: '/api/v1/login/',
  maxBytes: 16 * 1024,
  input: object({
    login_type: enums(['normal', 'facebook', 'google']),
    email: optional(textUpTo(254)),
    password: optional(passwordText),
    first_name: optional(textUpTo(50)),
    last_name: optional(textUpTo(50)),
    uid: optional(textUpTo(200)),
    /** The token of Google. */
    access_token: optional(textUpTo(8_000)),
    /** The code of Facebook, which the server exchanges. */
    code: optional(textUpTo(2_000)),
    /** The solved captcha, once `humanCheck` asked for it. */
    altcha: optional(textUpTo(4_000)),
    customer_ip_address: optional(textUpTo(60)),
    /**
     * `remember: false`: the session ends when it is not used for a day. `nonce`: of `loginProviders`. `redirect_uri`: where the
     * code came to. `device_id`: of this browser, as it registers itself.
     */
    extra_data: optional(
      object({
        remember: optional(boolean()),
        device_id: optional(textUpTo(64)),
        nonce: optional(textUpTo(200)),
        redirect_uri: optional(textUpTo(500)),
      }),
    ),
  }),
  reply: signedIn,
  faults: ['humanCheck'],
  summary: 'Sign in',
})
export const logout = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/v1/logout/',
  input: Nothing,
  reply: type({ status }),
  summary: 'End this session',
})
export const sendOtp = endpoint({
  auth: 'guest-mobile-login',
  method: 'POST',
  path: '/api/otp/send-otp/',
  input: object({ mobile_number: textUpTo(30) }),
  reply: type({ message: literal('success') }),
  faults: ['refused'],
  summary: 'Send a one-time code',
})
export const verifyOtp = endpoint({
  auth: 'guest-mobile-login',
  method: 'POST',
  path: '/api/otp/verify-otp/',
  input: object({
    mobile_number: textUpTo(30),
    device_type: textUpTo(20),
    otp: OneTimeCode,
    device_id: optional(textUpTo(64)),
  }),
  reply: signedIn,
  faults: ['refused'],
  summary: 'Sign in with a one-time code',
})
/** `page`: sign-in page of the provider; it redirects back to our sign-in page with a token in the fragment. */
const provider = nullable(type({ client_id: string(), page: string() }))
/** Called right before the redirect: the nonce is valid for ten minutes and is part of the provider's token and of `extra_data`. */
export const loginProviders = endpoint({
  auth: 'guest-login',
  method: 'GET',
  path: '/api/v1/login/providers/',
  input: Nothing,
  reply: type({ status, nonce: string(), google: provider, facebook: provider, is_sandbox: boolean() }),
  summary: 'Social sign-in providers',
})
/** The reply is the same for known and unknown addresses. */
export const resetPassword = endpoint({
  auth: 'guest-login',
  method: 'POST',
  path: '/api/reset-password/',
  /** `next`: as in `registerEmail`. */
  input: object({ email: Email, next: optional(ReturnPath) }),
  reply: type({ status }),
  summary: 'Ask for a reset link',
})
export const resetPasswordToken = endpoint({
  auth: 'guest-login',
  method: 'POST',
  path: '/api/reset-password-token/',
  input: object({ token }),
  reply: type({ status, password_rules: passwordRules }),
  summary: 'Check a reset link',
})
export const resetPasswordConfirm = endpoint({
  auth: 'guest-login',
  method: 'POST',
  path: '/api/reset-password-confirm/',
  input: object({ password: passwordText, confirm_password: passwordText, token }),
  reply: type({ status }),
  faults: ['linkExpired', 'password'],
  summary: 'Set a new password',
})
/** The reply is the same for known and unknown addresses. */
export const registerEmail = endpoint({
  auth: 'guest-signup',
  method: 'POST',
  path: '/api/register-email/',
  /** `next`: path to open after sign-up; the link of the mail contains it [SI-7]. */
  input: object({ email: Email, next: optional(ReturnPath) }),
  reply: type({ status }),
  summary: 'Ask for a sign-up link',
})
export const registerVerifyToken = endpoint({
  auth: 'guest-signup',
  method: 'POST',
  path: '/api/register-verify-token/',
  input: object({ token }),
  /** `email`: the form shows this one and not the one in the page address. */
  reply: type({ status, email: optional(string()), password_rules: passwordRules }),
  summary: 'Check a sign-up link',
})
export const register = endpoint({
  auth: 'guest-signup',
  method: 'POST',
  path: '/api/v1/register/',
  input: object({
    email: Email,
    password: passwordText,
    country: CountryCode,
    state: textUpTo(40),
    first_name: PersonName,
    last_name: PersonName,
    mobile: Mobile,
    newsletter_subscribed: boolean(),
    token,
    customer_ip_address: optional(textUpTo(60)),
  }),
  reply: type({ status }),
  faults: ['password', 'linkExpired'],
  summary: 'Create an account',
})
