import type { FastifyInstance } from 'fastify'
import { endpoints as rows } from '#contract/index.ts'
import { buyerOf } from '../lib/buyer.ts'
import { serve } from '../lib/serve.ts'
import { addGifter, cancelGift, redeem } from '../services/selling/gifts.ts'
import { openInvoice } from '../services/selling/invoices.ts'
import { createOrder } from '../services/selling/orders.ts'
import { regenerate } from '../services/selling/regenerate.ts'
import { myOrders, orderDetails } from '../services/selling/show-orders.ts'
import type { World } from '../world.ts'

export function orderRoutes(app: FastifyInstance, world: World): void {
  serve(app, rows.createOrder, (input, _refuse, buyer, origin) => createOrder(world, buyer, input, origin))
  serve(app, rows.orderDetails, ({ token }, _refuse, buyer) => orderDetails(world, buyer, token))
  serve(app, rows.myOrders, (page, _refuse, { userId }) => myOrders(world, userId, page))
  serve(app, rows.regenerateOrder, ({ order_number }, _refuse, { userId }) => regenerate(world, buyerOf(userId), order_number))
  serve(app, rows.addGiftingUser, (input, _refuse, _caller, { address }) => addGifter(world, input, address))
  serve(app, rows.cancelGiftOrder, ({ token }, _refuse, buyer) => cancelGift(world, buyer, token))
  serve(app, rows.invoice, ({ token, kind }, _refuse, buyer) => openInvoice(world, buyer, token, kind === 'credit' ? 'C' : 'I'), { limitPerMinute: 30 })
  serve(app, rows.redeemGift, ({ code }, _refuse, { userId }, { address }) => redeem(world, userId, code, address))
}
