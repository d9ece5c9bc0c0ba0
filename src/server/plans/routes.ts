import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/http/endpoints.ts'
import { registerEndpoint } from '../http/register-endpoint.ts'
import { listPlans } from './plans.ts'
import { coveredTypes, isPlanUnderWay, listSubscriptions } from './subscriptions.ts'
import type { AppContext } from '../context.ts'

export function planRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.subscriptionList, async () => ({ data: await listPlans(context.db) }))
  registerEndpoint(app, endpoints.userSubscribed, async (_input, _refuse, { userId }) => {
    const types = await coveredTypes(context, userId)
    return { is_subsribed: types !== undefined, audio_types: (types ?? []).map((id) => ({ audio_type_id: id })) }
  })
  registerEndpoint(app, endpoints.multipleSubscription, async (_input, _refuse, { userId }) => ({
    data: await listSubscriptions(context, userId),
    is_pending: await isPlanUnderWay(context.db, userId),
  }))
}
