import {
  boolean,
  defaulted,
  enums,
  integer,
  number,
  object,
  optional,
  size,
  string,
  type,
  type Infer,
} from 'superstruct'
import { endpoint } from './http/endpoint.ts'
import { bareMobile, Email, field, fitsMobile, Message, MOBILE_MAX, PersonName, required } from './fields/fields.ts'
import { lengthOf } from './text/plain-text.ts'
import { Nothing } from './fields/wire-fields.ts'

/** Contact form, and the captcha that the audition form uses too. */

/** Who writes: listeners and four kinds of partners. */
export const COLLABORATIONS = ['customer', 'director', 'writer', 'publisher', 'artist'] as const
export type Collaboration = (typeof COLLABORATIONS)[number]

/** ALTCHA challenge: the client finds the counter whose derived key starts with `keyPrefix`. The signature covers every parameter. */
export const HumanChallenge = type({
  parameters: type({
    algorithm: string(),
    nonce: string(),
    salt: string(),
    cost: integer(),
    keyLength: integer(),
    keyPrefix: string(),
    keySignature: string(),
    expiresAt: number(),
  }),
  signature: string(),
})
export type HumanChallenge = Infer<typeof HumanChallenge>

export const humanChallenge = endpoint({
  auth: 'public',
  method: 'GET',
  path: '/api/human-challenge/',
  input: Nothing,
  reply: type({ status: boolean(), ...HumanChallenge.schema }),
  summary: 'Proof-of-work challenge of the captcha',
})

/** Ten digits, or a number with the code of its country. */
export const CONTACT_MOBILE_MAX = 10
const ContactMobile = field(
  bareMobile,
  required,
  ['tooLong', (text) => lengthOf(text) <= (text.startsWith('+') ? MOBILE_MAX : CONTACT_MOBILE_MAX)],
  ['mobile', fitsMobile],
)

export const contactUs = endpoint({
  auth: 'guest-contact',
  method: 'POST',
  path: '/api/contact-us/',
  input: object({
    first_name: PersonName,
    last_name: PersonName,
    email: Email,
    mobile: ContactMobile,
    comments: Message,
    type: defaulted(enums(COLLABORATIONS), 'customer'),
    /** ALTCHA payload: challenge and solution as JSON in base64. */
    altcha: optional(size(string(), 0, 4_000)),
  }),
  reply: type({ status: boolean() }),
  faults: ['humanCheck'],
  summary: 'Write to the shop',
})
