/** Calls behind sign-in and around it (D7). Served from issue C on; the rows stand here so that both ends agree early. */
import { any, array, boolean, enums, integer, literal, nullable, number, object, optional, record, size, string, type } from 'superstruct'
import { Author, ProductCard, Track } from '../catalog.ts'
import { endpoint } from '../endpoint.ts'
import { Nothing } from './parts.ts'

const status = boolean()
const text = (limit: number) => size(string(), 0, limit)
const mail = size(string(), 3, 254)
const message = optional(any())
/** Offset and limit of the paged lists of a listener. */
export const OffsetPage = object({ offset: integer(), limit: integer() })

export const login = endpoint({
  auth: 'guest-login',
  method: 'POST',
  path: '/api/v1/login/',
  input: object({
    login_type: enums(['normal', 'facebook', 'google']),
    email: optional(text(254)),
    password: optional(text(128)),
    first_name: optional(text(50)),
    last_name: optional(text(50)),
    uid: optional(text(200)),
    access_token: optional(text(8_000)),
    customer_ip_address: optional(text(60)),
    extra_data: optional(any()),
  }),
  /** '1' signed in; '2' and '11' wrong credentials; '10' e-mail; '5' a message to read (D4). */
  reply: type({
    status: enums(['1', '2', '11', '10', '5']),
    token: optional(string()),
    is_subscribed: optional(boolean()),
    first_name: optional(string()),
    last_name: optional(string()),
    profile_image: optional(nullable(string())),
    country_code: optional(string()),
    state: optional(string()),
    mobile: optional(string()),
    instituteName: optional(string()),
    message,
    is_new_user: optional(boolean()),
  }),
  faults: ['wrongCredentials', 'wrongEmail', 'information'],
  summary: 'Sign in',
})
export const logout = endpoint({ auth: 'user', method: 'POST', path: '/api/v1/logout/', input: Nothing, reply: type({ status }), summary: 'End this session' })
export const sendOtp = endpoint({
  auth: 'guest-mobile-login',
  method: 'POST',
  path: '/api/otp/send-otp/',
  input: object({ mobile_number: size(string(), 10, 16) }),
  reply: type({ message: literal('success') }),
  faults: ['refused'],
  summary: 'Send a one-time code',
})
export const verifyOtp = endpoint({
  auth: 'guest-mobile-login',
  method: 'POST',
  path: '/api/otp/verify-otp/',
  input: object({ mobile_number: size(string(), 10, 16), device_type: text(20), otp: size(string(), 6, 6) }),
  reply: login.reply,
  faults: ['refused'],
  summary: 'Sign in with a one-time code',
})
export const resetPassword = endpoint({
  auth: 'guest-login',
  method: 'POST',
  path: '/api/reset-password/',
  input: object({ email: mail }),
  reply: type({ status, message }),
  summary: 'Ask for a reset link',
})
export const resetPasswordToken = endpoint({
  auth: 'guest-login',
  method: 'POST',
  path: '/api/reset-password-token/',
  input: object({ token: text(200) }),
  reply: type({ status }),
  summary: 'Check a reset link',
})
export const resetPasswordConfirm = endpoint({
  auth: 'guest-login',
  method: 'POST',
  path: '/api/reset-password-confirm/',
  input: object({ password: text(128), confirm_password: text(128), token: text(200) }),
  reply: type({ status, message: optional(array(type({ password: optional(any()) }))) }),
  faults: ['linkExpired', 'password'],
  summary: 'Set a new password',
})
export const registerEmail = endpoint({
  auth: 'guest-signup',
  method: 'POST',
  path: '/api/register-email/',
  input: object({ email: mail }),
  reply: type({ status, data: optional(any()) }),
  summary: 'Ask for a sign-up link',
})
export const registerVerifyToken = endpoint({
  auth: 'guest-signup',
  method: 'POST',
  path: '/api/register-verify-token/',
  input: object({ token: text(200) }),
  reply: type({ status }),
  summary: 'Check a sign-up link',
})
export const register = endpoint({
  auth: 'guest-signup',
  method: 'POST',
  path: '/api/v1/register/',
  input: object({
    email: mail,
    password: text(128),
    country: text(2),
    state: text(40),
    first_name: text(50),
    last_name: text(50),
    mobile: text(16),
    newsletter_subscribed: boolean(),
    token: text(200),
    customer_ip_address: optional(text(60)),
  }),
  reply: type({ status, data: optional(any()) }),
  faults: ['mobile', 'password', 'linkExpired'],
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
export const myProfile = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/v1/my-profile/',
  input: Nothing,
  reply: type({ status, data: type({ my_subscription: any(), my_profile: record(string(), any()), renew_in: nullable(integer()) }) }),
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
    first_name: text(50),
    last_name: text(50),
    country: text(2),
    state: text(40),
    mobile: text(16),
    email: mail,
    gender: optional(enums(['', '1', '2', '3'])),
    birth_date: optional(text(10)),
  }),
  reply: type({ status, message }),
  faults: ['email', 'mobile'],
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
  input: object({ old_password: text(128), password: text(128), confirm_password: text(128) }),
  reply: type({ status, message }),
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
