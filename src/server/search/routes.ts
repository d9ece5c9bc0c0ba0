import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { createCards } from '../catalog/titles.ts'
import { registerEndpoint } from '../http/register-endpoint.ts'
import { searchTitles, suggest } from './search.ts'
import { createSynonyms } from './synonyms.ts'
import type { AppContext } from '../context.ts'

/** Per address: far above what one person types, low enough to slow down scraping. */
const LIMIT = { limitPerMinute: 240 }

export function searchRoutes(app: FastifyInstance, { readDb: db }: AppContext): void {
  const meanings = createSynonyms(db)
  const loadCards = createCards(db)
  registerEndpoint(
    app,
    endpoints.search,
    async (input) => searchTitles({ db, loadCards }, input, await meanings()),
    LIMIT,
  )
  registerEndpoint(app, endpoints.searchSuggestion, async ({ q }) => suggest(db, q, await meanings()), LIMIT)
}
