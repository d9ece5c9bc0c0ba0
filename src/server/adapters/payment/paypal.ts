import { decimalText } from '#contract/money/money.ts'
import { array, is, optional, string, type, type Infer } from 'superstruct'
import { minorOf, plainAscii, type Payment, type PaymentQuery, type Payments, type PaymentStatus } from './port.ts'
import { createWebhookReader } from './paypal-webhook.ts'
import { createPaypalSubscriptions, fetchSubscriptionStatus, refundSale } from './paypal-subscriptions.ts'
import { createPaypalClient, isPaypalAddress, type PaypalClient, type PaypalSettings } from './paypal-client.ts'

const Amount = type({ currency_code: string(), value: string() })
const Capture = type({ id: string(), status: string(), amount: Amount })
const Place = optional(type({ address: optional(type({ country_code: optional(string()) })) }))
const Order = type({
  id: string(),
  payer: Place,
  payment_source: optional(type({ paypal: Place })),
  status: string(),
  links: optional(array(type({ rel: string(), href: string() }))),
  purchase_units: optional(
    array(
      type({
        custom_id: optional(string()),
        invoice_id: optional(string()),
        payee: optional(type({ merchant_id: optional(string()) })),
        payments: optional(type({ captures: optional(array(Capture)) })),
      }),
    ),
  ),
})

export function createPaypal(settings: PaypalSettings): NonNullable<Payments['paypal']> {
  const client = createPaypalClient(settings)
  return {
    origin: new URL(settings.api).origin,
    start: (payment) => createPaypalOrder(settings, client, payment),
    recurring: createPaypalSubscriptions(settings, client),
    readReply({ token = '', subscription_id: subscription = '', key = '' }) {
      if (/^[0-9a-f]{24}$/.test(key)) return { key, fingerprint: `return ${key}` }
      const gatewayOrder = subscription || token
      return /^[\w-]{5,60}$/.test(gatewayOrder) ? { gatewayOrder, fingerprint: `return ${gatewayOrder}` } : undefined
    },
    readWebhook: createWebhookReader(settings),
    fetchStatus: (query) =>
      query.isRenewing ? fetchSubscriptionStatus(settings, client, query) : capture(settings, client, query),
    async refund({ paymentId, amount, currency, isRenewing }, key) {
      if (isRenewing) return refundSale(client, paymentId, amount, currency, key)
      const body = { amount: { currency_code: currency, value: decimalText(amount) }, invoice_id: key }
      const response = await client('POST', `/v2/payments/captures/${encodeURIComponent(paymentId)}/refund`, body, key)
      return (
        response?.status === 201 ||
        response?.status === 200 ||
        JSON.stringify(response?.body ?? '').includes('CAPTURE_FULLY_REFUNDED')
      )
    },
  }
}

async function createPaypalOrder(settings: PaypalSettings, client: PaypalClient, payment: Payment) {
  const amount = { currency_code: payment.currency, value: decimalText(payment.amount) }
  const experience_context = {
    return_url: `${settings.returnUrl}/${payment.order}`,
    cancel_url: `${settings.cancelUrl}/${payment.order}`,
    user_action: 'PAY_NOW',
    shipping_preference: 'NO_SHIPPING',
    brand_name: plainAscii(settings.brandName, 127, 'Shop'),
    // PayPal does not support Marathi.
    locale: 'en-IN',
  }
  const body = {
    intent: 'CAPTURE',
    purchase_units: [
      {
        reference_id: payment.key,
        custom_id: payment.key,
        invoice_id: payment.key,
        description: `Order ${payment.orderId}`,
        amount,
      },
    ],
    payment_source: { paypal: { experience_context } },
  }
  const created = await client('POST', '/v2/checkout/orders', body, payment.key)
  if (!created || created.status > 201 || !is(created.body, Order)) return undefined
  const address = created.body.links?.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href
  if (!address || !isPaypalAddress(address, settings.approvals)) return undefined
  return { kind: 'redirect' as const, address, gatewayOrder: created.body.id }
}

/** Reads the order and captures it once the payer has approved. The Request-Id makes two tabs one capture (attack case 37). */
async function capture(settings: PaypalSettings, client: PaypalClient, query: PaymentQuery): Promise<PaymentStatus> {
  if (!query.gatewayOrder) return { state: 'unknown' }
  const path = `/v2/checkout/orders/${encodeURIComponent(query.gatewayOrder)}`
  const found = await client('GET', path)
  if (found?.status !== 200 || !is(found.body, Order)) return { state: 'unknown' }
  if (found.body.status === 'VOIDED') return { state: 'failed' }
  if (found.body.status === 'APPROVED') {
    if (!isOwnOrder(settings, found.body, query)) return { state: 'wrong' }
    const captured = await client('POST', `${path}/capture`, {}, query.key)
    if (JSON.stringify(captured?.body ?? '').includes('INSTRUMENT_DECLINED')) return { state: 'failed' }
    const after = await client('GET', path)
    return is(after?.body, Order) ? statusOf(settings, after.body, query) : { state: 'pending' }
  }
  return statusOf(settings, found.body, query)
}

function isOwnOrder(
  { merchantId }: PaypalSettings,
  { purchase_units: [unit] = [] }: { purchase_units?: PurchaseUnit[] },
  { key }: PaymentQuery,
): boolean {
  return unit?.custom_id === key && unit.invoice_id === key && unit.payee?.merchant_id === merchantId
}
type PurchaseUnit = {
  custom_id?: string
  invoice_id?: string
  payee?: { merchant_id?: string }
  payments?: { captures?: { id: string; status: string; amount: { currency_code: string; value: string } }[] }
}

function statusOf(settings: PaypalSettings, order: Infer<typeof Order>, query: PaymentQuery): PaymentStatus {
  const captures = order.purchase_units?.[0]?.payments?.captures ?? []
  const last = captures.find(({ status }) => status === 'COMPLETED') ?? captures.at(-1)
  if (!last) return { state: 'unknown' }
  const amount = minorOf(last.amount.value)
  if (amount === undefined) return { state: 'wrong' }
  const country = order.payment_source?.paypal?.address?.country_code ?? order.payer?.address?.country_code
  const payment = { paymentId: last.id, amount, currency: last.amount.currency_code, ...(country && { country }) }
  if (!isOwnOrder(settings, order, query))
    return { state: 'wrong', received: last.status === 'COMPLETED' ? payment : undefined }
  if (last.status === 'COMPLETED') return { state: 'paid', ...payment }
  if (last.status === 'REFUNDED' || last.status === 'REVERSED') return { state: 'refunded', ...payment }
  return { state: last.status === 'DECLINED' || last.status === 'FAILED' ? 'failed' : 'pending' }
}
