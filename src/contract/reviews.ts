import { coerce, integer, object, refine, string, type } from 'superstruct'
import { endpoint } from './endpoint.ts'
import { field, required, tooLong } from './fields.ts'
import { plainLine, plainText } from './plain-text.ts'
import { Id, status } from './wire-fields.ts'

/** Of a title and of a text, in letters (C5). */
export const REVIEW_MAX = 100
/** Whole stars; none chosen is 0, which a form calls `required`. */
const Score = refine(
  refine(integer(), 'required', (score) => score !== 0),
  'score',
  (score) => score >= 1 && score <= 5,
)
/** What a listener says of a title: always text, never HTML. */
export const reviewFields = {
  score: Score,
  title: field(plainLine, required, tooLong(REVIEW_MAX)),
  body: field(plainText, required, tooLong(REVIEW_MAX)),
}
/** The form in a browser, where stars are chosen as text. */
export const ReviewForm = object({ ...reviewFields, score: coerce(Score, string(), Number) })

/** What listeners say of a title (C4, C5). */

export const reviewAdd = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/review-add/',
  input: object({ product: Id, ...reviewFields }),
  reply: type({ status }),
  /** `alreadyReviewed`: one for each title. Whether it may be written is told by `titleAccess`. */
  faults: ['notFound', 'noAccess', 'alreadyReviewed'],
  summary: 'Write a review; it is shown once the shop has looked at it',
})
