import { slug as p } from '#brand/brand.ts'
import {
  array,
  boolean,
  enums,
  integer,
  nullable,
  number,
  object,
  optional,
  size,
  string,
  type,
  type Infer,
} from 'superstruct'
import { BUY_CONTROLS, PLAY_ACCESS } from '../listening/play-access.ts'
import { Product, Track } from '../catalog/catalog.ts'
import { Named } from '../text/translation.ts'
import { endpoint } from '../http/endpoint.ts'
import { Id, Nothing, OffsetPage, status } from '../fields/wire-fields.ts'

/** Percent of several titles weighted by length; 100 only when all are at 100. */
export function completionTogether(titles: readonly { seconds: number; percent: number }[]): number {
  if (titles.length > 0 && titles.every(({ percent }) => percent === 100)) return 100
  const whole = titles.reduce((sum, { seconds }) => sum + seconds, 0)
  const heard = titles.reduce((sum, { seconds, percent }) => sum + seconds * percent, 0)
  return whole > 0 ? Math.min(99.9, Math.floor((heard / whole) * 10) / 10) : 0
}

/** Endpoints of the library: access to titles, owned titles, last played. */

/** `played_at`: ISO time of the last progress report. */
export const ListenedPosition = type({ track_id: integer(), seconds: number(), played_at: string() })
export type ListenedPosition = Infer<typeof ListenedPosition>

/** The wire name contains the slug of the shop. */
const RUNTIME = `my_${p}_runtime` as const

const access = enums(PLAY_ACCESS)
const last_place = nullable(ListenedPosition)
const TitleAccess = type({
  product_id: integer(),
  is_free: boolean(),
  is_purchased: boolean(),
  in_library: boolean(),
  /** The running plans cover the title. */
  covered: boolean(),
  access,
  /** The running plans, where they do not cover the title and nothing else gives it. */
  outside_plans: optional(array(Named)),
  /** Buttons of the title for this listener; missing in copies that were saved for use without a network. */
  controls: optional(array(enums(BUY_CONTROLS))),
  /** The listener may play the whole title and has not reviewed it. */
  may_review: boolean(),
  has_reviewed: boolean(),
  /** Resume position of the title; a completed track restarts at 0. */
  last_place,
  /** Percent, 100 only when everything was heard. */
  total_tracks_completion: number(),
  /** Tracks that were started. */
  places: array(type({ track_id: integer(), seconds: number(), is_heard: boolean() })),
})
export type TitleAccess = Infer<typeof TitleAccess>

/** A title with the data of this listener in `is_purchased`, `last_product_track` and `total_tracks_completion`. */
const LibraryProduct = type({
  ...Product.schema,
  access,
  last_place,
  /** Null outside the library. */
  how: nullable(enums(['purchase', 'subscription', 'free', 'gift'])),
  added_at: nullable(string()),
})
export type LibraryProduct = Infer<typeof LibraryProduct>

export const titleAccess = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/v1/title-access/',
  input: object({ product_ids: size(array(Id), 1, 100) }),
  /** Unknown ids are left out. `now`: ISO time of the shop when it replied; missing in replies without a network. */
  reply: type({ status, is_subscribed: boolean(), titles: array(TitleAccess), now: optional(string()) }),
  summary: 'What the listener may do with titles',
})
export const lastPlayed = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/last-played/',
  /** Without a title: of all titles the one that was played last. */
  input: object({ product_id: optional(Id) }),
  /** Null before the first play. `product_id`: where none was asked for. */
  reply: type({ status, data: nullable(type({ ...ListenedPosition.schema, product_id: optional(integer()) })) }),
  faults: ['notFound'],
  summary: 'Last played track, of a title or of all',
})
export const myShelf = endpoint({
  auth: 'user',
  method: 'GET',
  path: `/api/my-${p}/`,
  input: Nothing,
  reply: type({
    status,
    /** Days until the running plan ends. */
    renew_in: nullable(integer()),
    /** Seconds of all bought or gifted titles. */
    [RUNTIME]: number(),
    last_browse: array(LibraryProduct),
    latest_track: nullable(Track),
    /** The newest 100. */
    purchased_products: array(LibraryProduct),
    purchased_products_count: integer(),
  }),
  summary: 'Last played and purchased titles',
})
export const myLibrary = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/my-library/',
  input: OffsetPage,
  /** `mylibrary_runtime`: seconds of the same titles that are counted. */
  reply: type({
    status,
    data: type({
      mylibrary_products: array(LibraryProduct),
      mylibrary_products_count: integer(),
      mylibrary_runtime: optional(number()),
    }),
  }),
  summary: 'The library, ten at a time',
})
export const userSubscribed = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/user-subscribed/',
  input: Nothing,
  /** Trap: `is_subsribed` is misspelt on the wire and must stay so. */
  reply: type({ status, is_subsribed: boolean(), audio_types: array(type({ audio_type_id: integer() })) }),
  summary: 'Whether a plan runs and what it covers',
})
export const addToLibrary = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/add-to-library/',
  input: object({ product: Id }),
  reply: type({ status }),
  faults: ['notFound', 'noAccess'],
  summary: 'Put a title into the library',
})
