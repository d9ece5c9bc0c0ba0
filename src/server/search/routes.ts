import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/http/endpoints.ts'
import { createRevision } from '../catalog/cache/cache.ts'
import type { CardTexts } from '../catalog/cache/card-texts.ts'
import { JsonText, registerEndpoint } from '../http/register-endpoint.ts'
import { searchTitles, suggest } from './search.ts'
import { createSynonyms } from './synonyms.ts'
import type { AppContext } from '../context.ts'

/** Per address: far above what one person types, low enough to slow down scraping. */
const LIMIT = { limitPerMinute: 240 }

export function searchRoutes(app: FastifyInstance, { readDb: db }: AppContext, cardTexts: CardTexts): void {
  const meanings = createSynonyms(db)
  const revisionOf = createRevision(db)
  registerEndpoint(
    app,
    endpoints.search,
    async (input) => new JsonText(await searchTitles({ db, cardTexts, revisionOf }, input, await meanings())),
    LIMIT,
  )
  registerEndpoint(app, endpoints.searchSuggestion, async ({ q }) => suggest(db, q, await meanings()), LIMIT)
}
