import { array, is, optional, string, type } from 'superstruct'
import { amountText, minorOf, plainAscii, type Asked, type Payment, type Payments, type Verdict } from './port.ts'
import { createPushReader } from './paypal-push.ts'
import { askConsent, createPaypalSubscriptions, refundSale } from './paypal-subscriptions.ts'
import { createAsk, isTheirs, type Ask, type PaypalSettings } from './paypal-wire.ts'

const Amount = type({ currency_code: string(), value: string() })
const Capture = type({ id: string(), status: string(), amount: Amount })
const Order = type({
  id: string(),
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
  const ask = createAsk(settings)
  return {
    origin: new URL(settings.api).origin,
    start: (payment) => create(settings, ask, payment),
    recurring: createPaypalSubscriptions(settings, ask),
    read({ token = '', subscription_id: subscription = '', key = '' }) {
      if (/^[0-9a-f]{24}$/.test(key)) return { key, fingerprint: `return ${key}` }
      const gatewayOrder = subscription || token
      return /^[\w-]{5,60}$/.test(gatewayOrder) ? { gatewayOrder, fingerprint: `return ${gatewayOrder}` } : undefined
    },
    readPushed: createPushReader(settings),
    ask: (asked) => (asked.isRenewing ? askConsent(settings, ask, asked) : capture(settings, ask, asked)),
    async refund({ paymentId, amount, currency, isRenewing }, key) {
      if (isRenewing) return refundSale(ask, paymentId, amount, currency, key)
      const body = { amount: { currency_code: currency, value: amountText(amount) }, invoice_id: key }
      const answer = await ask('POST', `/v2/payments/captures/${encodeURIComponent(paymentId)}/refund`, body, key)
      return (
        answer?.status === 201 ||
        answer?.status === 200 ||
        JSON.stringify(answer?.body ?? '').includes('CAPTURE_FULLY_REFUNDED')
      )
    },
  }
}

async function create(settings: PaypalSettings, ask: Ask, payment: Payment) {
  const amount = { currency_code: payment.currency, value: amountText(payment.amount) }
  const experience_context = {
    return_url: `${settings.returnUrl}/${payment.order}`,
    cancel_url: `${settings.cancelUrl}/${payment.order}`,
    user_action: 'PAY_NOW',
    shipping_preference: 'NO_SHIPPING',
    brand_name: plainAscii(settings.brandName, 127, 'Shop'),
    // PayPal has no Marathi.
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
  const made = await ask('POST', '/v2/checkout/orders', body, payment.key)
  if (!made || made.status > 201 || !is(made.body, Order)) return undefined
  const address = made.body.links?.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href
  if (!address || !isTheirs(address, settings.approvals)) return undefined
  return { kind: 'redirect' as const, address, gatewayOrder: made.body.id }
}

/** Reads the order and, once the payer agreed, takes the money; the same Request-Id makes two tabs one capture (case 37). */
async function capture(settings: PaypalSettings, ask: Ask, asked: Asked): Promise<Verdict> {
  if (!asked.gatewayOrder) return { state: 'unknown' }
  const path = `/v2/checkout/orders/${encodeURIComponent(asked.gatewayOrder)}`
  const found = await ask('GET', path)
  if (found?.status !== 200 || !is(found.body, Order)) return { state: 'unknown' }
  if (found.body.status === 'VOIDED') return { state: 'failed' }
  if (found.body.status === 'APPROVED') {
    if (!isOurs(settings, found.body, asked)) return { state: 'wrong' }
    const taken = await ask('POST', `${path}/capture`, {}, asked.key)
    if (JSON.stringify(taken?.body ?? '').includes('INSTRUMENT_DECLINED')) return { state: 'failed' }
    const after = await ask('GET', path)
    return is(after?.body, Order) ? verdictOf(settings, after.body, asked) : { state: 'pending' }
  }
  return verdictOf(settings, found.body, asked)
}

function isOurs(
  { merchantId }: PaypalSettings,
  { purchase_units: [unit] = [] }: { purchase_units?: PurchaseUnit[] },
  { key }: Asked,
): boolean {
  return unit?.custom_id === key && unit.invoice_id === key && unit.payee?.merchant_id === merchantId
}
type PurchaseUnit = {
  custom_id?: string
  invoice_id?: string
  payee?: { merchant_id?: string }
  payments?: { captures?: { id: string; status: string; amount: { currency_code: string; value: string } }[] }
}

function verdictOf(settings: PaypalSettings, order: { purchase_units?: PurchaseUnit[] }, asked: Asked): Verdict {
  const captures = order.purchase_units?.[0]?.payments?.captures ?? []
  const last = captures.find(({ status }) => status === 'COMPLETED') ?? captures.at(-1)
  if (!last) return { state: 'unknown' }
  const amount = minorOf(last.amount.value)
  if (amount === undefined) return { state: 'wrong' }
  const money = { paymentId: last.id, amount, currency: last.amount.currency_code }
  if (!isOurs(settings, order, asked)) return { state: 'wrong', came: last.status === 'COMPLETED' ? money : undefined }
  if (last.status === 'COMPLETED') return { state: 'paid', ...money }
  if (last.status === 'REFUNDED' || last.status === 'REVERSED') return { state: 'refunded', ...money }
  return { state: last.status === 'DECLINED' || last.status === 'FAILED' ? 'failed' : 'pending' }
}
