import type { FastifyInstance } from 'fastify'
import { DESK_PAGE } from '#contract/desk/list-fields.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import type { AppContext } from '../../context.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { decideReview, searchReviews, type Decision } from '../../reviews/moderation.ts'
import { namesOf } from '../orders/order-reply.ts'

export function reviewDeskRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.deskReviews, async ({ q, filter, page }) => {
    const { rows, ...paged } = await searchReviews(context, { text: q, state: filter }, { page, limit: DESK_PAGE })
    const data = rows.map(({ id, created_at, translations, name, score, title, body, status: state }) => ({
      ...{ id, name, score, text: body, heading: title, state },
      created: created_at.toISOString(),
      title: namesOf({ translations, isPlan: false }),
    }))
    return { ...paged, data }
  })
  registerEndpoint(app, endpoints.deskDecideReviews, async ({ reviews }, _refuse, { name }) => {
    const before: { id: number; state: Decision }[] = []
    for (const { id, state } of reviews) {
      const earlier = await decideReview(context, id, state, name)
      if (earlier) before.push({ id, state: earlier })
    }
    return { before }
  })
}
