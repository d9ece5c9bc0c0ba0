import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { array, enums, is, object, size, string, type } from 'superstruct'
import { decryptText } from '../adapters/payment/ccavenue.ts'
import { requestHash } from '../adapters/payment/payu.ts'
import { jsonOf } from '../adapters/payment/port.ts'
import { SANDBOX_KEYS, type PaymentSandbox, type SandboxPayment } from '../adapters/payment/sandbox.ts'
import {
  ccavenueAnswer,
  ccavenueCommand,
  paypalOrder,
  payuAnswer,
  payuCommand,
} from '../adapters/payment/sandbox-wire.ts'
import { textOf } from '../http/text-body.ts'
import { localeOf, page } from './sandbox-replies.ts'
import { subscriptionSandboxRoutes } from './subscription-sandbox-routes.ts'
import { fieldsOf } from '../payments/gateway-replies.ts'
import { choicePage, CHOICES, type Choice } from './payment-sandbox-page.ts'
import { gatewayPage } from '../payments/gateway-page.ts'

const LATE_MS = 5_000
const PENDING_MS = 60_000
const Chosen = object({
  gateway: enums(['payu', 'ccavenue', 'paypal']),
  id: size(string(), 1, 60),
  choice: enums(CHOICES),
})

/** Of the demo only: the three gateways as they answer on the wire. `server`: where this process finds the shop. */
export function paymentSandboxRoutes(sandbox: PaymentSandbox, siteUrl: string, server: () => string) {
  return async function register(app: FastifyInstance): Promise<void> {
    const asText = { parseAs: 'string' } as const
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'application/json'],
      asText,
      (_request, body, done) => done(null, body),
    )
    app.addHook(
      'onRequest',
      async (_request, reply) =>
        void reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }),
    )
    payu(app, sandbox)
    ccavenue(app, sandbox)
    paypal(app, sandbox, siteUrl)
    subscriptionSandboxRoutes(app, sandbox, siteUrl)
    app.post('/dev/pay/choose', ({ body }, reply) => {
      const chosen = fieldsOf(textOf(body))
      const payment = is(chosen, Chosen) ? sandbox.find(chosen.gateway, chosen.id) : undefined
      if (!payment || !is(chosen, Chosen)) return reply.code(400).send({ error: 'unknown payment' })
      return end(reply, { sandbox, payment, choice: chosen.choice, server: server() })
    })
  }
}

function payu(app: FastifyInstance, sandbox: PaymentSandbox): void {
  app.post('/dev/pay/payu/_payment', ({ body, headers }, reply) => {
    const fields = fieldsOf(textOf(body))
    const { key = '', txnid = '', amount = '', productinfo = '', firstname = '', email = '', surl = '', hash } = fields
    const right = requestHash({ ...fields, key, txnid, amount, productinfo, firstname, email }, SANDBOX_KEYS.payu.salt)
    if (key !== SANDBOX_KEYS.payu.key || hash !== right) return reply.code(400).send({ error: 'hash' })
    const locale = localeOf(headers['accept-language'])
    const about = {
      gateway: 'payu',
      key: txnid,
      amount,
      currency: 'INR',
      fields,
      returnUrl: surl,
      cancelUrl: surl,
      merchant: key,
      locale,
    } as const
    return page(reply, choicePage(sandbox.begin(about)))
  })
  app.post('/dev/pay/payu/postservice', ({ body }) => payuCommand(sandbox, fieldsOf(textOf(body))))
}

function ccavenue(app: FastifyInstance, sandbox: PaymentSandbox): void {
  app.post('/dev/pay/ccavenue/transaction.do', ({ body, headers }, reply) => {
    const { encRequest = '', access_code } = fieldsOf(textOf(body))
    const plain = decryptText(encRequest, SANDBOX_KEYS.ccavenue.workingKey)
    if (plain === undefined || access_code !== SANDBOX_KEYS.ccavenue.accessCode)
      return reply.code(400).send({ error: 'access' })
    const fields = fieldsOf(plain)
    const { order_id = '', amount = '', currency = '', redirect_url = '', cancel_url = '', merchant_id = '' } = fields
    const urls = { returnUrl: redirect_url, cancelUrl: cancel_url }
    const about = {
      gateway: 'ccavenue',
      key: order_id,
      amount,
      currency,
      fields,
      ...urls,
      merchant: merchant_id,
      locale: localeOf(headers['accept-language']),
    } as const
    return page(reply, choicePage(sandbox.begin(about)))
  })
  app.post('/dev/pay/ccavenue/api', ({ body }, reply) =>
    reply.type('text/plain').send(ccavenueCommand(sandbox, fieldsOf(textOf(body)))),
  )
}

