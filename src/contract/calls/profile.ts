/** Calls of a listener who is signed in: devices, profile, notifications, ebooks (D7). */
import { array, boolean, enums, integer, nullable, number, object, optional, string, type } from 'superstruct'
import { Author, ProductCard, Track } from '../catalog.ts'
import { endpoint } from '../endpoint.ts'
import { BirthDate, CountryCode, Email, Mobile, PersonName } from '../fields.ts'
import { Nothing, OffsetPage, password, passwordRules, status, textUpTo } from './parts.ts'

const Device = { name: textUpTo(100), type: textUpTo(20), device_id: textUpTo(200), registration_id: textUpTo(300), token: textUpTo(300) }
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
    state: textUpTo(40),
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
