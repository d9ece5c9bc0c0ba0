import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { registerEndpoint } from '../http/register-endpoint.ts'
import { isComplete, markComplete, profileOf, saveProfile, setNewsletter } from './profile.ts'
import type { AppContext } from '../context.ts'

export function profileRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.myProfile, (_input, _refuse, { userId }) => profileOf(context, userId))
  registerEndpoint(app, endpoints.setNewsletter, ({ newsletter_subscribed }, _refuse, { userId }) =>
    setNewsletter(context, userId, newsletter_subscribed),
  )
  registerEndpoint(app, endpoints.saveProfile, (input, _refuse, { userId }) => saveProfile(context, userId, input))
  registerEndpoint(app, endpoints.checkProfileStatus, async (_input, _refuse, { userId }) => ({
    is_profile_completed: await isComplete(context, userId),
  }))
  registerEndpoint(app, endpoints.completeProfileStatus, (_input, _refuse, { userId }) => markComplete(context, userId))
}
