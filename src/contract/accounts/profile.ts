import {
  array,
  boolean,
  enums,
  integer,
  literal,
  nullable,
  object,
  optional,
  record,
  string,
  type,
  unknown,
  type Infer,
} from 'superstruct'
import { endpoint } from '../http/endpoint.ts'
import { BirthDate, CountryCode, Email, MobileOrNone, PersonName } from '../fields/fields.ts'
import { PICTURE_MAX_BYTES } from '../fields/file-kinds.ts'
import { CustomTranslation } from '../text/translation.ts'
import { Nothing, passwordRules, passwordText, status, textUpTo } from '../fields/wire-fields.ts'

/** Endpoints of the profile and of the personal data of a listener. */

export const Profile = type({
  first_name: string(),
  last_name: string(),
  email: string(),
  /** False: the address was verified and signs in, so it cannot change. */
  can_change_email: boolean(),
  /** False: the account has no password; a reset link sets one. */
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
export type Profile = Infer<typeof Profile>
export const myProfile = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/v1/my-profile/',
  input: Nothing,
  reply: type({
    status,
    data: type({
      /** `subscription_type` is the plan's English name. */
      my_subscription: nullable(
        type({
          subscription_type: string(),
          custom_translation: CustomTranslation,
          start_date: string(),
          end_date: string(),
          is_current: boolean(),
        }),
      ),
      my_profile: Profile,
      /** Whole days left; null without a plan. */
      renew_in: nullable(integer()),
      /** ISO times: when the last plan ended, and when the next begins. Only without a running plan. */
      plan_ended: optional(nullable(string())),
      plan_starts: optional(nullable(string())),
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
    mobile: MobileOrNone,
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
  multipart: { file: 'profile_image', maxBytes: PICTURE_MAX_BYTES },
  input: Nothing,
  reply: type({ status, profile_image: string() }),
  faults: ['notAnImage', 'fileSize'],
  summary: 'Save the profile picture',
})
export const removeProfilePicture = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/my-profilepic/remove/',
  input: Nothing,
  reply: type({ status }),
  summary: 'Remove the profile picture',
})
export const changePassword = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/change-password/',
  input: object({ old_password: passwordText, password: passwordText, confirm_password: passwordText }),
  /** All sessions end; `token` is the new session of this browser. */
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
export const myData = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/v1/my-data/',
  input: Nothing,
  /** Rows by name of the table. */
  reply: type({ status, made_at: string(), data: record(string(), array(record(string(), unknown()))) }),
  summary: 'Everything the shop keeps about the listener',
})
export const deleteAccount = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/v1/delete-account/',
  /** Accounts without a password must have signed in a moment ago. */
  input: object({ password: optional(passwordText), confirmed: literal(true) }),
  reply: type({ status }),
  faults: ['password', 'signInAgain'],
  summary: 'Erase the account',
})