const Unit = type({
  custom_id: string(),
  invoice_id: string(),
  amount: type({ currency_code: string(), value: string() }),
})
const NewOrder = type({
  purchase_units: size(array(Unit), 1),
  payment_source: type({ paypal: type({ experience_context: type({ return_url: string(), cancel_url: string() }) }) }),
})

function paypal(app: FastifyInstance, sandbox: PaymentSandbox, siteUrl: string): void {
  const base = '/dev/pay/paypal'
  app.post(`${base}/v1/oauth2/token`, ({ headers }, reply) => {
    const right = `Basic ${Buffer.from(`${SANDBOX_KEYS.paypal.clientId}:${SANDBOX_KEYS.paypal.secret}`).toString('base64')}`
    return headers.authorization === right
      ? { access_token: 'sandbox-token', token_type: 'Bearer', expires_in: 32_400 }
      : reply.code(401).send({ error: 'invalid_client' })
  })
  app.get(`${base}/cert`, (_request, reply) => reply.type('text/plain').send(sandbox.certificate()))
  app.get<{ Querystring: { token?: string } }>(`${base}/checkoutnow`, ({ query, headers }, reply) => {
    const payment = sandbox.find('paypal', String(query.token))
    if (!payment) return reply.code(404).send({ error: 'unknown order' })
    return page(reply, choicePage({ ...payment, locale: localeOf(headers['accept-language']) }))
  })
  paypalOrders(app, sandbox, siteUrl + base)
  paypalMoney(app, sandbox, siteUrl + base)
}

type ById = { Params: { id: string } }

function paypalOrders(app: FastifyInstance, sandbox: PaymentSandbox, address: string): void {
  const path = '/dev/pay/paypal/v2/checkout/orders'
  app.post(path, ({ body, headers }, reply) => {
    const wanted = jsonOf(textOf(body))
    const [unit] = is(wanted, NewOrder) ? wanted.purchase_units : []
    if (!is(wanted, NewOrder) || !unit) return reply.code(400).send({ name: 'INVALID_REQUEST' })
    const { return_url: returnUrl, cancel_url: cancelUrl } = wanted.payment_source.paypal.experience_context
    const { custom_id, invoice_id, amount } = unit
    const money = { amount: amount.value, currency: amount.currency_code, merchant: SANDBOX_KEYS.paypal.merchantId }
    const key = String(headers['paypal-request-id'] ?? randomUUID())
    const about = {
      gateway: 'paypal',
      key,
      ...money,
      fields: { custom_id, invoice_id },
      returnUrl,
      cancelUrl,
      locale: 'en',
    } as const
    return reply.code(201).send(paypalOrder(sandbox.begin(about), address))
  })
  app.get<ById>(`${path}/:id`, ({ params }, reply) => {
    const payment = sandbox.find('paypal', params.id)
    return payment ? paypalOrder(payment, address) : reply.code(404).send({ name: 'RESOURCE_NOT_FOUND' })
  })
}

function paypalMoney(app: FastifyInstance, sandbox: PaymentSandbox, address: string): void {
  app.post<ById>('/dev/pay/paypal/v2/checkout/orders/:id/capture', ({ params }, reply) => {
    const payment = sandbox.find('paypal', params.id)
    if (!payment || payment.state === 'started')
      return reply.code(422).send({ name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'ORDER_NOT_APPROVED' }] })
    if (payment.state === 'approved') payment.state = payment.then ?? 'paid'
    return payment.state === 'failed'
      ? reply.code(422).send({ details: [{ issue: 'INSTRUMENT_DECLINED' }] })
      : reply.code(201).send(paypalOrder(payment, address))
  })
  app.post<ById>('/dev/pay/paypal/v2/payments/captures/:id/refund', ({ params }, reply) => {
    const payment = sandbox.find('paypal', params.id.replace(/^C/, ''))
    if (!payment || (payment.state !== 'paid' && payment.state !== 'refunded'))
      return reply.code(404).send({ name: 'RESOURCE_NOT_FOUND' })
    payment.state = 'refunded'
    return reply.code(201).send({ id: `R${payment.id}`, status: 'COMPLETED' })
  })
}

