import { decimalText } from '#contract/money/money.ts'
import { array, is, optional, string, type } from 'superstruct'
import {
  minorOf,
  plainAscii,
  type GatewayInitiatedDebits,
  type MandateTerms,
  type Payment,
  type PaymentQuery,
  type PaymentStatus,
} from './port.ts'
import { isPaypalAddress, type PaypalClient, type PaypalSettings } from './paypal-client.ts'

const Created = type({ id: string(), links: optional(array(type({ rel: string(), href: string() }))) })
const Subscription = type({
  id: string(),
  status: string(),
  plan_id: string(),
  custom_id: optional(string()),
  billing_info: optional(type({ next_billing_time: optional(string()) })),
})
const Sale = type({
  id: string(),
  status: string(),
  time: optional(string()),
  amount_with_breakdown: type({ gross_amount: type({ currency_code: string(), value: string() }) }),
})
const Sales = type({ transactions: optional(array(Sale)) })
type PaidSale = PaymentStatus & { state: 'paid' | 'refunded' }

const PRODUCT = 'SHOP-PLANS'
/** Earlier than any mandate. */
const SINCE = '2020-01-01T00:00:00Z'
const pathOf = (id: string): string => `/v1/billing/subscriptions/${encodeURIComponent(id)}`

/** PayPal debits by itself, by product, plan and subscription. The first payment is the setup fee of the plan. */
export function createPaypalSubscriptions(settings: PaypalSettings, client: PaypalClient): GatewayInitiatedDebits {
  return {
    start: (payment, terms) => startSubscription(settings, client, payment, terms),
    async state(mandate) {
      const found = await client('GET', pathOf(mandate))
      if (!is(found?.body, Subscription)) return 'unknown'
      return found.body.status === 'ACTIVE' || found.body.status === 'APPROVED' ? 'active' : 'ended'
    },
    async revoke(mandate, key) {
      const response = await client('POST', `${pathOf(mandate)}/cancel`, { reason: 'Ended by the listener' }, key)
      return response?.status === 204 || JSON.stringify(response?.body ?? '').includes('SUBSCRIPTION_STATUS_INVALID')
    },
    async sales(mandate) {
      const sales = await salesOf(settings, client, mandate)
      return sales?.map(statusOf).filter((one): one is PaidSale => one.state === 'paid' || one.state === 'refunded')
    },
    async nextDebit(mandate) {
      const found = await client('GET', pathOf(mandate))
      const next = is(found?.body, Subscription) ? found.body.billing_info?.next_billing_time : undefined
      const moment = new Date(next ?? Number.NaN)
      return Number.isNaN(moment.getTime()) ? undefined : moment
    },
  }
}

async function startSubscription(
  settings: PaypalSettings,
  client: PaypalClient,
  payment: Payment,
  terms: MandateTerms,
) {
  // The shop has one product. PayPal answers with an error when it exists already, which is fine.
  await client(
    'POST',
    '/v1/catalogs/products',
    { id: PRODUCT, name: plainAscii(settings.brandName, 127, 'Shop'), type: 'DIGITAL' },
    PRODUCT,
  )
  const plan = await client('POST', '/v1/billing/plans', planOf(payment, terms), `plan-${payment.key}`)
  if (!plan || plan.status > 201 || !is(plan.body, Created)) return undefined
  const created = await client(
    'POST',
    '/v1/billing/subscriptions',
    subscriptionOf(settings, payment, terms, plan.body.id),
    payment.key,
  )
  if (!created || created.status > 201 || !is(created.body, Created)) return undefined
  const address = created.body.links?.find(({ rel }) => rel === 'approve')?.href
  if (!address || !isPaypalAddress(address, settings.approvals)) return undefined
  return { kind: 'redirect' as const, address, gatewayOrder: created.body.id, plan: plan.body.id }
}

