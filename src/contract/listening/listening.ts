import {
  boolean,
  enums,
  integer,
  nullable,
  number,
  object,
  optional,
  pattern,
  refine,
  size,
  string,
  type,
  union,
} from 'superstruct'
import { asciiDigits } from '../text/digits.ts'
import { EDITIONS } from './editions.ts'
import { endpoint } from '../http/endpoint.ts'
import { ListenedPosition } from '../library/library.ts'
import { Id, Moment, Nothing, status } from '../fields/wire-fields.ts'

/** Rules of playback, used by browser and server. All lengths and positions are seconds. */

/** Highest playback speed [PL-7]. */
const MAX_SPEED = 3
/** Positions of two devices that differ by more are a conflict: the listener chooses [PL-9]. */
const DISAGREEMENT_SECONDS = 60

export type Place = { trackId: number; seconds: number }

export function disagree(one: Place, other: Place): boolean {
  return one.trackId !== other.trackId || Math.abs(one.seconds - other.seconds) > DISAGREEMENT_SECONDS
}

/** What one press of the buttons beside "Play" skips. */
export const SKIP_SECONDS = 10

const isAtEnd = (seconds: number, length: number): boolean => length > 0 && seconds >= length - 2

/** Resume position of a track; a completed track restarts at 0. */
export function resumeAt(seconds: number, length: number): number {
  return isAtEnd(seconds, length) ? 0 : seconds
}

/** Where a title resumes: after a track that was heard to its end at the beginning of the next one, after the last at the first. */
export function resumePoint(
  tracks: readonly { id: number; track_length: number }[],
  { trackId, seconds }: Place,
): { index: number; seconds: number } {
  const index = Math.max(
    0,
    tracks.findIndex(({ id }) => id === trackId),
  )
  const length = tracks[index]?.track_length ?? 0
  return isAtEnd(seconds, length) ? { index: (index + 1) % tracks.length, seconds: 0 } : { index, seconds }
}

/** Whether this much audio can be heard in this time. Positions are reported in whole seconds, hence the extra second. */
export function isPlausible(heardSeconds: number, clockSeconds: number): boolean {
  return heardSeconds > 0 && clockSeconds >= 1 && heardSeconds <= clockSeconds * MAX_SPEED + 1
}

/** Pauses in minutes from which so many seconds are heard again, the longest first. */
const RECAPS = [
  [1440, 30],
  [60, 20],
  [5, 10],
] as const

/** Seconds that are heard again after a pause of so many milliseconds. */
export const recapSeconds = (pause: number): number => RECAPS.find(([minutes]) => pause >= minutes * 60_000)?.[1] ?? 0

/** `lines`: every spoken line of a lesson was heard, in any order. */
export type Heard = { seconds: number; heard: number; lines?: boolean }

/**
 * Ignores the end of a track (silence, rounding): 2 % of it, 2 to 10 seconds, at most a quarter. A lesson that is practised line by
 * line is heard without what lies between its lines; a text of a few words at its beginning does not stand for the whole.
 */
export function isHeard({ seconds, heard, lines = false }: Heard): boolean {
  if (lines && heard >= seconds / 4) return true
  return heard > 0 && heard >= seconds - Math.min(seconds / 4, Math.max(2, Math.min(10, seconds * 0.02)))
}

/** Percent with one decimal, rounded down; 100 only when every track was heard [AC-2]. */
export function completionOf(tracks: readonly Heard[]): number {
  if (tracks.length === 0) return 0
  if (tracks.every(isHeard)) return 100
  const whole = tracks.reduce((sum, { seconds }) => sum + seconds, 0)
  const heard = tracks.reduce(
    (sum, track) => sum + (isHeard(track) ? track.seconds : Math.min(track.heard, track.seconds)),
    0,
  )
  return Math.min(99.9, Math.floor((heard / whole) * 1000) / 10)
}

/** Two days: no track is longer. */
const MAX_SECONDS = 172_800