type Ending = { sandbox: PaymentSandbox; payment: SandboxPayment; choice: Choice; server: string }
const STATES = {
  success: 'paid',
  failure: 'failed',
  pending: 'pending',
  cancel: 'cancelled',
  tampered: 'failed',
  late: 'pending',
  twice: 'paid',
  lost: 'paid',
} as const

/** Ends a payment as its visitor chose, and sends the browser and the pushes that go with it. */
function end(reply: FastifyReply, { sandbox, payment, choice, server }: Ending): FastifyReply {
  const state = STATES[choice]
  const isCapturedByShop = payment.gateway === 'paypal' && payment.fields['plan_id'] === undefined
  if (isCapturedByShop && choice !== 'cancel' && choice !== 'tampered')
    Object.assign(payment, { state: 'approved', then: state })
  else payment.state = state
  if (state === 'pending') settleLater(sandbox, payment, choice === 'late', server)
  if (choice === 'twice') void push(sandbox, payment, server).then(() => push(sandbox, payment, server))
  if (choice === 'lost') return page(reply, gatewayPage(undefined, payment.locale, server))
  return payment.gateway === 'paypal' ? redirect(reply, payment, choice) : postBack(reply, payment, choice)
}

function settleLater(sandbox: PaymentSandbox, payment: SandboxPayment, tells: boolean, server: string): void {
  const later = setTimeout(
    () => {
      payment.state = 'paid'
      if (tells) void push(sandbox, payment, server)
    },
    tells ? LATE_MS : PENDING_MS,
  )
  later.unref()
}

function redirect(
  reply: FastifyReply,
  { id, fields, returnUrl, cancelUrl }: SandboxPayment,
  choice: Choice,
): FastifyReply {
  const token = choice === 'tampered' ? `${id}X` : id
  // A subscription that was turned down is named to nobody.
  if (fields['plan_id'] !== undefined)
    return reply.redirect(choice === 'cancel' ? cancelUrl : `${returnUrl}?subscription_id=${token}&ba_token=BA`, 303)
  return reply.redirect(
    choice === 'cancel' ? `${cancelUrl}?token=${token}` : `${returnUrl}?token=${token}&PayerID=SANDBOX`,
    303,
  )
}

function postBack(reply: FastifyReply, payment: SandboxPayment, choice: Choice): FastifyReply {
  const isForged = choice === 'tampered'
  const told = isForged ? { ...payment, state: 'paid' as const } : payment
  const fields =
    payment.gateway === 'payu'
      ? payuAnswer(told, isForged ? 'another salt' : undefined)
      : ccavenueAnswer(told, isForged ? 'another key' : undefined)
  const action = choice === 'cancel' ? payment.cancelUrl : payment.returnUrl
  return page(reply, gatewayPage({ action, fields }, payment.locale, ''))
}

/** As the gateway itself would tell the shop. */
export async function push(sandbox: PaymentSandbox, payment: SandboxPayment, server: string): Promise<void> {
  const address = `${server}/api/payment/${payment.gateway}/webhook`
  const body =
    payment.gateway === 'paypal'
      ? paypalEvent(payment)
      : new URLSearchParams(payment.gateway === 'payu' ? payuAnswer(payment) : ccavenueAnswer(payment)).toString()
  const headers =
    payment.gateway === 'paypal'
      ? sandbox.signPush(body, `${server}/dev/pay/paypal/cert`)
      : { 'content-type': 'application/x-www-form-urlencoded' }
  await fetch(address, { method: 'POST', headers, body }).catch(() => undefined)
}

function paypalEvent({ id, fields }: SandboxPayment): string {
  const sale = { id: `S${id}`, billing_agreement_id: id }
  if (fields['plan_id'] !== undefined)
    return JSON.stringify({ id: `WH-${id}`, event_type: 'PAYMENT.SALE.COMPLETED', resource: sale })
  const resource = {
    id: `C${id}`,
    custom_id: fields['custom_id'],
    supplementary_data: { related_ids: { order_id: id } },
  }
  return JSON.stringify({ id: `WH-${id}`, event_type: 'PAYMENT.CAPTURE.COMPLETED', resource })
}
