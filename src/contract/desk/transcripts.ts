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
  size,
  string,
  type,
  type Infer,
} from 'superstruct'
import { endpoint } from '../http/endpoint.ts'
import { LOCALES } from '../text/locale.ts'
import { Cue, CUE_LETTERS_MAX, CUE_MS_MAX, CUES_MAX } from '../transcripts/transcripts.ts'
import { Id, status } from '../fields/wire-fields.ts'

/** The text of recordings at the desk. Every change is in the history and can be undone. */
const EDITORS = ['owner', 'editor'] as const
const Milliseconds = max(min(integer(), 0), CUE_MS_MAX)

/** `noTimes`: a text without times, which is shown and cannot be followed. `lines`: the first cues with the fault, from 0. */
const TEXT_FINDINGS = ['soundReplaced', 'beyondSound', 'overlapping', 'tooFast', 'noTimes', 'unequalLines'] as const
export const TextFinding = type({ kind: enums(TEXT_FINDINGS), count: integer(), lines: array(integer()) })
export type TextFinding = Infer<typeof TextFinding>

const Facts = {
  id: integer(),
  locale: enums(LOCALES),
  is_timed: boolean(),
  is_public: boolean(),
  revision: integer(),
  /** Milliseconds of the track that everybody may hear as a sample; null when no sample was cut out of it. */
  open_from: nullable(integer()),
  open_to: nullable(integer()),
  lines: integer(),
  findings: array(TextFinding),
}
export const DeskRecording = type({
  track_id: nullable(integer()),
  /** The place of a sample, from 0. */
  sample: nullable(integer()),
  name: string(),
  seconds: number(),
  transcripts: array(type(Facts)),
})
export type DeskRecording = Infer<typeof DeskRecording>

export const deskTranscripts = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'GET',
  path: '/api/desk/transcripts/title/:id/',
  input: object({ id: Id }),
  reply: type({ status, id: integer(), name: string(), recordings: array(DeskRecording) }),
  faults: ['notFound'],
  summary: 'Tracks and samples of a title with their texts and what is wrong in them',
})

const Whole = type({ ...Facts, track_id: nullable(integer()), sample: nullable(integer()), cues: array(Cue) })
export type DeskTranscript = Infer<typeof Whole>

export const deskTranscript = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'GET',
  path: '/api/desk/transcripts/:id/',
  input: object({ id: Id }),
  reply: type({ status, transcript: Whole }),
  faults: ['notFound'],
  summary: 'A whole text for editing',
})

export const deskTranscriptSound = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'GET',
  path: '/api/desk/transcripts/:id/sound/',
  input: object({ id: Id }),
  reply: type({ status, address: string() }),
  faults: ['notFound'],
  summary: 'Short-lived address of the recording of a text, to hear a line while it is edited',
})

/** Of the file in Base64. */
const FILE_MAX = 12 * 1024 * 1024
/** `change`: undone by `deskUndo`. `notes`: what was mended in a file. */
const saved = type({ status, transcript: Whole, notes: array(string()), change: integer() })

/**
 * Replaces the text of a track (`track_id`) or sample (`title_id`, `sample`) in a language, or adds it. `revision`: of the one
 * that is replaced, as the editor saw it; absent when there was none. A book with overlays gives the lines of the sound file
 * whose name is that of the recording, or of the only one it has. Why a file gives no text is in `fields.file`.
 */
export const deskTranscriptUpload = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'POST',
  path: '/api/desk/transcripts/upload/',
  maxBytes: FILE_MAX + 4_096,
  input: object({
    track_id: optional(Id),
    title_id: optional(Id),
    sample: optional(max(min(integer(), 0), 1_000)),
    locale: enums(LOCALES),
    name: size(string(), 1, 255),
    content: size(string(), 1, FILE_MAX),
    revision: optional(min(integer(), 1)),
  }),
  reply: saved,
  faults: ['notFound', 'wrongFile', 'changedMeanwhile'],
  summary: 'Bring in the text of a recording from a file',
})

const Edited = { id: Id, revision: min(integer(), 1) }
const NewCue = object({
  start: nullable(Milliseconds),
  end: nullable(Milliseconds),
  text: size(string(), 1, CUE_LETTERS_MAX),
  speaker: optional(size(string(), 0, 100)),
})

/**
 * Puts lines in the place of others: `from` is the number of the first one and `count` how many go. One line is edited by
 * `count: 1` and one cue, joined with the next by `count: 2`, split by two cues, removed by none.
 */
export const deskTranscriptLines = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'POST',
  path: '/api/desk/transcripts/:id/lines/',
  maxBytes: 256 * 1024,
  input: object({
    ...Edited,
    from: max(min(integer(), 0), CUES_MAX),
    count: max(min(integer(), 0), 100),
    cues: size(array(NewCue), 0, 100),
  }),
  reply: saved,
  faults: ['notFound', 'changedMeanwhile', 'wrongLines'],
  summary: 'Edit, split, join or remove lines',
})
/** From line `from` on, all times; nothing moves before 0. */
export const deskTranscriptShift = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'POST',
  path: '/api/desk/transcripts/:id/shift/',
  input: object({
    ...Edited,
    from: max(min(integer(), 0), CUES_MAX),
    milliseconds: max(min(integer(), -CUE_MS_MAX), CUE_MS_MAX),
  }),
  reply: saved,
  faults: ['notFound', 'changedMeanwhile', 'wrongLines'],
  summary: 'Shift the times of a text',
})
export const deskTranscriptAccess = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'POST',
  path: '/api/desk/transcripts/:id/access/',
  input: object({
    ...Edited,
    is_public: boolean(),
    open_from: nullable(Milliseconds),
    open_to: nullable(Milliseconds),
  }),
  reply: saved,
  faults: ['notFound', 'changedMeanwhile', 'wrongLines'],
  summary: 'Say who may read a text: everybody, or everybody the part that is the sample',
})
export const deskTranscriptRemove = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'POST',
  path: '/api/desk/transcripts/:id/remove/',
  input: object(Edited),
  reply: type({ status, change: integer() }),
  faults: ['notFound', 'changedMeanwhile'],
  summary: 'Remove a text',
})
