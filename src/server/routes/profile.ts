import type { FastifyInstance } from 'fastify'
import { endpoints as rows } from '#contract/index.ts'
import { serve } from '../lib/serve.ts'
import { isComplete, markComplete, profileOf, saveProfile, setNewsletter } from '../services/profile.ts'
import type { World } from '../world.ts'

export function profileRoutes(app: FastifyInstance, world: World): void {
  serve(app, rows.myProfile, (_input, _refuse, { userId }) => profileOf(world, userId))
  serve(app, rows.setNewsletter, ({ newsletter_subscribed }, _refuse, { userId }) => setNewsletter(world, userId, newsletter_subscribed))
  serve(app, rows.saveProfile, (input, _refuse, { userId }) => saveProfile(world, userId, input))
  serve(app, rows.checkProfileStatus, async (_input, _refuse, { userId }) => ({ is_profile_completed: await isComplete(world, userId) }))
  serve(app, rows.completeProfileStatus, (_input, _refuse, { userId }) => markComplete(world, userId))
}
