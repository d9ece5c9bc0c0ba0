import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import type { AppContext } from '../context.ts'
import { registerEndpoint } from '../http/register-endpoint.ts'
import { cancelGift, redeemGift } from './gifts.ts'
import { addGiver } from './givers.ts'

export function giftRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.addGiftingUser, (input, _refuse, _caller, { address }) =>
    addGiver(context, input, address),
  )
  registerEndpoint(app, endpoints.cancelGiftOrder, ({ token }, _refuse, buyer) => cancelGift(context, buyer, token))
  registerEndpoint(app, endpoints.redeemGift, ({ code }, _refuse, { userId }, { address }) =>
    redeemGift(context, userId, code, address),
  )
}
