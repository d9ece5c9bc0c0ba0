import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { registerEndpoint, WithHeaders } from '../http/register-endpoint.ts'
import { coveredTypes, mayListen } from './entitlements.ts'
import { countPlayer } from './player-analytics.ts'
import { addToLibrary, libraryPage, shelfOf } from '../library/library.ts'
import { takeReport } from './progress-report.ts'
import { completionOfLab, lastPlace } from './progress.ts'
import { listSubscriptions } from '../plans/subscriptions.ts'
import { accessToTitles } from '../library/title-access.ts'
import { signToKeep, signTrack } from './track-address.ts'
import type { AppContext } from '../context.ts'

/** A school behind one address may listen; whoever makes up reports soon has to wait. */
const LIMITS = { player: { limitPerMinute: 1_200 }, addresses: { limitPerMinute: 240 } }

export function listeningRoutes(app: FastifyInstance, context: AppContext): void {
  playerRoutes(app, context)
  libraryRoutes(app, context)
}

function playerRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.player, (input, _refuse, caller) => takeReport(context, caller, input), LIMITS.player)
  registerEndpoint(
    app,
    endpoints.trackSignedUrl,
    async (input, refuse, { userId }) => {
      const signed = await signTrack(context, userId, input)
      return signed
        ? new WithHeaders({ expires_at: signed.expiresAt }, { 'x-signed-url': signed.address })
        : refuse('noAccess', 403)
    },
    LIMITS.addresses,
  )
  registerEndpoint(
    app,
    endpoints.keepTrack,
    async (input, refuse, { userId }) => {
      const signed = await signToKeep(context, userId, input)
      return signed ? { data: { signed_url: signed.address, expires_at: signed.expiresAt } } : refuse('noAccess', 403)
    },
    LIMITS.addresses,
  )
  registerEndpoint(app, endpoints.lastPlayed, async ({ product_id }, refuse, { userId }) => {
    if ((await mayListen(context, userId, product_id)) === undefined) return refuse('notFound', 404)
    return { data: (await lastPlace(context.db, userId, product_id)) ?? null }
  })
  registerEndpoint(app, endpoints.playerAnalytics, () => countPlayer(context))
}

function libraryRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.titleAccess, ({ product_ids }, _refuse, { userId }) =>
    accessToTitles(context, userId, product_ids),
  )
  registerEndpoint(app, endpoints.userSubscribed, async (_input, _refuse, { userId }) => {
    const types = await coveredTypes(context, userId)
    return { is_subsribed: types !== undefined, audio_types: (types ?? []).map((id) => ({ audio_type_id: id })) }
  })
  registerEndpoint(app, endpoints.addToLibrary, ({ product }, _refuse, { userId }) =>
    addToLibrary(context, userId, product),
  )
  registerEndpoint(app, endpoints.myLibrary, (page, _refuse, { userId }) => libraryPage(context, userId, page))
  registerEndpoint(app, endpoints.myShelf, (_input, _refuse, { userId }) => shelfOf(context, userId))
  registerEndpoint(app, endpoints.multipleSubscription, async (_input, _refuse, { userId }) => ({
    data: await listSubscriptions(context, userId),
  }))
  registerEndpoint(app, endpoints.completion, async (_input, _refuse, { userId }) => ({
    audio_type_listening_completion: await completionOfLab(context.db, userId),
  }))
}
