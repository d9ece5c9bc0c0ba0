import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/http/endpoints.ts'
import type { AppContext } from '../context.ts'
import { registerEndpoint } from '../http/register-endpoint.ts'
import { createOrder } from './create-order.ts'
import { openInvoice } from './invoices.ts'
import { myOrders, orderDetails } from './order-details.ts'
import { regenerateOrder } from './repay-order.ts'

export function orderRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.createOrder, (input, _refuse, buyer, origin) =>
    createOrder(context, buyer, input, origin),
  )
  registerEndpoint(app, endpoints.orderDetails, ({ token }, _refuse, buyer) => orderDetails(context, buyer, token))
  registerEndpoint(app, endpoints.myOrders, (page, _refuse, { userId }) => myOrders(context, userId, page))
  registerEndpoint(app, endpoints.regenerateOrder, ({ order_number, agreed }, _refuse, buyer, { country }) =>
    regenerateOrder(context, buyer, { id: order_number, agreed, networkCountry: country }),
  )
  registerEndpoint(
    app,
    endpoints.invoice,
    ({ token, kind, number }, _refuse, buyer) =>
      openInvoice(context, buyer, token, { kind: kind ?? 'invoice', number }),
    { limitPerMinute: 30 },
  )
}
