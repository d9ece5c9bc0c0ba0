import type { FastifyInstance } from 'fastify'
import { endpoints as rows } from '#contract/index.ts'
import { serve, WithHeaders } from '../lib/serve.ts'
import { coveredTypes, mayListen } from '../services/access.ts'
import { countPlayer } from '../services/analytics.ts'
import { addToLibrary, libraryPage, shelfOf } from '../services/library.ts'
import { takeReport } from '../services/player.ts'
import { completionOfLab, lastPlace } from '../services/progress.ts'
import { listSubscriptions } from '../services/subscriptions.ts'
import { accessToTitles } from '../services/title-access.ts'
import { signToKeep, signTrack } from '../services/track-address.ts'
import type { World } from '../world.ts'

/** A school behind one address may listen; whoever makes up reports soon has to wait. */
const LIMITS = { player: { limitPerMinute: 1_200 }, addresses: { limitPerMinute: 240 } }

export function listeningRoutes(app: FastifyInstance, world: World): void {
  playerRoutes(app, world)
  libraryRoutes(app, world)
}

function playerRoutes(app: FastifyInstance, world: World): void {
  serve(app, rows.player, (input, _refuse, caller) => takeReport(world, caller, input), LIMITS.player)
  serve(
    app,
    rows.trackSignedUrl,
    async (input, refuse, { userId }) => {
      const signed = await signTrack(world, userId, input)
      return signed ? new WithHeaders({ expires_at: signed.expiresAt }, { 'x-signed-url': signed.address }) : refuse('noAccess', 403)
    },
    LIMITS.addresses,
  )
  serve(
    app,
    rows.keepTrack,
    async (input, refuse, { userId }) => {
      const signed = await signToKeep(world, userId, input)
      return signed ? { data: { signed_url: signed.address, expires_at: signed.expiresAt } } : refuse('noAccess', 403)
    },
    LIMITS.addresses,
  )
  serve(app, rows.lastPlayed, async ({ product_id }, refuse, { userId }) => {
    if ((await mayListen(world, userId, product_id)) === undefined) return refuse('notFound', 404)
    return { data: (await lastPlace(world.db, userId, product_id)) ?? null }
  })
  serve(app, rows.playerAnalytics, () => countPlayer(world))
}

function libraryRoutes(app: FastifyInstance, world: World): void {
  serve(app, rows.titleAccess, ({ product_ids }, _refuse, { userId }) => accessToTitles(world, userId, product_ids))
  serve(app, rows.userSubscribed, async (_input, _refuse, { userId }) => {
    const types = await coveredTypes(world, userId)
    return { is_subsribed: types !== undefined, audio_types: (types ?? []).map((id) => ({ audio_type_id: id })) }
  })
  serve(app, rows.addToLibrary, ({ product }, _refuse, { userId }) => addToLibrary(world, userId, product))
  serve(app, rows.myLibrary, (page, _refuse, { userId }) => libraryPage(world, userId, page))
  serve(app, rows.myShelf, (_input, _refuse, { userId }) => shelfOf(world, userId))
  serve(app, rows.multipleSubscription, async (_input, _refuse, { userId }) => ({ data: await listSubscriptions(world, userId) }))
  serve(app, rows.completion, async (_input, _refuse, { userId }) => ({ audio_type_listening_completion: await completionOfLab(world.db, userId) }))
}
