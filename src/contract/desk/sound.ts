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
  string,
  type,
  type Infer,
} from 'superstruct'
import { Measurement, SOUND_FAULTS } from '../listening/audio.ts'
import { AcxRow, Finding } from '../listening/audio-findings.ts'
import { endpoint } from '../http/endpoint.ts'
import { SAMPLE_LENGTH } from '../listening/sample-place.ts'
import { Id } from '../fields/wire-fields.ts'
import { listInput, listReply, Names, PageNumber } from './list-fields.ts'
import { EDITORS } from './staff/roles.ts'

/** The sound doctor at the desk: what was measured of each recording, and what listeners hear of it. */

export const SoundTitle = type({
  id: integer(),
  name: string(),
  names: Names,
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
  input: object({ ...listInput, only: optional(enums(['failed'])) }),
  reply: type({
    status: boolean(),
    ...listReply,
    titles: array(SoundTitle),
    /** Without ffmpeg there are no light editions, and only mp3 comes in. */
    has_ffmpeg: boolean(),
  }),
  summary: 'Titles with what was found in their sound',
})

/** The sample of a title. `own`: the publisher uploaded it, and the shop makes none. */
export const TitleSample = type({
  kind: enums(['own', 'made', 'none']),
  /** How far the queue is with it; null: there is nothing to do. */
  state: nullable(enums(['waiting', 'ready', 'failed'])),
  fault: nullable(enums(SOUND_FAULTS)),
  /** An editor chose the place. */
  is_placed: boolean(),
  /** `track` is a position. */
  place: nullable(type({ track: integer(), starts: number(), ends: number() })),
})
export type TitleSample = Infer<typeof TitleSample>

const Bytes = type({ recording: integer(), full: integer(), light: optional(integer()) })

export const SoundTrack = type({
  position: integer(),
  name: string(),
  state: enums(['waiting', 'ready', 'failed']),
  /** Why an edition is missing or the last try failed. */
  fault: nullable(enums(SOUND_FAULTS)),
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
  names: Names,
  as_recorded: boolean(),
  tracks: array(SoundTrack),
  findings: array(Finding),
  sample: TitleSample,
})
export type SoundOfTitle = Infer<typeof SoundOfTitle>

/** How far a title is: `fine` is said only when all of it was measured. */
export function soundState({ tracks, findings }: Pick<SoundOfTitle, 'tracks' | 'findings'>) {
  const waiting = tracks.filter(({ state }) => state === 'waiting').length
  const isMeasured = tracks.length > 0 && tracks.every(({ state }) => state === 'ready')
  return { waiting, isFine: isMeasured && findings.length === 0 }
}

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

const Position = min(integer(), 1)

export const deskSoundRetry = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'POST',
  path: '/api/desk/sound/retry/',
  input: object({ id: Id }),
  reply: type({ status: boolean(), title: SoundOfTitle }),
  faults: ['notFound'],
  summary: 'Try again what the queue of sound gave up of a title',
})

export const deskSoundAddress = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'GET',
  path: '/api/desk/sound/address/',
  input: object({ id: Id, position: PageNumber }),
  reply: type({ status: boolean(), address: string() }),
  faults: ['notFound'],
  summary: 'Short-lived address of the recording of a track, to hear it at the desk',
})

export const deskSamplePlace = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'POST',
  path: '/api/desk/sound/sample/',
  /** Null: the shop chooses. The sample begins with the first sentence after `after` and ends with one. */
  input: object({
    id: Id,
    place: nullable(
      object({
        position: Position,
        after: max(min(number(), 0), 200_000),
        seconds: max(min(number(), SAMPLE_LENGTH.least), SAMPLE_LENGTH.most),
      }),
    ),
  }),
  reply: type({ status: boolean(), title: SoundOfTitle }),
  faults: ['notFound', 'ownSample', 'notMeasured'],
  summary: 'Choose the place of the sample that the shop makes of a title',
})
