import { coerce, integer, object, refine, string } from 'superstruct'
import { field, required, tooLong } from './fields.ts'
import { plainLine, plainText } from './plain-text.ts'

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
