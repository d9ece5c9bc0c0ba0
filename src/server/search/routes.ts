import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { registerEndpoint } from '../http/register-endpoint.ts'
import { searchTitles, suggest } from './search.ts'
import type { AppContext } from '../context.ts'

/** Per address: far above what one person types, low enough to slow down scraping. */
const LIMIT = { limitPerMinute: 240 }

export function searchRoutes(app: FastifyInstance, { db }: AppContext): void {
  registerEndpoint(app, endpoints.search, ({ q }) => searchTitles(db, q), LIMIT)
  registerEndpoint(app, endpoints.searchSuggestion, ({ q }) => suggest(db, q), LIMIT)
}
