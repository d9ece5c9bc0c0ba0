import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/http/endpoints.ts'
import type { AppContext } from '../context.ts'
import { buyerOf } from '../http/buyer.ts'
import { registerEndpoint } from '../http/register-endpoint.ts'
import { checkoutWithMandate } from './checkout.ts'
import { cancelRenewal, renewalOf } from './renewal.ts'

export function renewalRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.autoRenewalCheckout, ({ token }, _refuse, { userId }) =>
    checkoutWithMandate(context, buyerOf(userId), token, 'payu'),
  )
  registerEndpoint(app, endpoints.paypalRecurring, ({ token }, _refuse, { userId }) =>
    checkoutWithMandate(context, buyerOf(userId), token, 'paypal'),
  )
  registerEndpoint(app, endpoints.autoRenewal, (_input, _refuse, { userId }) => renewalOf(context, userId))
  registerEndpoint(app, endpoints.cancelAutoRenewal, (_input, _refuse, { userId }) => cancelRenewal(context, userId))
}
