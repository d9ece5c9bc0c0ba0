import { array, defaulted, enums, integer, min, object, size, string, type, type Infer } from 'superstruct'
import { endpoint } from '../http/endpoint.ts'
import { status } from '../fields/wire-fields.ts'
import { SUPPORT } from './staff/roles.ts'
import { listInput, listReply, Names } from './list-fields.ts'

/** Reviews of listeners at the desk. */

const REVIEW_STATES = ['waiting', 'approved', 'rejected'] as const
export type ReviewState = (typeof REVIEW_STATES)[number]
const ReviewRow = type({
  id: integer(),
  created: string(),
  title: Names,
  name: string(),
  score: integer(),
  heading: string(),
  text: string(),
  state: enums(REVIEW_STATES),
})
export type DeskReview = Infer<typeof ReviewRow>
const Decided = type({ id: integer(), state: enums(REVIEW_STATES) })

export const deskReviews = endpoint({
  auth: 'staff',
  roles: SUPPORT,
  method: 'GET',
  path: '/api/desk/reviews/',
  input: object({ ...listInput, filter: defaulted(enums(REVIEW_STATES), 'waiting') }),
  reply: type({ status, ...listReply, data: array(ReviewRow) }),
  summary: 'Reviews that wait, or were approved or refused, the newest first',
})
export const deskDecideReviews = endpoint({
  auth: 'staff',
  roles: SUPPORT,
  method: 'POST',
  path: '/api/desk/reviews/decide/',
  input: object({
    reviews: size(array(object({ id: min(integer(), 1), state: enums(REVIEW_STATES) })), 1, 100),
  }),
  /** The states before: sent back they undo the decision. */
  reply: type({ status, before: array(Decided) }),
  summary: 'Approve or refuse reviews, many at once; `waiting` undoes it',
})
