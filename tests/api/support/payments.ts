import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import {
  createPaymentSandbox,
  sandboxPayments,
  type PaymentSandbox,
  type SandboxState,
} from '../../../src/server/adapters/payment/sandbox.ts'
import { paymentSandboxRoutes } from '../../../src/server/demo/payment-sandbox-routes.ts'
import { pollPayments } from '../../../src/server/payments/poller.ts'
import { fillCart, type Buyer } from './cart.ts'
import { ask } from './personas.ts'
import { useShop, type TestShop } from './shop.ts'

export type Gateways = { sandbox: PaymentSandbox; app: FastifyInstance; address: string; alarms: string[] }

/** A shop whose gateways are the sandbox, asked over HTTP as the real ones are. */
export function shopWithGateways(): () => TestShop & Gateways {
  const shop = useShop()
  let gateways: Gateways
  beforeAll(async () => {
    const { context, clock } = shop()
    const sandbox = createPaymentSandbox(() => clock.now)
    const app = fastify()
    await app.register(paymentSandboxRoutes(sandbox, context.siteUrl, () => 'http://127.0.0.1:1'))
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const alarms: string[] = []
    context.payments = sandboxPayments(address, context.siteUrl, context.now)
    context.alarm = (what) => void alarms.push(what)
    gateways = { sandbox, app, address, alarms }
  })
  afterAll(() => gateways.app.close())
  return () => ({ ...shop(), ...gateways, app: shop().app })
}

const named = { email: 'asha@x.test', first_name: 'Asha', last_name: 'Joshi', country: 'IN', mobile: '9876543210' }
/** A number with its code is one in every country. */
const ABROAD = { mobile: '+919876543210' }
export const order = (shop: TestShop, { token }: { token: string }, cart: string, more: object = {}) =>
  ask(
    shop,
    endpoints.createOrder,
    { ...named, ...('country' in more && ABROAD), order_currency: '2', gift_order: false, cart_token: cart, ...more },
    { token },
  )

export async function orderFor(shop: TestShop, buyer: Buyer, ...keys: string[]): Promise<string> {
  const { body } = await order(shop, buyer, await fillCart(shop, buyer, ...keys))
  return body.data.order_token
}

export const details = async (shop: TestShop, { token }: { token: string }, orderToken: string) =>
  (await ask(shop, endpoints.orderDetails, { token: orderToken }, { token })).body.data?.[0]

/** Begins to pay by PayU, as a browser does: the sandbox knows the payment then. Gives its key. */
export async function beginPayu(shop: TestShop & Gateways, buyer: { token: string }, token: string): Promise<string> {
  const { body } = await ask(shop, endpoints.payuCheckout, { token }, { token: buyer.token })
  if (!body.form) throw new Error(JSON.stringify(body))
  await visit(shop, body.form.action, body.form.fields)
  return body.form.fields.txnid
}

export const visit = (shop: Gateways, action: string, fields: Record<string, string>) =>
  fetch(shop.address + new URL(action).pathname, { method: 'POST', body: new URLSearchParams(fields) })

/** The cross-site post of a gateway's page. */
export async function postForm({ app }: TestShop, url: string, fields: Record<string, string> | string) {
  const payload = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString()
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    origin: 'https://test.payu.in',
    'sec-fetch-site': 'cross-site',
  }
  const { statusCode, headers: answered } = await app.inject({ method: 'POST', url, payload, headers })
  return { status: statusCode, location: String(answered.location ?? '') }
}

export function decide(shop: Gateways, gateway: 'payu' | 'ccavenue' | 'paypal', key: string, state: SandboxState) {
  const payment = shop.sandbox.find(gateway, key)
  if (!payment) throw new Error(`no ${gateway} ${key}`)
  payment.state = state
  return payment
}

export const pollOnce = ({ context }: TestShop) => pollPayments(context)

export async function counts({ db }: TestShop, orderToken: string) {
  const [row] = await db.query<{ grants: number; invoices: number; refunds: number; status: string }>(
    `select o.status, (select count(*) from grants g join order_lines l on l.id = g.line_id where l.order_id = o.id and g.revoked_at is null) as grants,
       (select count(*) from invoices i where i.order_id = o.id and i.kind = 'I') as invoices,
       (select count(*) from refunds r join payment_attempts a on a.id = r.attempt_id where a.order_id = o.id) as refunds
     from orders o where o.token = $1`,
    [orderToken],
  )
  return row
}
