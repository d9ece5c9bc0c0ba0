import type { FastifyInstance } from 'fastify'
import { endpoints as rows } from '#contract/index.ts'
import { serve } from '../lib/serve.ts'
import { signSample } from '../services/samples.ts'
import { searchTitles, suggest } from '../services/search.ts'
import type { World } from '../world.ts'

/** Generous for people, tiresome for machines. Per address and minute. */
const LIMITS = { search: { limitPerMinute: 240 }, samples: { limitPerMinute: 240 } }

export function searchRoutes(app: FastifyInstance, world: World): void {
  serve(app, rows.search, ({ q }) => searchTitles(world.db, q), LIMITS.search)
  serve(app, rows.searchSuggestion, ({ q }) => suggest(world.db, q), LIMITS.search)
  serve(
    app,
    rows.sampleSignedUrl,
    async ({ map_url }, refuse) => {
      const data = await signSample(world, map_url)
      return data ? { data } : refuse('notFound', 404)
    },
    LIMITS.samples,
  )
}
