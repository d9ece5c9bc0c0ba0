import { array, boolean, enums, integer, object, string, type, type Infer } from 'superstruct'
import { endpoint } from '../http/endpoint.ts'
import { ProductCard } from '../catalog/catalog.ts'
import { CustomTranslation } from '../text/translation.ts'
import { Id, Nothing, status, textUpTo } from '../fields/wire-fields.ts'

/** Endpoints of what a listener follows: people who write or read, serials, and series. */

/** `title`: a title whose episodes come one after the other. */
export const FOLLOW_KINDS = ['person', 'title', 'series'] as const
export type FollowKind = (typeof FOLLOW_KINDS)[number]
/** Of one listener. */
export const MAX_FOLLOWS = 500

const Follow = type({
  kind: enums(FOLLOW_KINDS),
  id: integer(),
  name: string(),
  custom_translation: CustomTranslation,
})
export type Follow = Infer<typeof Follow>

export const myFollows = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/v1/follows/',
  input: Nothing,
  /** Newest first. `has_address`: a mail can reach the listener. */
  reply: type({ status, follows: array(Follow), is_weekly: boolean(), has_address: boolean() }),
  summary: 'What the listener follows, and whether one mail a week tells of it',
})
export const setFollow = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/v1/follows/',
  input: object({ kind: enums(FOLLOW_KINDS), id: Id, is_followed: boolean() }),
  reply: type({ status }),
  faults: ['notFound', 'tooManyFollows'],
  summary: 'Follow, or follow no longer',
})
export const newOfFollows = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/v1/follows/new/',
  input: Nothing,
  /** Newest first: titles, and serials with a new episode. */
  reply: type({ status, titles: array(ProductCard) }),
  summary: 'What came in the last weeks of what the listener follows',
})
export const setWeeklyNews = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/v1/follows/weekly/',
  input: object({ is_wanted: boolean() }),
  reply: type({ status }),
  faults: ['noAddress'],
  summary: 'One mail a week with the new work of what is followed, on or off',
})
/** Who has the mail has the token: it ends this mail and does nothing else. */
export const endWeeklyNews = endpoint({
  auth: 'public',
  method: 'POST',
  path: '/api/v1/follows/weekly/end/',
  input: object({ token: textUpTo(200) }),
  reply: type({ status }),
  faults: ['linkExpired'],
  summary: 'End the weekly mail by the link in it',
})
