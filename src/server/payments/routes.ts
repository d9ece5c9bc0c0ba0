import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import type { Locale } from '#contract/text.ts'
import { pathTo } from '#i18n/paths.ts'
import { jsonOf } from '../adapters/payment/port.ts'
import { buyerOf } from '../http/buyer.ts'
import { registerEndpoint } from '../http/register-endpoint.ts'
import { textOf } from '../http/text-body.ts'
import { checkout, checkoutRenewing, openMarker } from './checkout.ts'
import { fieldsOf, hear } from './gateway-replies.ts'
import { PAY_POLICY, payPage } from './gateway-page.ts'
import { cancelRenewal, renewalOf } from '../renewals/renewal.ts'
import type { OrderRow } from '../orders/order-rows.ts'
import type { AppContext } from '../context.ts'

export function paymentRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.payuCheckout, ({ token, gateway }, _refuse, buyer) =>
    checkout(context, buyer, token, gateway),
  )
  registerEndpoint(app, endpoints.paypalCheckout, ({ token }, _refuse, buyer) =>
    checkout(context, buyer, token, 'paypal'),
  )
  registerEndpoint(app, endpoints.autoRenewalCheckout, ({ token }, _refuse, { userId }) =>
    checkoutRenewing(context, buyerOf(userId), token, 'payu'),
  )
  registerEndpoint(app, endpoints.paypalRecurring, ({ token }, _refuse, { userId }) =>
    checkoutRenewing(context, buyerOf(userId), token, 'paypal'),
  )
  registerEndpoint(app, endpoints.autoRenewal, (_input, _refuse, { userId }) => renewalOf(context, userId))
  registerEndpoint(app, endpoints.cancelAutoRenewal, (_input, _refuse, { userId }) => cancelRenewal(context, userId))
  // Gateways and browsers they send post forms from other sites: these routes read nothing but what is sealed or signed.
  void app.register(async (inner) => {
    const asText = { parseAs: 'string', bodyLimit: 64 * 1024 } as const
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'application/json'],
      asText,
      (_request, body, done) => done(null, body),
    )
    payuRoutes(inner, context)
    ccavenueRoutes(inner, context)
    paypalRoutes(inner, context)
  })
}

const SCREENS = {
  open: 'paymentSuccess',
  paid: 'paymentSuccess',
  refunded: 'paymentSuccess',
  failed: 'paymentFailure',
  cancelled: 'paymentCancel',
} as const

/** To the page that tells what the order truly is; it opens for its owner only. Nothing we know of: the failure page, without a name. */
function show(reply: FastifyReply, { siteUrl }: AppContext, order: OrderRow | undefined): FastifyReply {
  const path = order
    ? pathTo(SCREENS[order.status], order.locale, { token: order.token })
    : pathTo('paymentFailure', 'en', { token: 'unknown' })
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .redirect(siteUrl + path, 303)
}

/** JSON of a push has flat values. */
function flatFields(body: string): Record<string, string> {
  if (!body.trimStart().startsWith('{')) return fieldsOf(body)
  const read = jsonOf(body)
  return typeof read === 'object' && read !== null
    ? Object.fromEntries(Object.entries(read).map(([name, value]) => [name, String(value)]))
    : {}
}

function payuRoutes(app: FastifyInstance, context: AppContext): void {
  const heard = (body: string) =>
    hear(context, { gateway: 'payu', told: context.payments.payu?.read(flatFields(body)), body })
  app.post('/api/payment/payu/return', async ({ body }, reply) => show(reply, context, await heard(textOf(body))))
  app.post('/api/payment/payu/webhook', async ({ body }) => ({ status: (await heard(textOf(body))) !== undefined }))
}

function ccavenueRoutes(app: FastifyInstance, context: AppContext): void {
  const heard = (body: string, isCancel = false) =>
    hear(context, { gateway: 'ccavenue', told: context.payments.ccavenue?.read(fieldsOf(body)), body, isCancel })
  app.post('/api/payment/ccavenue/return', async ({ body }, reply) => show(reply, context, await heard(textOf(body))))
  app.post('/api/payment/ccavenue/cancel', async ({ body }, reply) =>
    show(reply, context, await heard(textOf(body), true)),
  )
  app.post('/api/payment/ccavenue/webhook', async ({ body }) => ({ status: (await heard(textOf(body))) !== undefined }))
  app.get<{ Params: { token: string }; Headers: { 'accept-language'?: string } }>(
    '/order/ccavenue-pay/:token',
    async ({ params }, reply) => {
      const opened = await openMarker(context, params.token)
      const locale: Locale = opened?.locale ?? 'en'
      return reply
        .code(opened ? 200 : 404)
        .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
        .header('content-security-policy', PAY_POLICY(context.payments.ccavenue?.origin ?? ''))
        .type('text/html; charset=utf-8')
        .send(payPage(opened, locale, context.siteUrl))
    },
  )
}

type Back = { Params: { order: string }; Querystring: { token?: unknown; subscription_id?: unknown; key?: unknown } }
const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 12)

function paypalRoutes(app: FastifyInstance, context: AppContext): void {
  const heard = (order: string, query: Back['Querystring'], isCancel: boolean) => {
    const said = Object.fromEntries(
      Object.entries(query).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    )
    const body = `${isCancel ? 'cancel' : 'return'} ${hashed(order)} ${new URLSearchParams(said)}`
    // The token of another order changes nothing there (case 34).
    return hear(context, { gateway: 'paypal', told: context.payments.paypal?.read(said), body, order, isCancel })
  }
  app.get<Back>('/api/payment/paypal/return/:order', async ({ params, query }, reply) =>
    show(reply, context, await heard(params.order, query, false)),
  )
  app.get<Back>('/api/payment/paypal/cancel/:order', async ({ params, query }, reply) =>
    show(reply, context, await heard(params.order, query, true)),
  )
  app.post('/api/payment/paypal/webhook', async ({ body, headers }, reply) => {
    const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    const told = await context.payments.paypal?.readPushed({ headers: flat, body: textOf(body) })
    const order = await hear(context, { gateway: 'paypal', told, body: textOf(body) })
    return told ? { status: order !== undefined } : reply.code(400).send({ status: false, fault: 'refused' })
  })
}
