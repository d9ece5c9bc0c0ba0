import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { array, is, number, size, string, type } from 'superstruct'
import { parseJson } from '../adapters/payment/port.ts'
import { SANDBOX_KEYS, type PaymentSandbox, type SandboxPayment } from '../adapters/payment/sandbox.ts'
import { subscriptionSales, subscriptionView } from '../adapters/payment/sandbox-mandates.ts'
import { textOf } from '../http/text-body.ts'
import { choicePage } from './payment-sandbox-page.ts'
import { localeOf } from '#contract/text/locale.ts'
import { sendPage } from './sandbox-page-reply.ts'

const Money = type({ currency_code: string(), value: string() })
const NewPlan = type({
  billing_cycles: size(
    array(type({ frequency: type({ interval_count: number() }), pricing_scheme: type({ fixed_price: Money }) })),
    1,
  ),
  payment_preferences: type({ setup_fee: Money }),
})
const NewSubscription = type({
  plan_id: string(),
  custom_id: string(),
  start_time: string(),
  application_context: type({ return_url: string(), cancel_url: string() }),
})
/** What the first payment is, and the days between the debits after it. */
type Plan = typeof Money.TYPE & { days: string }
type ById = { Params: { id: string } }

/** PayPal's products, plans and subscriptions in the demo. */
export function subscriptionSandboxRoutes(app: FastifyInstance, sandbox: PaymentSandbox, siteUrl: string): void {
  const base = '/dev/pay/paypal'
  const plans = new Map<string, Plan>()
  const notFound = (reply: FastifyReply) => reply.code(404).send({ name: 'RESOURCE_NOT_FOUND' })
  app.post(`${base}/v1/catalogs/products`, ({ body }, reply) => reply.code(201).send(parseJson(textOf(body)) ?? {}))
  app.post(`${base}/v1/billing/plans`, ({ body }, reply) => {
    const input = parseJson(textOf(body))
    if (!is(input, NewPlan)) return reply.code(400).send({ name: 'INVALID_REQUEST' })
    const id = `P-${randomUUID()}`
    const days = input.billing_cycles[0]?.frequency.interval_count ?? 0
    plans.set(id, { ...input.payment_preferences.setup_fee, days: String(days) })
    return reply.code(201).send({ id, status: 'ACTIVE' })
  })
  app.post(`${base}/v1/billing/subscriptions`, ({ body, headers }, reply) => {
    const input = parseJson(textOf(body))
    const plan = is(input, NewSubscription) ? plans.get(input.plan_id) : undefined
    if (!is(input, NewSubscription) || !plan) return reply.code(400).send({ name: 'INVALID_REQUEST' })
    const request = subscriptionOf(input, plan, String(headers['paypal-request-id'] ?? randomUUID()))
    return reply.code(201).send(subscriptionView(sandbox, sandbox.begin(request, 'I-'), siteUrl + base))
  })
  app.get<ById>(`${base}/v1/billing/subscriptions/:id`, ({ params }, reply) => {
    const payment = sandbox.find('paypal', params.id)
    return payment ? subscriptionView(sandbox, payment, siteUrl + base) : notFound(reply)
  })
  app.get<ById>(`${base}/v1/billing/subscriptions/:id/transactions`, ({ params }, reply) => {
    const payment = sandbox.find('paypal', params.id)
    return payment ? { transactions: subscriptionSales(sandbox, payment) } : notFound(reply)
  })
  subscriptionEndRoutes(app, sandbox, base)
}

function subscriptionOf(
  { plan_id, custom_id, start_time, application_context: { return_url, cancel_url } }: typeof NewSubscription.TYPE,
  { value, currency_code, days }: Plan,
  key: string,
): Omit<SandboxPayment, 'id' | 'state' | 'stateAfterCapture'> {
  const request = {
    returnUrl: return_url,
    cancelUrl: cancel_url,
    merchant: SANDBOX_KEYS.paypal.merchantId,
    locale: 'en',
  } as const
  const fields = { custom_id, plan_id, start_time, days }
  return { gateway: 'paypal', key, amount: value, currency: currency_code, fields, ...request }
}

function subscriptionEndRoutes(app: FastifyInstance, sandbox: PaymentSandbox, base: string): void {
  app.post<ById>(`${base}/v1/billing/subscriptions/:id/cancel`, ({ params }, reply) => {
    const mandate = sandbox.mandate(params.id)
    if (mandate.isEnded) return reply.code(422).send({ details: [{ issue: 'SUBSCRIPTION_STATUS_INVALID' }] })
    mandate.isEnded = true
    return reply.code(204).send()
  })
  app.post<ById>(`${base}/v1/payments/sale/:id/refund`, ({ params }, reply) => {
    const sale = sandbox.saleOf(params.id)
    if (!sale) return reply.code(404).send({ name: 'INVALID_RESOURCE_ID' })
    sale.state = 'refunded'
    return reply.code(201).send({ id: `R${params.id}`, state: 'completed' })
  })
  app.get<{ Querystring: { ba_token?: string } }>(`${base}/subscribe`, ({ query, headers }, reply) => {
    const payment = sandbox.find('paypal', String(query.ba_token))
    if (!payment) return reply.code(404).send({ error: 'unknown subscription' })
    return sendPage(reply, choicePage({ ...payment, locale: localeOf(headers['accept-language']) }))
  })
}
