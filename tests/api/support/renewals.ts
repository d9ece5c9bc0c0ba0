import { expect, inject } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { payuAnswer } from '../../../src/server/adapters/payment/sandbox-replies.ts'
import { connect } from '../../../src/server/db/connect.ts'
import { deleteAccount } from '../../../src/server/privacy/personal-data-export.ts'
import { pollRenewals } from '../../../src/server/renewals/poller.ts'
import { hashOf, openSession } from '../../../src/server/accounts/sessions.ts'
import { buyer, fillCart, type Buyer } from './cart.ts'
import { advanceClock, ask, PASSWORD } from './personas.ts'
import { decide, order, orderFor, postForm, pollOnce, visit, type Gateways } from './payments.ts'
import type { TestShop } from './shop.ts'

export type PaymentShop = TestShop & Gateways
export const HOUR = 3_600
export const DAY = 24 * HOUR

/** Payments and renewals, as the worker looks after them. */
export async function work(shop: PaymentShop): Promise<void> {
  await pollOnce(shop)
  await pollRenewals(shop.context)
}

/** A worker of another process: its own connections. */
export async function otherWorker({ context, db }: PaymentShop) {
  const { host, user } = inject('cluster')
  const [{ name } = { name: '' }] = await db.query<{ name: string }>('select current_database() as name')
  const connection = connect({ host, user, database: name }, 4)
  return { db: connection, work: () => pollRenewals({ ...context, db: connection }), close: () => connection.close() }
}

/** Somebody who agreed to renew a plan at PayU, and paid it. `key`: of that payment. */
export async function buyerWithMandate(
  shop: PaymentShop,
  choice: { state?: string; locale?: string; plan?: string } = {},
) {
  const one = await buyer(shop, { state: choice.state ?? 'MH' })
  return { one, ...(await confirmMandate(shop, one, choice.plan ?? 'plan-30', choice.locale ?? 'en')) }
}

export async function confirmMandate(shop: PaymentShop, one: Buyer, plan = 'plan-30', locale = 'en') {
  const token = await orderFor(shop, one, plan)
  await shop.db.query('update orders set locale = $2 where token = $1', [token, locale])
  const { body } = await ask(shop, endpoints.autoRenewalCheckout, { token }, { token: one.token })
  if (!body.form) throw new Error(JSON.stringify(body))
  await visit(shop, body.form.action, body.form.fields)
  const key: string = body.form.fields.txnid
  const payment = decide(shop, 'payu', key, 'paid')
  await postForm(shop, '/api/payment/payu/return', payuAnswer(payment))
  return { token, key, form: body.form, payment, mandate: shop.sandbox.mandate(payment.id) }
}

export async function openPaypalMandate(shop: PaymentShop) {
  const one = await buyer(shop, { country: 'US' })
  const { body: checkout } = await order(shop, one, await fillCart(shop, one, 'plan-30'), { country: 'US' })
  const token: string = checkout.data.order_token
  const { body } = await ask(shop, endpoints.paypalRecurring, { token }, { token: one.token })
  const id = new URL(body.address).searchParams.get('ba_token') ?? ''
  const back = async (way = 'return', query = `subscription_id=${id}&ba_token=BA&token=EC`) => {
    const { statusCode, headers } = await shop.app.inject(`/api/payment/paypal/${way}/${token}?${query}`)
    return [statusCode, String(headers.location).replace('https://shop.test', '')]
  }
  return { one, token, id, body, back, mandate: shop.sandbox.mandate(id) }
}

let saleCount = 0

/** PayPal debits by itself. */
export function addPaypalSale({ clock, sandbox }: PaymentShop, id: string, amount = '4.90'): string {
  const sale = { id: `SALE${(saleCount += 1)}`, state: 'paid' as const, amount, at: clock.now.getTime() }
  sandbox.mandate(id).sales.push(sale)
  return sale.id
}
export async function sendPaypalWebhook(
  { app, sandbox, address }: PaymentShop,
  subscription: string,
  sale: string,
  type = 'PAYMENT.SALE.COMPLETED',
) {
  const body = JSON.stringify({
    id: `WH-${sale}-${type}`,
    event_type: type,
    resource: { id: sale, billing_agreement_id: subscription },
  })
  const headers = sandbox.signWebhook(body, `${address}/dev/pay/paypal/cert`)
  return (await app.inject({ method: 'POST', url: '/api/payment/paypal/webhook', payload: body, headers })).statusCode
}
/** A consent at PayPal that is agreed to and paid. */
export async function paidPaypalMandate(shop: PaymentShop) {
  const checkout = await openPaypalMandate(shop)
  decide(shop, 'paypal', checkout.id, 'paid')
  expect(await checkout.back()).toEqual([303, `/payment-success/${checkout.token}/`])
  return checkout
}

/** Signed in anew: weeks went by. */
export const renewalOf = async (shop: PaymentShop, { id }: Buyer) =>
  (await ask(shop, endpoints.autoRenewal, {}, { token: await openSession(shop.context, id) })).body.data
export const cancel = async (shop: PaymentShop, { id }: Buyer) =>
  ask(shop, endpoints.cancelAutoRenewal, {}, { token: await openSession(shop.context, id) })

/** Erases the account, for good. */
export async function eraseAccount({ context }: TestShop, { id }: Buyer): Promise<void> {
  const caller = { userId: id, session: hashOf(await openSession(context, id)) }
  const result = await deleteAccount(
    context,
    caller,
    { password: PASSWORD, confirmed: true },
    { address: '10.0.0.1', locale: 'en' },
  )
  if ('fault' in result || 'retryAfter' in result) throw new Error(JSON.stringify(result))
}

/** Every plan of a listener in days from the first. */
export async function planPeriods({ db }: TestShop, { id }: Buyer): Promise<[number, number][]> {
  const periods = await db.query<{ begins: number; ends: number }>(
    `select extract(epoch from starts_at - min(starts_at) over ())::float8 / 86400 as begins, extract(epoch from ends_at - min(starts_at) over ())::float8 / 86400 as ends
     from subscriptions where user_id = $1 and status = 'active' order by starts_at`,
    [id],
  )
  return periods.map(({ begins, ends }) => [begins, ends])
}

export const ordersOf = ({ db }: TestShop, { id }: Buyer) =>
  db.query<{ status: string; total: number; invoices: number }>(
    `select status, total, (select count(*) from invoices i where i.order_id = o.id and i.kind = 'I') as invoices from orders o where user_id = $1 order by id`,
    [id],
  )

/** To the day of the notice of a plan of 30 days, and the notice; then to its debit, and the debit. */
export async function toNotice(shop: PaymentShop): Promise<void> {
  advanceClock(shop, 27 * DAY)
  await work(shop)
}
export async function toDebit(shop: PaymentShop): Promise<void> {
  advanceClock(shop, 2 * DAY)
  await work(shop)
}
