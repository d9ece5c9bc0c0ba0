import {
  array,
  boolean,
  enums,
  integer,
  max,
  min,
  nullable,
  number,
  object,
  optional,
  pattern,
  size,
  string,
  type,
  type Infer,
} from 'superstruct'
import { audioTypes } from '../catalog/audio-type.ts'
import { endpoint } from '../http/endpoint.ts'
import { field, tooLong } from '../fields/fields.ts'
import { CustomTranslation } from '../text/translation.ts'
import { plainText } from '../text/plain-text.ts'
import { Id, Moment, status } from '../fields/wire-fields.ts'

/** Marks of listeners: a place of a track, or a range, with a note. */

/** Of one listener. */
export const MAX_MARKS = 2_000
/** Changes of one request. */
export const MAX_CHANGES = 200
export const MAX_NOTE = 1_000
/** Earlier versions of one mark that a change may name. */
export const MAX_VERSIONS = 20
/** Two days: no track is longer. */
const MAX_SECONDS = 172_800
/** The largest body: all notes full, in Devanagari. */
const MAX_BYTES = 1_000_000

/** Made by browsers. */
const Uuid = pattern(string(), /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/)
const Seconds = max(min(number(), 0), MAX_SECONDS)
const MarkNote = field(plainText, tooLong(MAX_NOTE))

/** What a change makes of a mark. `until`: where a range ends. */
const MarkContent = {
  id: Uuid,
  product_id: Id,
  track_id: Id,
  seconds: Seconds,
  until: nullable(Seconds),
  note: MarkNote,
  is_deleted: boolean(),
}
/**
 * `version` names what the change makes; `based_on` the versions that the listener saw, and those that this browser replaced
 * before it knew whether they arrived. `is_new`: this browser never got the mark from the server. Only the difference of
 * `changed_at` and `sent_at` counts, so a wrong clock does no harm.
 */
export const MarkChange = object({
  ...MarkContent,
  version: Uuid,
  based_on: size(array(Uuid), 0, MAX_VERSIONS),
  is_new: boolean(),
  changed_at: Moment,
})
export type MarkChange = Infer<typeof MarkChange>

/** `changed_at`: milliseconds since 1970 by the clock of the server. */
export const Mark = type({
  id: string(),
  product_id: integer(),
  track_id: integer(),
  seconds: number(),
  until: nullable(number()),
  note: string(),
  version: string(),
  changed_at: integer(),
})
export type Mark = Infer<typeof Mark>

/** What a list of marks shows of a title, whether it is still in the shop or not. */
export const MarkedTitle = type({
  id: integer(),
  name: string(),
  product_slug: string(),
  product_audio_type: enums(audioTypes),
  custom_translation: CustomTranslation,
  /** Those with marks. */
  tracks: array(type({ id: integer(), position: integer(), name: string(), custom_translation: CustomTranslation })),
})
export type MarkedTitle = Infer<typeof MarkedTitle>

/** `notFound`: no such track; `noAccess`: it may not be heard; `removed`: the mark was deleted long ago. */
export const MARK_FAULTS = ['notFound', 'noAccess', 'tooManyMarks', 'removed'] as const
export type MarkFault = (typeof MARK_FAULTS)[number]

export const syncMarks = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/v1/marks/',
  input: object({
    sent_at: Moment,
    /** The `state` of the last reply. */
    known: optional(integer()),
    changes: size(array(MarkChange), 0, MAX_CHANGES),
  }),
  maxBytes: MAX_BYTES,
  reply: type({
    status,
    /** Grows with every change of the listener's marks. */
    state: integer(),
    /** All marks that are not deleted; null when nothing changed since `known`. */
    marks: nullable(array(Mark)),
    titles: array(MarkedTitle),
    /** Changes that were not taken; the others are answered by `marks`. */
    refused: array(type({ id: string(), fault: enums(MARK_FAULTS) })),
  }),
  summary: 'Send changes of the marks of this device, and get the marks of all',
})
