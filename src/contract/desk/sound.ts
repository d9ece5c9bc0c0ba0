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
  type,
  type Infer,
} from 'superstruct'
import { Measurement } from '../audio.ts'
import { AcxRow, Finding } from '../audio-findings.ts'
import { endpoint } from '../endpoint.ts'
import { Id } from '../wire-fields.ts'

/** The sound doctor at the desk: what was measured of each recording, and what listeners hear of it. */
const PageNumber = coerce(max(min(integer(), 1), 10_000), pattern(string(), /^\d{1,5}$/), Number)
const EDITORS = ['owner', 'editor'] as const
export const SOUND_PAGE = 50

export const SoundTitle = type({
  id: integer(),
  name: string(),
  tracks: integer(),
  /** Recordings that were not looked at yet. */
  waiting: integer(),
  failed: integer(),
  findings: integer(),
})
export type SoundTitle = Infer<typeof SoundTitle>

export const deskSoundTitles = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'GET',
  path: '/api/desk/sound/titles/',
  input: object({ q: defaulted(size(string(), 0, 100), ''), page: defaulted(PageNumber, 1) }),
  reply: type({
    status: boolean(),
    titles: array(SoundTitle),
    total: integer(),
    /** Without ffmpeg there are no light editions, and only mp3 comes in. */
    has_ffmpeg: boolean(),
  }),
  summary: 'Titles with what was found in their sound',
})

const Bytes = type({ recording: integer(), full: integer(), light: optional(integer()) })

export const SoundTrack = type({
  position: integer(),
  name: string(),
  state: enums(['waiting', 'ready', 'failed']),
  fault: nullable(string()),
  /** Decibels by which the full edition is louder than the recording. */
  gain: number(),
  bytes: Bytes,
  /** Null while the recording waits. The curve has at most 200 points. */
  measurement: nullable(Measurement),
  acx: array(AcxRow),
})
export type SoundTrack = Infer<typeof SoundTrack>

export const SoundOfTitle = type({
  id: integer(),
  name: string(),
  as_recorded: boolean(),
  tracks: array(SoundTrack),
  findings: array(Finding),
})
export type SoundOfTitle = Infer<typeof SoundOfTitle>

export const deskSound = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'GET',
  path: '/api/desk/sound/title/',
  input: object({ id: Id }),
  reply: type({ status: boolean(), title: SoundOfTitle }),
  faults: ['notFound'],
  summary: 'What was measured of the recordings of a title',
})

export const deskSoundLevel = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'POST',
  path: '/api/desk/sound/level/',
  input: object({ id: Id, as_recorded: boolean() }),
  reply: type({ status: boolean() }),
  faults: ['notFound'],
  summary: 'Whether a title plays at the level of the shop or as it was recorded',
})
