/** The player (D7). */
import { enums, integer, min, nullable, number, object, optional, pattern, refine, size, string, type, union } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { secondsOf } from '../progress.ts'
import { ListenedPlace } from './library.ts'
import { Id, Nothing, status } from './parts.ts'

/** Whole seconds as text, but a number on drag (D7). */
const Seconds = refine(union([string(), number()]), 'seconds', (value) => secondsOf(value) !== undefined)
/** Milliseconds since 1970 by the clock of the browser. */
const Moment = min(integer(), 0)

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
    /** On drag: where it goes on. On initiate: where the browser begins, when not where the server says. */
    start_seconds: optional(Seconds),
    /** Of the report: sent again under the same id it changes nothing. */
    event_id: optional(pattern(string(), /^[\w-]{8,64}$/)),
    /** When it happened and when it is sent: their difference counts, so a wrong clock does no harm. Absent: now. */
    event_at: optional(Moment),
    sent_at: optional(Moment),
  }),
  reply: type({
    status,
    data: optional(
      type({
        map_key: string(),
        map_id: integer(),
        /** Where the track goes on. */
        actual_start_time: number(),
        /** Where another device of the listener is, when that is newer and over a minute away: told once, to be asked about (PL-9). */
        other_place: optional(nullable(ListenedPlace)),
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
  input: object({ url: size(string(), 0, 300), key: size(string(), 1, 300) }),
  /** The signed address itself comes in the header; `expires_at`: milliseconds since 1970. */
  headers: ['x-signed-url'],
  reply: type({ status, expires_at: number() }),
  faults: ['noAccess'],
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
