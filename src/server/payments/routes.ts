import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endpoints } from '#contract/http/endpoints.ts'
import type { Locale } from '#contract/text/locale.ts'
import { pathTo } from '#i18n/paths.ts'
import { parseJson } from '../adapters/payment/port.ts'
import type { AppContext } from '../context.ts'
import { addressBuckets, take } from '../http/rate-limits.ts'
import { Refused } from '../http/refused.ts'
import { registerEndpoint, sendRefusal } from '../http/register-endpoint.ts'
import { textOf } from '../http/text-body.ts'
import type { OrderRow } from '../orders/order-rows.ts'
import { openCcavenueForm } from './ccavenue-form.ts'
import { checkout } from './checkout.ts'
import { GATEWAY_PAGE_POLICY, gatewayPage } from './gateway-page.ts'
import { fieldsOf, handleGatewayReply } from './gateway-replies.ts'

export function paymentRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.payuCheckout, ({ token, gateway }, _refuse, buyer) =>
    checkout(context, buyer, token, gateway),
  )
  registerEndpoint(app, endpoints.paypalCheckout, ({ token }, _refuse, buyer) =>
    checkout(context, buyer, token, 'paypal'),
  )
  // These routes take forms from other sites: gateways and their pages send them. They trust only signed or encrypted content.
  void app.register(async (inner) => {
    const asText = { parseAs: 'string', bodyLimit: 64 * 1024 } as const
    inner.addHook('onRequest', limitGateways(context))
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

/** Before the body is read. A gateway sends again what was refused. */
const limitGateways = (context: AppContext) => async (request: FastifyRequest, reply: FastifyReply) => {
  const limited = await take(context, addressBuckets(context.encryption, 'gatewayAddress', request.ip))
  if (limited) return sendRefusal(reply, new Refused('tooMany', 429, undefined, limited.retryAfter))
}

const RESULT_PAGES = {
  open: 'paymentSuccess',
  paid: 'paymentSuccess',
  refunded: 'paymentSuccess',
  failed: 'paymentFailure',
  cancelled: 'paymentCancel',
} as const

/** Redirects to the result page, which loads the order for its owner. Without an order: to the failure page. */
function redirectToResult(reply: FastifyReply, { siteUrl }: AppContext, order: OrderRow | undefined): FastifyReply {
  const path = order
    ? pathTo(RESULT_PAGES[order.status], order.locale, { token: order.token })
    : pathTo('paymentFailure', 'en', { token: 'unknown' })
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .redirect(siteUrl + path, 303)
}

/** A webhook of PayU may be JSON. Its values are flat. */
function flatFields(body: string): Record<string, string> {
  if (!body.trimStart().startsWith('{')) return fieldsOf(body)
  const parsed = parseJson(body)
  return typeof parsed === 'object' && parsed !== null
    ? Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, String(value)]))
    : {}
}

function payuRoutes(app: FastifyInstance, context: AppContext): void {
  const handle = (body: string, address: string) => {
    const message = context.payments.payu?.readReply(flatFields(body))
    return handleGatewayReply(context, { gateway: 'payu', message, body, address })
  }
  const handleDispute = (body: string, signature: string, address: string) => {
    const message = context.payments.payu?.readDispute(flatFields(body), signature)
    return handleGatewayReply(context, { gateway: 'payu', message, body, address })
  }
  app.post('/api/payment/payu/return', async ({ body, ip }, reply) =>
    redirectToResult(reply, context, await handle(textOf(body), ip)),
  )
  app.post('/api/payment/payu/webhook', async ({ body, headers, ip }) => {
    const signature = headers['x-payu-dispute-webhook-signature-v2']
    const order =
      typeof signature === 'string' ? await handleDispute(textOf(body), signature, ip) : await handle(textOf(body), ip)
    return { status: order !== undefined }
  })
}

function ccavenueRoutes(app: FastifyInstance, context: AppContext): void {
  const handle = (body: string, address: string, isCancel = false) => {
    const message = context.payments.ccavenue?.readReply(fieldsOf(body))
    return handleGatewayReply(context, { gateway: 'ccavenue', message, body, address, isCancel })
  }
  app.post('/api/payment/ccavenue/return', async ({ body, ip }, reply) =>
    redirectToResult(reply, context, await handle(textOf(body), ip)),
  )
  app.post('/api/payment/ccavenue/cancel', async ({ body, ip }, reply) =>
    redirectToResult(reply, context, await handle(textOf(body), ip, true)),
  )
  app.post('/api/payment/ccavenue/webhook', async ({ body, ip }) => ({
    status: (await handle(textOf(body), ip)) !== undefined,
  }))
  app.get<{ Params: { token: string } }>('/order/ccavenue-pay/:token', async ({ params }, reply) => {
    const form = await openCcavenueForm(context, params.token)
    const locale: Locale = form?.locale ?? 'en'
    return reply
      .code(form ? 200 : 404)
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
      .header('content-security-policy', GATEWAY_PAGE_POLICY(context.payments.ccavenue?.origin ?? ''))
      .type('text/html; charset=utf-8')
      .send(gatewayPage(form, locale, context.siteUrl))
  })
}

type ReturnRequest = {
  Params: { order: string }
  Querystring: { token?: unknown; subscription_id?: unknown; key?: unknown }
}
const shortHash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 12)

function paypalRoutes(app: FastifyInstance, context: AppContext): void {
  const handle = (orderToken: string, query: ReturnRequest['Querystring'], address: string, isCancel: boolean) => {
    const fields = Object.fromEntries(
      Object.entries(query).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    )
    const body = `${isCancel ? 'cancel' : 'return'} ${shortHash(orderToken)} ${new URLSearchParams(fields)}`
    const message = context.payments.paypal?.readReply(fields)
    // `orderToken` stops a payment from being shown as that of another order (attack case 34).
    return handleGatewayReply(context, { gateway: 'paypal', message, body, orderToken, address, isCancel })
  }
  app.get<ReturnRequest>('/api/payment/paypal/return/:order', async ({ params, query, ip }, reply) =>
    redirectToResult(reply, context, await handle(params.order, query, ip, false)),
  )
  app.get<ReturnRequest>('/api/payment/paypal/cancel/:order', async ({ params, query, ip }, reply) =>
    redirectToResult(reply, context, await handle(params.order, query, ip, true)),
  )
  app.post('/api/payment/paypal/webhook', async ({ body, headers, ip }, reply) => {
    const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    const message = await context.payments.paypal?.readWebhook({ headers: flat, body: textOf(body) })
    const order = await handleGatewayReply(context, { gateway: 'paypal', message, body: textOf(body), address: ip })
    return message ? { status: order !== undefined } : reply.code(400).send({ status: false, fault: 'refused' })
  })
}
