import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { array, is, size, string, type } from 'superstruct'
import { parseJson } from '../adapters/payment/port.ts'
import { returnMoney, SANDBOX_KEYS, type PaymentSandbox } from '../adapters/payment/sandbox.ts'
import { paypalOrder } from '../adapters/payment/sandbox-replies.ts'
import { textOf } from '../http/text-body.ts'
import { choicePage } from './payment-sandbox-page.ts'
import { localeOf } from '#contract/text/locale.ts'
import { sendPage } from './sandbox-page-reply.ts'

const Unit = type({
  custom_id: string(),
  invoice_id: string(),
  amount: type({ currency_code: string(), value: string() }),
})
const NewOrder = type({
  purchase_units: size(array(Unit), 1),
  payment_source: type({ paypal: type({ experience_context: type({ return_url: string(), cancel_url: string() }) }) }),
})

const Refund = type({ amount: type({ value: string() }) })

/** PayPal's token, orders, captures and refunds in the demo. */
export function paypalSandboxRoutes(app: FastifyInstance, sandbox: PaymentSandbox, siteUrl: string): void {
  const base = '/dev/pay/paypal'
  app.post(`${base}/v1/oauth2/token`, ({ headers }, reply) => {
    const expected = `Basic ${Buffer.from(`${SANDBOX_KEYS.paypal.clientId}:${SANDBOX_KEYS.paypal.secret}`).toString('base64')}`
    return headers.authorization === expected
      ? { access_token: 'sandbox-token', token_type: 'Bearer', expires_in: 32_400 }
      : reply.code(401).send({ error: 'invalid_client' })
  })
  app.get(`${base}/cert`, (_request, reply) => reply.type('text/plain').send(sandbox.certificate()))
  app.get<{ Querystring: { token?: string } }>(`${base}/checkoutnow`, ({ query, headers }, reply) => {
    const payment = sandbox.find('paypal', String(query.token))
    if (!payment) return reply.code(404).send({ error: 'unknown order' })
    return sendPage(reply, choicePage({ ...payment, locale: localeOf(headers['accept-language']) }))
  })
  paypalOrders(app, sandbox, siteUrl + base)
  paypalCaptures(app, sandbox, siteUrl + base)
}

type ById = { Params: { id: string } }

function paypalOrders(app: FastifyInstance, sandbox: PaymentSandbox, address: string): void {
  const path = '/dev/pay/paypal/v2/checkout/orders'
  app.post(path, ({ body, headers }, reply) => {
    const input = parseJson(textOf(body))
    const [unit] = is(input, NewOrder) ? input.purchase_units : []
    if (!is(input, NewOrder) || !unit) return reply.code(400).send({ name: 'INVALID_REQUEST' })
    const { return_url: returnUrl, cancel_url: cancelUrl } = input.payment_source.paypal.experience_context
    const { custom_id, invoice_id, amount } = unit
    const money = { amount: amount.value, currency: amount.currency_code, merchant: SANDBOX_KEYS.paypal.merchantId }
    const key = String(headers['paypal-request-id'] ?? randomUUID())
    const request = {
      gateway: 'paypal',
      key,
      ...money,
      fields: { custom_id, invoice_id },
      returnUrl,
      cancelUrl,
      locale: 'en',
    } as const
    return reply.code(201).send(paypalOrder(sandbox.begin(request), address))
  })
  app.get<ById>(`${path}/:id`, ({ params }, reply) => {
    const payment = sandbox.find('paypal', params.id)
    return payment ? paypalOrder(payment, address) : reply.code(404).send({ name: 'RESOURCE_NOT_FOUND' })
  })
}

function paypalCaptures(app: FastifyInstance, sandbox: PaymentSandbox, address: string): void {
  app.post<ById>('/dev/pay/paypal/v2/checkout/orders/:id/capture', ({ params }, reply) => {
    const payment = sandbox.find('paypal', params.id)
    if (!payment || payment.state === 'started')
      return reply.code(422).send({ name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'ORDER_NOT_APPROVED' }] })
    if (payment.state === 'approved') payment.state = payment.stateAfterCapture ?? 'paid'
    return payment.state === 'failed'
      ? reply.code(422).send({ details: [{ issue: 'INSTRUMENT_DECLINED' }] })
      : reply.code(201).send(paypalOrder(payment, address))
  })
  app.post<ById>('/dev/pay/paypal/v2/payments/captures/:id/refund', ({ params, body, headers }, reply) => {
    const payment = sandbox.find('paypal', params.id.replace(/^C/, ''))
    if (!payment || (payment.state !== 'paid' && payment.state !== 'refunded'))
      return reply.code(404).send({ name: 'RESOURCE_NOT_FOUND' })
    const request = parseJson(textOf(body))
    const amount = is(request, Refund) ? request.amount.value : undefined
    returnMoney(payment, String(headers['paypal-request-id'] ?? randomUUID()), amount)
    return reply.code(201).send({ id: `R${payment.id}`, status: 'COMPLETED' })
  })
}
