import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { registerEndpoint } from '../http/register-endpoint.ts'
import { keepContact } from './contacts.ts'
import type { AppContext } from '../context.ts'

/** Of one address. A school behind one address may write more than once; a machine soon has to wait. */
const LIMITS = { challenge: { limitPerMinute: 60 }, contact: { limit: { calls: 10, minutes: 10 } } }

export function contactRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.humanChallenge, () => context.human.challenge(context.now()), LIMITS.challenge)
  registerEndpoint(
    app,
    endpoints.contactUs,
    async (letter, refuse) =>
      (await keepContact(context, letter)) === 'kept' ? {} : refuse('humanCheck', 422, { altcha: 'humanCheck' }),
    LIMITS.contact,
  )
}
