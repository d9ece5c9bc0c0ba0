import type { FastifyInstance } from 'fastify'
import { endpoints as rows } from '#contract/index.ts'
import { serve } from '../lib/serve.ts'
import { keepContact } from '../services/contacts.ts'
import type { World } from '../world.ts'

/** Of one address. A school behind one address may write more than once; a machine soon has to wait. */
const LIMITS = { challenge: { limitPerMinute: 60 }, contact: { limit: { calls: 10, minutes: 10 } } }

export function contactRoutes(app: FastifyInstance, world: World): void {
  serve(app, rows.humanChallenge, () => world.human.challenge(world.now()), LIMITS.challenge)
  serve(
    app,
    rows.contactUs,
    async (letter, refuse) => ((await keepContact(world, letter)) === 'kept' ? {} : refuse('humanCheck', 422, { altcha: 'humanCheck' })),
    LIMITS.contact,
  )
}
