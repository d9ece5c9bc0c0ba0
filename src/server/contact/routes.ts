import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/http/endpoints.ts'
import { registerEndpoint } from '../http/register-endpoint.ts'
import { storeContact } from './contacts.ts'
import type { AppContext } from '../context.ts'

/** Per network address. A school may share one address, so a few messages are allowed. */
const LIMITS = { challenge: { limitPerMinute: 60 }, contact: { limit: { calls: 10, minutes: 10 } } }

export function contactRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.humanChallenge, () => context.captcha.challenge(context.now()), LIMITS.challenge)
  registerEndpoint(
    app,
    endpoints.contactUs,
    async (message, refuse) => {
      const result = await storeContact(context, message)
      if (result === 'mobile') return { fault: 'badInput', fields: { mobile: 'mobile' } }
      return result === 'stored' ? {} : refuse('humanCheck', 422, { altcha: 'humanCheck' })
    },
    LIMITS.contact,
  )
}
