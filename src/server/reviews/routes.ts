import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/http/endpoints.ts'
import { registerEndpoint } from '../http/register-endpoint.ts'
import { addReview } from './reviews.ts'
import type { AppContext } from '../context.ts'

export function reviewRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(
    app,
    endpoints.reviewAdd,
    (review, _refuse, { userId }, { locale }) => addReview(context, userId, review, locale),
    { limitPerMinute: 20 },
  )
}
