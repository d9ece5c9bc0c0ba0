import { coerce, integer, object, refine, string, type } from 'superstruct'
import { endpoint } from './http/endpoint.ts'
import { field, required, tooLong } from './fields/fields.ts'
import { plainLine, plainText } from './text/plain-text.ts'
import { Id, status } from './fields/wire-fields.ts'

/** Longest heading and text, in characters. */
export const REVIEW_MAX = 100
/** Whole stars; 0 means that none was chosen (`required`). */
const Score = refine(
  refine(integer(), 'required', (score) => score !== 0),
  'score',
  (score) => score >= 1 && score <= 5,
)
/** Fields of a review, all plain text. */
const reviewFields = {
  score: Score,
  title: field(plainLine, required, tooLong(REVIEW_MAX)),
  body: field(plainText, required, tooLong(REVIEW_MAX)),
}
/** The form in the browser, where stars are text. */
export const ReviewForm = object({ ...reviewFields, score: coerce(Score, string(), Number) })

/** Endpoints of reviews. */

export const reviewAdd = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/review-add/',
  input: object({ product: Id, ...reviewFields }),
  reply: type({ status }),
  /** `alreadyReviewed`: one review per title. `titleAccess` returns whether it may be written. */
  faults: ['notFound', 'noAccess', 'alreadyReviewed'],
  summary: 'Write a review; it is shown after approval',
})