function planOf({ amount, currency }: Payment, terms: MandateTerms): object {
  const money = (minor: number) => ({ currency_code: currency, value: decimalText(minor) })
  return {
    product_id: PRODUCT,
    name: `${terms.days} days`,
    billing_cycles: [
      {
        frequency: { interval_unit: 'DAY', interval_count: terms.days },
        tenure_type: 'REGULAR',
        sequence: 1,
        total_cycles: 0,
        pricing_scheme: { fixed_price: money(terms.amount) },
      },
    ],
    payment_preferences: {
      auto_bill_outstanding: true,
      setup_fee: money(amount),
      setup_fee_failure_action: 'CANCEL',
      payment_failure_threshold: 3,
    },
  }
}

function subscriptionOf(
  { returnUrl, cancelUrl, brandName }: PaypalSettings,
  { key, order }: Payment,
  { first }: MandateTerms,
  plan: string,
): object {
  return {
    plan_id: plan,
    custom_id: key,
    start_time: first.toISOString(),
    application_context: {
      return_url: `${returnUrl}/${order}`,
      // PayPal adds no name of the attempt when a payer cancels.
      cancel_url: `${cancelUrl}/${order}?key=${key}`,
      user_action: 'SUBSCRIBE_NOW',
      shipping_preference: 'NO_SHIPPING',
      brand_name: plainAscii(brandName, 127, 'Shop'),
      locale: 'en-IN',
    },
  }
}

async function salesOf({ now }: PaypalSettings, client: PaypalClient, mandate: string) {
  const span = new URLSearchParams({ start_time: SINCE, end_time: now().toISOString() })
  const found = await client('GET', `${pathOf(mandate)}/transactions?${span}`)
  if (found?.status !== 200 || !is(found.body, Sales)) return undefined
  return (found.body.transactions ?? []).toSorted((a, b) => (a.time ?? '').localeCompare(b.time ?? ''))
}

/** The status of the first payment. Plan and key must be those of the attempt: a subscription to a cheaper plan must not pay for it (attack case 40). */
export async function fetchSubscriptionStatus(
  settings: PaypalSettings,
  client: PaypalClient,
  { key, gatewayOrder, plan }: PaymentQuery,
): Promise<PaymentStatus> {
  if (!gatewayOrder || !plan) return { state: 'unknown' }
  const found = await client('GET', pathOf(gatewayOrder))
  if (found?.status !== 200 || !is(found.body, Subscription)) return { state: 'unknown' }
  const { status, plan_id, custom_id } = found.body
  const [firstSale] = (await salesOf(settings, client, gatewayOrder)) ?? []
  const sale = firstSale && statusOf(firstSale)
  if (plan_id !== plan || custom_id !== key)
    return { state: 'wrong', received: sale?.state === 'paid' ? sale : undefined }
  // An active subscription is not a payment: only a sale is (attack case 40).
  if (sale) return sale
  if (status === 'APPROVAL_PENDING') return { state: 'unknown' }
  return { state: status === 'ACTIVE' || status === 'APPROVED' ? 'pending' : 'failed' }
}

function statusOf({
  id,
  status,
  amount_with_breakdown: { gross_amount: gross },
}: {
  id: string
  status: string
  amount_with_breakdown: { gross_amount: { currency_code: string; value: string } }
}): PaymentStatus {
  const amount = minorOf(gross.value)
  if (amount === undefined) return { state: 'wrong' }
  if (status === 'COMPLETED') return { state: 'paid', paymentId: id, amount, currency: gross.currency_code }
  if (status === 'REFUNDED') return { state: 'refunded', paymentId: id, amount, currency: gross.currency_code }
  return { state: status === 'DECLINED' || status === 'FAILED' ? 'failed' : 'pending' }
}

/** Sales of a subscription have their own refund address. */
export async function refundSale(
  client: PaypalClient,
  paymentId: string,
  amount: number,
  currency: string,
  key: string,
): Promise<boolean> {
  const body = { amount: { currency, total: decimalText(amount) } }
  const response = await client('POST', `/v1/payments/sale/${encodeURIComponent(paymentId)}/refund`, body, key)
  return (
    response?.status === 201 ||
    response?.status === 200 ||
    /REFUNDED|TRANSACTION_ALREADY_REFUNDED/.test(JSON.stringify(response?.body ?? ''))
  )
}
