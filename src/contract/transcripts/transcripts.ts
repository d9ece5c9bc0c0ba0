import {
  array,
  boolean,
  coerce,
  defaulted,
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
  tuple,
  type,
  type Infer,
} from 'superstruct'
import { endpoint } from '../http/endpoint.ts'
import { LOCALES } from '../text/locale.ts'
import { TRACK_TRANSCRIPTS } from './transcript-path.ts'
import { CustomTranslation } from '../text/translation.ts'
import { Id, Nothing, status } from '../fields/wire-fields.ts'

/** The text of recordings. A transcript belongs to a track or to a sample, and to a language. Times are whole milliseconds. */

/** A longer line is no line: readers could not follow it, and one megabyte of it would stop the page. */
export const CUE_LETTERS_MAX = 2_000
/** A day of sound in lines of two seconds. */
export const CUES_MAX = 50_000
/** What a column holds: 23 days. Times beyond the sound are a finding and no fault, because the sound may be the wrong one. */
export const CUE_MS_MAX = 2_000_000_000

/** One line. Without times, both are null: a transcript has times for all of its cues or for none. */
export const Cue = type({
  start: nullable(integer()),
  end: nullable(integer()),
  text: string(),
  speaker: optional(string()),
})
export type Cue = Infer<typeof Cue>

/** `all`: the reader gets every cue; `part`: those within the sample; `none`: there is a text, and they may not read it. */
const TEXT_ACCESS = ['all', 'part', 'none'] as const
export type TextAccess = (typeof TEXT_ACCESS)[number]

const Facts = {
  id: integer(),
  locale: enums(LOCALES),
  /** The language of the recording; the other one is the translation. */
  is_spoken: boolean(),
  is_timed: boolean(),
  /** The publisher shows it to everybody, with pages of its own. */
  is_public: boolean(),
  access: enums(TEXT_ACCESS),
  /** Rises with every change. */
  revision: integer(),
}
/** `number`: the place of the cue in the whole transcript, from 0; a part does not begin with 0. */
export const NumberedCue = type({ ...Cue.schema, number: integer() })
export type NumberedCue = Infer<typeof NumberedCue>
export const Transcript = type({ ...Facts, cues: array(NumberedCue) })
export type Transcript = Infer<typeof Transcript>

export const transcripts = endpoint({
  auth: 'anyone',
  method: 'GET',
  path: TRACK_TRANSCRIPTS,
  input: object({ id: Id }),
  /** Only what this reader may read; a track whose text they may not read at all has an empty list. */
  reply: type({ status, product_id: integer(), track_id: integer(), transcripts: array(Transcript) }),
  faults: ['notFound'],
  summary: 'The text of a track in its languages, as far as the caller may read it',
})
export const sampleTranscripts = endpoint({
  auth: 'public',
  method: 'GET',
  path: '/api/transcripts/sample/',
  input: object({ map_url: size(string(), 1, 300) }),
  reply: type({ status, transcripts: array(Transcript) }),
  faults: ['notFound'],
  summary: 'The text of a sample',
})
export const titleTranscripts = endpoint({
  auth: 'anyone',
  method: 'GET',
  path: '/api/transcripts/title/:id/',
  input: object({ id: Id }),
  /** Which recordings have a text, without the text: an entry for each recording and language. */
  reply: type({
    status,
    tracks: array(type({ ...Facts, track_id: integer() })),
    samples: array(type({ ...Facts, map_url: string() })),
  }),
  faults: ['notFound'],
  summary: 'Which tracks and samples of a title have a text, and what the caller may read of it',
})

export const LINE_QUERY_MAX = 200
const LINES_MAX = 50
/** A found line. `marks`: from and to of the matching letters in `text`, in UTF-16 units, in order, without overlap. */
export const FoundLine = type({
  product_id: integer(),
  product_slug: string(),
  product_audio_type: string(),
  name: string(),
  custom_translation: CustomTranslation,
  /** Null: the line is in the sample `map_url`. */
  track_id: nullable(integer()),
  track_title: optional(CustomTranslation),
  map_url: nullable(string()),
  locale: enums(LOCALES),
  number: integer(),
  start: nullable(integer()),
  end: nullable(integer()),
  text: string(),
  speaker: optional(string()),
  marks: array(tuple([integer(), integer()])),
  /** How well it matches, from 0 to 1. */
  score: number(),
})
export type FoundLine = Infer<typeof FoundLine>

export const searchLines = endpoint({
  auth: 'anyone',
  method: 'GET',
  path: '/api/search-lines/',
  input: object({
    q: size(string(), 1, LINE_QUERY_MAX),
    /** Only in this title. */
    title: optional(Id),
    limit: defaulted(coerce(max(min(integer(), 1), LINES_MAX), pattern(string(), /^\d{1,2}$/), Number), 10),
  }),
  reply: type({ status, lines: array(FoundLine) }),
  summary: 'Lines that sound like the typed text, best first: only those that the caller may read',
})

/** For the page build: what everybody may read, and only of texts that the publisher made public. */
export const bulkTranscripts = endpoint({
  auth: 'public',
  method: 'GET',
  path: '/api/build/transcripts/',
  input: Nothing,
  /** By title, in the order of its tracks; the spoken language first. */
  reply: type({
    data: array(type({ product_id: integer(), texts: array(type({ ...Transcript.schema, track_id: integer() })) })),
  }),
  summary: 'Public texts of the tracks of all titles, for pages of their own',
})