/** Seconds from the wire, text or number. Undefined when invalid. */
export function secondsOf(value: string | number): number | undefined {
  const seconds =
    typeof value === 'number' ? value : Number(/^\d{1,6}(?:\.\d{1,6})?$/.exec(asciiDigits(value))?.[0] ?? Number.NaN)
  return seconds >= 0 && seconds <= MAX_SECONDS ? seconds : undefined
}

/** `url` of get-track-signed-url-example: the title of the track `key`. */
export const titleUrl = (productId: number): string => `titles/${productId}`

/** Undefined when the text is not such a url. */
export function titleOfUrl(url: string): number | undefined {
  const id = /^titles\/(\d{1,15})$/.exec(url)?.[1]
  return id === undefined ? undefined : Number(id)
}

export const sampleSignedUrl = endpoint({
  auth: 'public',
  method: 'POST',
  path: '/api/get-sample-signed-url/',
  input: object({ map_url: size(string(), 1, 300) }),
  /**
   * `expires_at`: milliseconds since 1970. `has_text`: the words of the sample can be read. `part`: the seconds of a track that it
   * is, where the shop knows them: a sample that was recorded apart is no part of a track.
   */
  reply: type({
    status: boolean(),
    data: type({
      signed_url: string(),
      expires_at: number(),
      has_text: boolean(),
      part: nullable(type({ track_id: integer(), starts: number(), ends: number() })),
    }),
  }),
  faults: ['notFound'],
  summary: 'Short-lived address of a sample',
})

/** Endpoints of the player. */

/** Whole seconds as text, but a number on drag. */
const Seconds = refine(union([string(), number()]), 'seconds', (value) => secondsOf(value) !== undefined)

export const player = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/player/',
  input: object({
    request_type: enums(['initiate', 'pause', 'end', 'drag']),
    product_id: Id,
    track_id: Id,
    map_key: optional(size(string(), 0, 100)),
    map_id: optional(Id),
    pause_seconds: optional(Seconds),
    /** On drag: the new position. On initiate: the start position of the browser, if it differs from that of the server. */
    start_seconds: optional(Seconds),
    /** Id of the progress report: a repeated report changes nothing. */
    event_id: optional(pattern(string(), /^[\w-]{8,64}$/)),
    /** Only the difference of both times counts, so a wrong clock does no harm. Absent: now. */
    event_at: optional(Moment),
    sent_at: optional(Moment),
  }),
  reply: type({
    status,
    data: optional(
      type({
        map_key: string(),
        map_id: integer(),
        /** Resume position of the track. */
        actual_start_time: number(),
        /** Newer position of another device, over a minute away. Returned once, so that the listener can choose [PL-9]. */
        other_place: optional(nullable(ListenedPosition)),
      }),
    ),
  }),
  faults: ['notFound', 'noAccess'],
  summary: 'Report what the player does',
})
export const trackSignedUrl = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/get-track-signed-url-example/',
  /** `url` names the title, `titles/{id}` (titleUrl), `key` its track. */
  input: object({ url: size(string(), 0, 300), key: size(string(), 1, 300), edition: optional(enums(EDITIONS)) }),
  /**
   * The signed address is in the header; `expires_at`: milliseconds since 1970. `edition`: the one behind the address; `bytes`:
   * of both, without `light` when there is none or it saves nothing.
   */
  headers: ['x-signed-url'],
  reply: type({
    status,
    expires_at: number(),
    edition: optional(enums(EDITIONS)),
    bytes: optional(type({ full: integer(), light: optional(integer()) })),
  }),
  /**
   * `notFound`: the listener may hear the title, but this track has no sound. `leaseEnded` comes from the service worker without a
   * network: the right to an offline copy must be checked again.
   */
  faults: ['noAccess', 'notFound', 'leaseEnded'],
  summary: 'Short-lived address of a whole track',
})
export const productAnalytics = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/product-analytics/',
  input: object({ category_id: optional(Id), product_id: optional(Id) }),
  reply: type({ status }),
  faults: ['notFound'],
  summary: 'A category or title was opened',
})
export const playerAnalytics = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/player-analytics/',
  input: Nothing,
  reply: type({ status }),
  summary: 'The player was opened',
})
