import { array, boolean, defaulted, enums, integer, nullable, object, string, type, type Infer } from 'superstruct'
import { COLLABORATIONS } from '../contact.ts'
import { endpoint } from '../http/endpoint.ts'
import { Id, status } from '../fields/wire-fields.ts'
import { SUPPORT } from './staff/roles.ts'
import { Answer, listInput, listReply } from './list-fields.ts'

/** Messages of the contact form at the desk: read, answer by mail, done. */

const LETTER_FILTERS = ['open', 'done', 'all'] as const
const LetterRow = type({
  id: integer(),
  created: string(),
  kind: enums(COLLABORATIONS),
  name: string(),
  email: string(),
  mobile: string(),
  /** The whole message: at most 500 characters. */
  text: string(),
  done: nullable(string()),
  replies: array(type({ at: string(), who: string(), text: string() })),
})
export type DeskLetter = Infer<typeof LetterRow>

export const deskLetters = endpoint({
  auth: 'staff',
  roles: SUPPORT,
  method: 'GET',
  path: '/api/desk/letters/',
  input: object({ ...listInput, filter: defaulted(enums(LETTER_FILTERS), 'open') }),
  reply: type({ status, ...listReply, data: array(LetterRow) }),
  summary: 'Messages of the contact form with their answers, the newest first',
})
export const deskAnswerLetter = endpoint({
  auth: 'staff',
  roles: SUPPORT,
  idempotent: true,
  method: 'POST',
  path: '/api/desk/letters/:id/answer/',
  maxBytes: 32_768,
  /** `replies`: how many answers were shown; somebody else may have answered meanwhile. */
  input: object({ id: Id, text: Answer, locale: enums(['en', 'mr']), replies: integer(), is_done: boolean() }),
  reply: type({ status, data: LetterRow }),
  faults: ['notFound', 'changedMeanwhile'],
  summary: 'Answer a message by mail',
})
export const deskLetterDone = endpoint({
  auth: 'staff',
  roles: SUPPORT,
  method: 'POST',
  path: '/api/desk/letters/:id/done/',
  input: object({ id: Id, is_done: boolean() }),
  reply: type({ status, data: LetterRow }),
  faults: ['notFound'],
  summary: 'Mark a message as done, or open it again',
})
