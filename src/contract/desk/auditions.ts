import {
  array,
  boolean,
  defaulted,
  enums,
  integer,
  nullable,
  number,
  object,
  string,
  type,
  type Infer,
} from 'superstruct'
import { SOUND_FAULTS } from '../listening/audio.ts'
import { Finding } from '../listening/audio-findings.ts'
import { endpoint } from '../http/endpoint.ts'
import { Id, status } from '../fields/wire-fields.ts'
import { SUPPORT } from './staff/roles.ts'
import { Answer, listInput, listReply } from './list-fields.ts'

/** Auditions of voice artists at the desk: hear, decide, answer. */

export const AUDITION_STATES = ['waiting', 'accepted', 'declined'] as const
export type AuditionState = (typeof AUDITION_STATES)[number]
/** What the sound doctor says of a recording. Levels are null while it waits, and of silence. */
const AuditionSound = type({
  state: enums(['waiting', 'ready', 'failed']),
  fault: nullable(enums(SOUND_FAULTS)),
  loudness: nullable(number()),
  peak: nullable(number()),
  noise: nullable(number()),
  findings: array(Finding),
})
export type AuditionSound = Infer<typeof AuditionSound>
const AuditionRow = type({
  id: integer(),
  created: string(),
  name: string(),
  email: string(),
  mobile: string(),
  city: string(),
  country: string(),
  project: string(),
  is_professional: boolean(),
  has_setup: boolean(),
  kind: string(),
  seconds: nullable(number()),
  bytes: integer(),
  sound: AuditionSound,
  state: enums(AUDITION_STATES),
  replies: array(type({ at: string(), who: string(), text: string() })),
})
export type DeskAudition = Infer<typeof AuditionRow>

export const deskAuditions = endpoint({
  auth: 'staff',
  roles: SUPPORT,
  method: 'GET',
  path: '/api/desk/auditions/',
  input: object({ ...listInput, filter: defaulted(enums([...AUDITION_STATES, 'all']), 'waiting') }),
  reply: type({ status, ...listReply, data: array(AuditionRow) }),
  summary: 'Auditions with their answers, the newest first',
})
export const deskRecording = endpoint({
  auth: 'staff',
  roles: SUPPORT,
  method: 'GET',
  path: '/api/desk/auditions/:id/recording/',
  input: object({ id: Id }),
  /** The reply is the sound itself. */
  reply: type({ status }),
  faults: ['notFound'],
  summary: 'The recording of an audition',
})
export const deskDecideAudition = endpoint({
  auth: 'staff',
  roles: SUPPORT,
  method: 'POST',
  path: '/api/desk/auditions/:id/decide/',
  /** An accepted audition is not deleted after a year. */
  input: object({ id: Id, state: enums(AUDITION_STATES) }),
  reply: type({ status, before: enums(AUDITION_STATES), data: AuditionRow }),
  faults: ['notFound'],
  summary: 'Accept or decline an audition; `waiting` undoes it',
})
export const deskAnswerAudition = endpoint({
  auth: 'staff',
  roles: SUPPORT,
  idempotent: true,
  method: 'POST',
  path: '/api/desk/auditions/:id/answer/',
  maxBytes: 32_768,
  input: object({ id: Id, text: Answer, locale: enums(['en', 'mr']), replies: integer() }),
  reply: type({ status, data: AuditionRow }),
  faults: ['notFound', 'changedMeanwhile'],
  summary: 'Answer an artist by mail',
})
