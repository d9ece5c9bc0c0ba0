import { array, boolean, enums, integer, object, string, type, type Infer } from 'superstruct'
import { endpoint } from './http/endpoint.ts'
import { Nothing, status } from './fields/wire-fields.ts'

/** The day of the last change of the notice. A later day tells every account anew. */
export const NOTICE_VERSION = '2026-11-22'

/**
 * Purposes of the notice, with their ground. `service`: needed for what the listener asked for; `law`: required by law;
 * `choice`: only with consent, which is taken back as easily as it is given.
 */
export const PURPOSES = {
  account: 'service',
  listening: 'service',
  orders: 'law',
  security: 'service',
  contact: 'service',
  newsletter: 'choice',
  profileDetails: 'choice',
} as const
export type Purpose = keyof typeof PURPOSES
export const PURPOSE_NAMES = Object.keys(PURPOSES) as Purpose[]
export const CHOICES = ['newsletter', 'profileDetails'] as const satisfies readonly Purpose[]
export type Choice = (typeof CHOICES)[number]

const Receipt = type({
  id: integer(),
  purpose: enums(PURPOSE_NAMES),
  /** The version and the language of the notice that was shown. */
  notice: string(),
  language: string(),
  is_given: boolean(),
  /** ISO time. */
  date_created: string(),
})
type Receipt = Infer<typeof Receipt>

/** `is_new`: the listener has not confirmed the present notice. `choices`: whether each consent is given now. Receipts: newest first. */
export const PrivacyChoices = type({
  is_new: boolean(),
  choices: type({ newsletter: boolean(), profileDetails: boolean() }),
  receipts: array(Receipt),
})
export type PrivacyChoices = Infer<typeof PrivacyChoices>

export const privacyChoices = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/privacy/choices/',
  input: Nothing,
  reply: type({ status, data: PrivacyChoices }),
  summary: 'What the listener consented to, with a receipt for each purpose',
})
/** Taking `profileDetails` back deletes date of birth, gender and picture; filling in the profile gives it again. */
export const setPrivacyChoice = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/privacy/choices/',
  input: object({ purpose: enums(CHOICES), is_given: boolean() }),
  reply: type({ status, data: PrivacyChoices }),
  summary: 'Give a consent or take it back',
})
export const confirmNotice = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/privacy/notice/',
  input: Nothing,
  reply: type({ status, data: PrivacyChoices }),
  summary: 'The listener has read the present notice',
})
