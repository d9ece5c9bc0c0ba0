/** What listeners say of a title (C4, C5). */
import { object, type } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { reviewFields } from '../review.ts'
import { Id, status } from './parts.ts'

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
