import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/http/endpoints.ts'
import { registerEndpoint } from '../http/register-endpoint.ts'
import { GUEST, readerOf } from './access.ts'
import { sendTextFile } from './text-files.ts'
import { publicTranscripts, textsOfTitle, transcriptsOfSample, transcriptsOfTrack } from './read-transcripts.ts'
import { findLines } from './search/search-lines.ts'
import type { AppContext } from '../context.ts'

/** Per address: far above what one person reads or types, low enough to slow down scraping. */
const LIMIT = { limitPerMinute: 240 }

export function transcriptRoutes(app: FastifyInstance, context: AppContext): void {
  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/text/:file',
    handler: (request, reply) => sendTextFile(context, request.params.file, request, reply),
  })
  const { db } = context
  registerEndpoint(
    app,
    endpoints.transcripts,
    async ({ id }, refuse, caller) =>
      (await transcriptsOfTrack(db, await readerOf(context, caller), id)) ?? refuse('notFound', 404),
    LIMIT,
  )
  registerEndpoint(
    app,
    endpoints.sampleTranscripts,
    async ({ map_url }, refuse) => {
      const transcripts = await transcriptsOfSample(db, GUEST, map_url)
      return transcripts ? { transcripts } : refuse('notFound', 404)
    },
    LIMIT,
  )
  registerEndpoint(
    app,
    endpoints.titleTranscripts,
    async ({ id }, refuse, caller) =>
      (await textsOfTitle(db, await readerOf(context, caller), id)) ?? refuse('notFound', 404),
    LIMIT,
  )
  registerEndpoint(
    app,
    endpoints.searchLines,
    async ({ q, title, limit }, _refuse, caller) => ({
      lines: await findLines(db, await readerOf(context, caller), { typed: q, productId: title, limit }),
    }),
    LIMIT,
  )
  registerEndpoint(app, endpoints.bulkTranscripts, async () => ({ data: await publicTranscripts(db, GUEST) }))
}
