import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/http/endpoints.ts'
import { registerEndpoint, WithHeaders } from '../http/register-endpoint.ts'
import { findTrack, findTracks } from '../catalog/title-details.ts'
import { mayListen } from './entitlements.ts'
import { sendFreeMedia, sendMedia } from './media-files.ts'
import { countPlayer } from './player-analytics.ts'
import { saveReport } from './save-progress-report.ts'
import { lastPlayedPosition, lastPosition } from './title-progress.ts'
import { signSample } from './samples.ts'
import { isSilent, signTrack } from './track-address.ts'
import { pausesFor } from './track-pauses.ts'
import type { AppContext } from '../context.ts'

/** Per address: high enough for a school behind one address, low enough to stop made-up reports. */
const LIMITS = { reports: { limitPerMinute: 1_200 }, addresses: { limitPerMinute: 240 } }

export function listeningRoutes(app: FastifyInstance, context: AppContext): void {
  playerRoutes(app, context)
  signingRoutes(app, context)
  mediaRoutes(app, context)
}

function playerRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  registerEndpoint(
    app,
    endpoints.player,
    (input, _refuse, caller) => saveReport(context, caller, input),
    LIMITS.reports,
  )
  registerEndpoint(app, endpoints.playerAnalytics, () => countPlayer(context))
  registerEndpoint(app, endpoints.lastPlayed, async ({ product_id }, refuse, { userId }) => {
    if (product_id === undefined) return { data: (await lastPlayedPosition(db, userId)) ?? null }
    if ((await mayListen(context, userId, product_id)) === undefined) return refuse('notFound', 404)
    return { data: (await lastPosition(db, userId, product_id)) ?? null }
  })
  registerEndpoint(app, endpoints.tracks, async ({ id, offset, limit }, refuse, caller) => {
    if (!/^\d{1,9}$/.test(offset)) return refuse('badInput', 400, { offset: 'pattern' })
    const found = await findTracks(db, id, Number(offset), limit, caller?.userId)
    if (!found) return refuse('notFound', 404)
    const last = caller && (await lastPosition(db, caller.userId, id))
    const lastTrack = last && (await findTrack(db, last.track_id))
    return { producttracks: found.tracks, last_product_track: lastTrack ?? null, count: found.count }
  })
  registerEndpoint(
    app,
    endpoints.trackPauses,
    async ({ id }, refuse, { userId }) => {
      const pauses = await pausesFor(context, userId, id)
      return pauses ? { pauses } : refuse('noAccess', 403)
    },
    LIMITS.addresses,
  )
}

function signingRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(
    app,
    endpoints.trackSignedUrl,
    async (input, refuse, { userId }) => {
      const signed = await signTrack(context, userId, input)
      if (signed)
        return new WithHeaders(
          { expires_at: signed.expiresAt, edition: signed.edition, bytes: signed.bytes },
          { 'x-signed-url': signed.address },
        )
      return (await isSilent(context, userId, input)) ? refuse('notFound', 404) : refuse('noAccess', 403)
    },
    LIMITS.addresses,
  )
  registerEndpoint(
    app,
    endpoints.keepTrack,
    async (input, refuse, { userId }) => {
      const signed = await signTrack(context, userId, input)
      if (!signed) return refuse('noAccess', 403)
      const { address, expiresAt, edition, bytes } = signed
      return { data: { signed_url: address, expires_at: expiresAt, edition, bytes } }
    },
    LIMITS.addresses,
  )
  registerEndpoint(
    app,
    endpoints.sampleSignedUrl,
    async ({ map_url }, refuse) => {
      const data = await signSample(context, map_url)
      return data ? { data } : refuse('notFound', 404)
    },
    LIMITS.addresses,
  )
}

/** One route for GET and HEAD: the HEAD route that Fastify adds by itself would answer with a length of 0. */
function mediaRoutes(app: FastifyInstance, context: AppContext): void {
  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/free/:file',
    handler: (request, reply) => sendFreeMedia(context, request.params.file, request, reply),
  })
  app.route<{ Params: { folder: string; name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/:folder/:name',
    handler: (request, reply) => sendMedia(context, `${request.params.folder}/${request.params.name}`, request, reply),
  })
}
