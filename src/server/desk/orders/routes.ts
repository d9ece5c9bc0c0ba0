import type { FastifyInstance } from 'fastify'
import { DESK_PAGE } from '#contract/desk/list-fields.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import type { AppContext } from '../../context.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { searchOrders } from '../../orders/records/find-orders.ts'
import { openInvoiceOf } from '../../orders/invoices.ts'
import { refundOrder, releaseOrder } from '../../payments/manage-orders.ts'
import { orderStory } from '../../payments/decisions/order-story.ts'
import { refundOrderLines } from '../../payments/decisions/refund-order-lines.ts'
import { orderReply } from './order-reply.ts'
import { resendMail } from './resend-mail.ts'

export function orderDeskRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.deskOrders, async ({ q, filter, page }) => {
    const { rows, ...paged } = await searchOrders(context, { text: q, filter }, { page, limit: DESK_PAGE })
    const data = rows.map(({ createdAt, isGift, isHeld, ...row }) => ({
      ...row,
      created: createdAt.toISOString(),
      is_gift: isGift,
      is_held: isHeld,
    }))
    return { ...paged, data }
  })
  registerEndpoint(app, endpoints.deskOrder, async ({ id }) => {
    const story = await orderStory(context.db, id)
    return story ? { data: orderReply(story) } : { fault: 'notFound' as const }
  })
  moneyRoutes(app, context)
  registerEndpoint(app, endpoints.deskResendMail, ({ id, mail }, _refuse, { name }) =>
    resendMail(context, id, mail, name),
  )
  registerEndpoint(app, endpoints.deskInvoice, async ({ id, number }) => {
    const story = await orderStory(context.db, id)
    return story ? openInvoiceOf(context, story.order, { number }) : { fault: 'notFound' as const }
  })
}

function moneyRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.deskRefundOrder, async ({ id, lines, reason, amount }, _refuse, { name: who }) => {
    if (lines) return refundOrderLines(context, id, lines, { who, reason, amount })
    const refunded = await refundOrder(context, String(id), { who, reason, amount, states: ['paid'] })
    context.wake()
    return 'fault' in refunded ? refunded : { amount, is_whole: true }
  })
  registerEndpoint(app, endpoints.deskAcceptPayment, async ({ id, reason, amount }, _refuse, { name: who }) => {
    const released = await releaseOrder(context, String(id), { who, reason, amount })
    return 'fault' in released ? released : {}
  })
  registerEndpoint(app, endpoints.deskReturnPayment, async ({ id, reason }, _refuse, { name: who }) => {
    const refunded = await refundOrder(context, String(id), { who, reason, states: ['held'] })
    return 'fault' in refunded ? refunded : {}
  })
}
