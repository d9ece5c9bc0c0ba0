/** Calls behind sign-in and around it (D7). Served from issue C on; the rows stand here so that both ends agree early. */
import { any, array, boolean, enums, integer, nullable, number, object, optional, record, size, string, type, literal, type Infer } from 'superstruct'
import { Author, ProductCard, Track } from '../catalog.ts'
import { endpoint } from '../endpoint.ts'
import { BirthDate, CountryCode, Email, Mobile, OneTimeCode, PersonName } from '../fields.ts'
import { Nothing } from './parts.ts'

const status = boolean()
const text = (limit: number) => size(string(), 0, limit)
const mail = size(string(), 3, 254)
/** As long as the longest policy; the policy itself is looked at by the service, for it can be set. */
const password = text(128)
/** What makes a link of a mail: 256 bits. Whatever else somebody pastes is a link that expired. */
const token = text(200)
/** Forms show the rules before they are broken. */
const passwordRules = optional(type({ min: integer(), max: integer() }))
/** Offset and limit of the paged lists of a listener. */
export const OffsetPage = object({ offset: integer(), limit: integer() })

/** '1' signed in; '2' and '11' wrong credentials; '10' no e-mail address; '5' something to read (D4). */
export const SIGN_IN_STATUSES = ['1', '2', '11', '10', '5'] as const
/** What there is to read, as a code. */
export const SIGN_IN_MESSAGES = ['socialRefused', 'linkFirst'] as const
const signedIn = type({
  status: enums(SIGN_IN_STATUSES),
  token: optional(string()),
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
  input: object({
    login_type: enums(['normal', 'facebook', 'google']),
    email: optional(text(254)),
    password: optional(password),
    first_name: optional(text(50)),
    last_name: optional(text(50)),
    uid: optional(text(200)),
    access_token: optional(text(8_000)),
    customer_ip_address: optional(text(60)),
    /** `remember: false`: the session ends when it is not used for a day. `nonce`: of `loginProviders`. */
    extra_data: optional(object({ remember: optional(boolean()), nonce: optional(text(200)) })),
  }),
  reply: signedIn,
  summary: 'Sign in',
})
export const logout = endpoint({ auth: 'user', method: 'POST', path: '/api/v1/logout/', input: Nothing, reply: type({ status }), summary: 'End this session' })
export const sendOtp = endpoint({
  auth: 'guest-mobile-login',
  method: 'POST',
  path: '/api/otp/send-otp/',
  input: object({ mobile_number: text(30) }),
  reply: type({ message: literal('success') }),
  faults: ['refused'],
  summary: 'Send a one-time code',
})
export const verifyOtp = endpoint({
  auth: 'guest-mobile-login',
  method: 'POST',
  path: '/api/otp/verify-otp/',
  input: object({ mobile_number: text(30), device_type: text(20), otp: OneTimeCode }),
  reply: signedIn,
  faults: ['refused'],
  summary: 'Sign in with a one-time code',
})
const provider = nullable(type({ client_id: string() }))
/** Asked just before a provider is: the nonce lives ten minutes and goes into its token and into `extra_data`. */
export const loginProviders = endpoint({
  auth: 'guest-login',
  method: 'GET',
  path: '/api/v1/login/providers/',
  input: Nothing,
  reply: type({ status, nonce: string(), google: provider, facebook: provider, is_sandbox: boolean() }),
  summary: 'Who else may prove a listener',
})
/** The same for known and unknown addresses. */
export const resetPassword = endpoint({
  auth: 'guest-login',
  method: 'POST',
  path: '/api/reset-password/',
  input: object({ email: Email }),
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
  input: object({ password, confirm_password: password, token }),
  reply: type({ status }),
  faults: ['linkExpired', 'password'],
  summary: 'Set a new password',
})
/** The same for known and unknown addresses. */
export const registerEmail = endpoint({
  auth: 'guest-signup',
  method: 'POST',
  path: '/api/register-email/',
  input: object({ email: Email }),
  reply: type({ status }),
  summary: 'Ask for a sign-up link',
})
export const registerVerifyToken = endpoint({
  auth: 'guest-signup',
  method: 'POST',
  path: '/api/register-verify-token/',
  input: object({ token }),
  /** `email` is what the form shows, whatever the address of the page says. */
  reply: type({ status, email: optional(string()), password_rules: passwordRules }),
  summary: 'Check a sign-up link',
})
export const register = endpoint({
  auth: 'guest-signup',
  method: 'POST',
  path: '/api/v1/register/',
  input: object({
    email: Email,
    password,
    country: CountryCode,
    state: text(40),
    first_name: PersonName,
    last_name: PersonName,
    mobile: Mobile,
    newsletter_subscribed: boolean(),
    token,
    customer_ip_address: optional(text(60)),
  }),
  reply: type({ status }),
  faults: ['password', 'linkExpired'],
  summary: 'Create an account',
})
const Device = { name: text(100), type: text(20), device_id: text(200), registration_id: text(300), token: text(300) }
export const registerDevice = endpoint({
  auth: 'public',
  method: 'POST',
  path: '/api/register-device/',
  input: object(Device),
  reply: type({ status }),
  summary: 'Register a device',
})
export const registerDeviceV1 = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/v1/register-device/',
  input: object({ ...Device, lat: nullable(number()), lon: nullable(number()), is_indian: nullable(boolean()) }),
  reply: type({ is_indian: nullable(boolean()) }),
  summary: 'Register the device of a listener',
})
const Profile = type({
  first_name: string(),
  last_name: string(),
  email: string(),
  /** False: the address was proved, so it signs in and stays. */
  can_change_email: boolean(),
  /** False: there is no old password to ask for, and a new one is set by a reset link. */
  has_password: boolean(),
  mobile: string(),
  country: string(),
  state: string(),
  /** 1 male, 2 female, 3 other, or empty. */
  gender: enums(['', '1', '2', '3']),
  /** YYYY-MM-DD or empty. */
  birth_date: string(),
  profile_image: nullable(string()),
  newsletter_subscribed: boolean(),
  institute_name: string(),
  institute_logo: nullable(string()),
})
export const myProfile = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/v1/my-profile/',
  input: Nothing,
  reply: type({
    status,
    data: type({
      my_subscription: nullable(type({ subscription_type: string(), start_date: string(), end_date: string(), is_current: boolean() })),
      my_profile: Profile,
      /** Whole days left; null without a plan. */
      renew_in: nullable(integer()),
    }),
    password_rules: passwordRules,
  }),
  summary: 'The profile of a listener',
})
export const setNewsletter = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/v1/my-profile/',
  input: object({ newsletter_subscribed: boolean() }),
  reply: type({ status }),
  summary: 'Newsletter on or off',
})
export const saveProfile = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/v2/my-profile/',
  input: object({
    first_name: PersonName,
    last_name: PersonName,
    country: CountryCode,
    state: text(40),
    mobile: Mobile,
    email: Email,
    gender: optional(enums(['', '1', '2', '3'])),
    birth_date: optional(BirthDate),
  }),
  reply: type({ status }),
  faults: ['email'],
  summary: 'Save the profile',
})
export const saveProfilePicture = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/my-profilepic/',
  multipart: true,
  input: Nothing,
  reply: type({ status, profile_image: optional(string()) }),
  faults: ['notAnImage'],
  summary: 'Save the profile picture',
})
export const changePassword = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/change-password/',
  input: object({ old_password: password, password, confirm_password: password }),
  /** Every session has ended; this token is the new one of this browser. */
  reply: type({ status, token: string() }),
  faults: ['oldPassword', 'password'],
  summary: 'Change the password',
})
export const checkProfileStatus = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/otp/check-user-profile-status/',
  input: Nothing,
  reply: type({ is_profile_completed: boolean() }),
  summary: 'Whether the profile is complete',
})
export const completeProfileStatus = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/otp/complete-user-profile-status/',
  input: Nothing,
  reply: type({ status }),
  summary: 'Mark the profile complete',
})
export const myNotification = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/my-notification/',
  input: OffsetPage,
  reply: type({
    status,
    count: integer(),
    data: array(
      type({
        id: integer(),
        title: string(),
        body: string(),
        is_read: boolean(),
        date_created: string(),
        notification_type: enums(['promotional_notification', 'product_publish', 'episode_launch']),
        product: array(ProductCard),
        track: array(Track),
      }),
    ),
  }),
  summary: 'Notifications, ten at a time',
})
export const notificationRead = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/notification-read/',
  input: Nothing,
  reply: type({ status }),
  summary: 'All notifications are read',
})
export const ebooks = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/ebooks/',
  input: Nothing,
  reply: type({ status, data: array(type({ id: integer(), name: string(), author: array(Author), address: string() })) }),
  summary: 'Ebooks',
})
export const auditionPrefill = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/upload-audition/',
  input: Nothing,
  reply: type({ status, data: record(string(), any()) }),
  summary: 'What the audition form starts with',
})
export const uploadAudition = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/upload-audition/',
  multipart: true,
  input: object({
    first_name: text(50),
    last_name: text(50),
    project_name: text(50),
    mobile: text(15),
    city: text(50),
    is_recording_setup: text(5),
    email: mail,
    country: text(2),
    is_professional: text(5),
    birth_date: text(10),
    gender: text(1),
    captcha: text(4_000),
  }),
  reply: type({ status }),
  faults: ['fileType', 'fileSize', 'humanCheck'],
  summary: 'Send an audition',
})
