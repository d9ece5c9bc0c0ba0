/** Player, progress and library (D7, C7). Served from issue D on. */
import { any, array, boolean, enums, integer, nullable, number, object, optional, size, string, type, union } from 'superstruct'
import { brand } from '../../brand.ts'
import { Product, Track } from '../catalog.ts'
import { endpoint } from '../endpoint.ts'
import { Id, Nothing, OffsetPage } from './parts.ts'

const p = brand.slug
const status = boolean()

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
    /** Whole seconds; text, but a number on drag (D7). */
    pause_seconds: optional(union([string(), number()])),
    start_seconds: optional(number()),
  }),
  reply: type({ status, data: optional(type({ map_key: string(), map_id: integer(), actual_start_time: number() })) }),
  faults: ['notFound', 'noAccess'],
  summary: 'Report what the player does',
})
export const trackSignedUrl = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/get-track-signed-url-example/',
  input: object({ url: size(string(), 0, 300), key: size(string(), 1, 300) }),
  /** The signed address itself comes back in the response header `x-signed-url`. */
  reply: type({ status }),
  faults: ['notFound', 'noAccess'],
  summary: 'Short-lived address of a whole track',
})
export const lastPlayed = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/last-played/',
  input: object({ product_id: Id }),
  reply: type({ status, data: optional(type({ track_id: integer() })) }),
  faults: ['notFound'],
  summary: 'Last played track of a title',
})
export const myShelf = endpoint({
  auth: 'user',
  method: 'GET',
  path: `/api/my-${p}/`,
  input: Nothing,
  reply: type({
    status,
    renew_in: nullable(integer()),
    [`my_${p}_runtime`]: number(),
    last_browse: array(Product),
    latest_track: nullable(Track),
    purchased_products: array(Product),
  }),
  summary: 'Last played and purchased titles',
})
export const myLibrary = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/my-library/',
  input: OffsetPage,
  reply: type({ status, data: type({ mylibrary_products: array(Product), mylibrary_products_count: integer() }) }),
  summary: 'The library, ten at a time',
})
export const userSubscribed = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/user-subscribed/',
  input: Nothing,
  /** Spelled so by the specification. */
  reply: type({ status, is_subsribed: boolean(), audio_types: array(type({ audio_type_id: integer() })) }),
  summary: 'Whether a plan runs and what it covers',
})
export const productAnalytics = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/product-analytics/',
  input: object({ category_id: optional(Id), product_id: optional(Id) }),
  reply: type({ status }),
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
export const completion = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/audio-type-completion/language-lab/',
  input: Nothing,
  reply: type({ audio_type_listening_completion: number() }),
  summary: 'Percent of the language lab that was heard',
})
export const completionCertificate = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/language-lab-completion-certificate/:language/',
  input: object({ language: enums(['en', 'mr']) }),
  reply: type({ status, certificate_path: string() }),
  faults: ['notComplete'],
  summary: 'Certificate of the language lab',
})
export const downloadCertificate = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/v2/download-certificate/',
  input: object({ id: optional(Id) }),
  reply: type({ status, download_path: string() }),
  faults: ['notComplete'],
  summary: 'Certificate of a course',
})
export const reviewAdd = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/review-add/',
  input: object({ product: Id, score: integer(), title: size(string(), 1, 100), body: size(string(), 1, 100) }),
  reply: type({ status, data: optional(any()) }),
  faults: ['notFound', 'noAccess'],
  summary: 'Write a review',
})
