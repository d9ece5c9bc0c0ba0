import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { registerEndpoint } from '../http/register-endpoint.ts'
import { signSample } from '../listening/samples.ts'
import { searchTitles, suggest } from './search.ts'
import type { AppContext } from '../context.ts'

/** Generous for people, tiresome for machines. Per address and minute. */
const LIMITS = { search: { limitPerMinute: 240 }, samples: { limitPerMinute: 240 } }

export function searchRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.search, ({ q }) => searchTitles(context.db, q), LIMITS.search)
  registerEndpoint(app, endpoints.searchSuggestion, ({ q }) => suggest(context.db, q), LIMITS.search)
  registerEndpoint(
    app,
    endpoints.sampleSignedUrl,
    async ({ map_url }, refuse) => {
      const data = await signSample(context, map_url)
      return data ? { data } : refuse('notFound', 404)
    },
    LIMITS.samples,
  )
}
