import { array, is, optional, string, type } from 'superstruct'
import {
  amountText,
  minorOf,
  plainAscii,
  type Asked,
  type Billing,
  type Consent,
  type Payment,
  type Verdict,
} from './port.ts'
import { isTheirs, type Ask, type PaypalSettings } from './paypal-wire.ts'

const Made = type({ id: string(), links: optional(array(type({ rel: string(), href: string() }))) })
const Subscription = type({ id: string(), status: string(), plan_id: string(), custom_id: optional(string()) })
const Sale = type({
  id: string(),
  status: string(),
  time: optional(string()),
  amount_with_breakdown: type({ gross_amount: type({ currency_code: string(), value: string() }) }),
})
const Sales = type({ transactions: optional(array(Sale)) })
type PaidSale = Verdict & { state: 'paid' | 'refunded' }

const PRODUCT = 'SHOP-PLANS'
/** Before any consent. */
const SINCE = '2020-01-01T00:00:00Z'
const pathOf = (id: string): string => `/v1/billing/subscriptions/${encodeURIComponent(id)}`

/** PayPal repeats by itself what it was told once: product, plan, subscription (protocols 1.3). What is due at once is the plan's setup fee. */
export function createPaypalSubscriptions(settings: PaypalSettings, ask: Ask): Billing {
  return {
    start: (payment, consent) => begin(settings, ask, payment, consent),
    async state(mandate) {
      const found = await ask('GET', pathOf(mandate))
      if (!is(found?.body, Subscription)) return 'unknown'
      return found.body.status === 'ACTIVE' || found.body.status === 'APPROVED' ? 'active' : 'ended'
    },
    async revoke(mandate, key) {
      const answer = await ask('POST', `${pathOf(mandate)}/cancel`, { reason: 'Ended by the listener' }, key)
      return answer?.status === 204 || JSON.stringify(answer?.body ?? '').includes('SUBSCRIPTION_STATUS_INVALID')
    },
    async sales(mandate) {
      const listed = await salesOf(settings, ask, mandate)
      return listed?.map(verdictOf).filter((one): one is PaidSale => one.state === 'paid' || one.state === 'refunded')
    },
  }
}

async function begin(settings: PaypalSettings, ask: Ask, payment: Payment, consent: Consent) {
  // Once for the shop: that it is there already is no fault.
  await ask(
    'POST',
    '/v1/catalogs/products',
    { id: PRODUCT, name: plainAscii(settings.brandName, 127, 'Shop'), type: 'DIGITAL' },
    PRODUCT,
  )
  const plan = await ask('POST', '/v1/billing/plans', planOf(payment, consent), `plan-${payment.key}`)
  if (!plan || plan.status > 201 || !is(plan.body, Made)) return undefined
  const made = await ask(
    'POST',
    '/v1/billing/subscriptions',
    subscriptionOf(settings, payment, consent, plan.body.id),
    payment.key,
  )
  if (!made || made.status > 201 || !is(made.body, Made)) return undefined
  const address = made.body.links?.find(({ rel }) => rel === 'approve')?.href
  if (!address || !isTheirs(address, settings.approvals)) return undefined
  return { kind: 'redirect' as const, address, gatewayOrder: made.body.id, plan: plan.body.id }
}

function planOf({ amount, currency }: Payment, consent: Consent): object {
  const money = (minor: number) => ({ currency_code: currency, value: amountText(minor) })
  return {
    product_id: PRODUCT,
    name: `${consent.days} days`,
    billing_cycles: [
      {
        frequency: { interval_unit: 'DAY', interval_count: consent.days },
        tenure_type: 'REGULAR',
        sequence: 1,
        total_cycles: 0,
        pricing_scheme: { fixed_price: money(consent.amount) },
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
  { first }: Consent,
  plan: string,
): object {
  return {
    plan_id: plan,
    custom_id: key,
    start_time: first.toISOString(),
    application_context: {
      return_url: `${returnUrl}/${order}`,
      // PayPal names nothing of ours when a payer turns back.
      cancel_url: `${cancelUrl}/${order}?key=${key}`,
      user_action: 'SUBSCRIBE_NOW',
      shipping_preference: 'NO_SHIPPING',
      brand_name: plainAscii(brandName, 127, 'Shop'),
      locale: 'en-IN',
    },
  }
}

async function salesOf({ now }: PaypalSettings, ask: Ask, mandate: string) {
  const span = new URLSearchParams({ start_time: SINCE, end_time: now().toISOString() })
  const found = await ask('GET', `${pathOf(mandate)}/transactions?${span}`)
  if (found?.status !== 200 || !is(found.body, Sales)) return undefined
  return (found.body.transactions ?? []).toSorted((a, b) => (a.time ?? '').localeCompare(b.time ?? ''))
}

/** Of the payment that came with the consent. The plan and the name on it must be ours: a cheaper plan's is the classic swap (case 40). */
export async function askConsent(
  settings: PaypalSettings,
  ask: Ask,
  { key, gatewayOrder, plan }: Asked,
): Promise<Verdict> {
  if (!gatewayOrder || !plan) return { state: 'unknown' }
  const found = await ask('GET', pathOf(gatewayOrder))
  if (found?.status !== 200 || !is(found.body, Subscription)) return { state: 'unknown' }
  const { status, plan_id, custom_id } = found.body
  const [first] = (await salesOf(settings, ask, gatewayOrder)) ?? []
  const sold = first && verdictOf(first)
  if (plan_id !== plan || custom_id !== key) return { state: 'wrong', came: sold?.state === 'paid' ? sold : undefined }
  // Active is no money: only a sale is (case 40).
  if (sold) return sold
  if (status === 'APPROVAL_PENDING') return { state: 'unknown' }
  return { state: status === 'ACTIVE' || status === 'APPROVED' ? 'pending' : 'failed' }
}

function verdictOf({
  id,
  status,
  amount_with_breakdown: { gross_amount: gross },
}: {
  id: string
  status: string
  amount_with_breakdown: { gross_amount: { currency_code: string; value: string } }
}): Verdict {
  const amount = minorOf(gross.value)
  if (amount === undefined) return { state: 'wrong' }
  if (status === 'COMPLETED') return { state: 'paid', paymentId: id, amount, currency: gross.currency_code }
  if (status === 'REFUNDED') return { state: 'refunded', paymentId: id, amount, currency: gross.currency_code }
  return { state: status === 'DECLINED' || status === 'FAILED' ? 'failed' : 'pending' }
}

/** A sale of a subscription is given back as a sale, not as a capture. */
export async function refundSale(
  ask: Ask,
  paymentId: string,
  amount: number,
  currency: string,
  key: string,
): Promise<boolean> {
  const body = { amount: { currency, total: amountText(amount) } }
  const answer = await ask('POST', `/v1/payments/sale/${encodeURIComponent(paymentId)}/refund`, body, key)
  return (
    answer?.status === 201 ||
    answer?.status === 200 ||
    /REFUNDED|TRANSACTION_ALREADY_REFUNDED/.test(JSON.stringify(answer?.body ?? ''))
  )
}
