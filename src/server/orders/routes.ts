import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { buyerOf } from '../http/buyer.ts'
import { registerEndpoint } from '../http/register-endpoint.ts'
import { addGifter, cancelGift, redeem } from '../gifts/gifts.ts'
import { openInvoice } from './invoices.ts'
import { createOrder } from './create-order.ts'
import { regenerate } from './repay-order.ts'
import { myOrders, orderDetails } from './order-details.ts'
import type { AppContext } from '../context.ts'

export function orderRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.createOrder, (input, _refuse, buyer, origin) =>
    createOrder(context, buyer, input, origin),
  )
  registerEndpoint(app, endpoints.orderDetails, ({ token }, _refuse, buyer) => orderDetails(context, buyer, token))
  registerEndpoint(app, endpoints.myOrders, (page, _refuse, { userId }) => myOrders(context, userId, page))
  registerEndpoint(app, endpoints.regenerateOrder, ({ order_number }, _refuse, { userId }) =>
    regenerate(context, buyerOf(userId), order_number),
  )
  registerEndpoint(app, endpoints.addGiftingUser, (input, _refuse, _caller, { address }) =>
    addGifter(context, input, address),
  )
  registerEndpoint(app, endpoints.cancelGiftOrder, ({ token }, _refuse, buyer) => cancelGift(context, buyer, token))
  registerEndpoint(
    app,
    endpoints.invoice,
    ({ token, kind }, _refuse, buyer) => openInvoice(context, buyer, token, kind === 'credit' ? 'C' : 'I'),
    { limitPerMinute: 30 },
  )
  registerEndpoint(app, endpoints.redeemGift, ({ code }, _refuse, { userId }, { address }) =>
    redeem(context, userId, code, address),
  )
}
