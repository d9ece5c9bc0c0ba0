import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import type { Endpoint } from '#contract/http/endpoint.ts'
import { payuAnswer } from '../../../src/server/adapters/payment/sandbox-replies.ts'
import { connect, type Database } from '../../../src/server/db/connect.ts'
import { buyer, variantOf, type Buyer } from '../support/cart.ts'
import { decide, shopWithGateways } from '../support/payments.ts'

/** The gateways run in this process, the shop in one that is killed. */
const gateways = shopWithGateways()
const base = mkdtempSync(join(tmpdir(), 'shop-paying-killed-'))
const children: ChildProcess[] = []
let blocker: Database
let url = ''
beforeAll(async () => {
  const { host, user } = inject('cluster')
  const [{ name } = { name: '' }] = await gateways().db.query<{ name: string }>('select current_database() as name')
  url = `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}`
  blocker = connect({ host, user, database: name }, 1)
  gateways().clock.now = new Date()
})
afterAll(async () => {
  children.forEach((child) => child.kill('SIGKILL'))
  await blocker.close()
  rmSync(base, { recursive: true, force: true })
})

type Shop = { child: ChildProcess; address: string }
async function start(): Promise<Shop> {
  const at = (name: string) => new URL(`../../../src/server/${name}`, import.meta.url).pathname
  const script = join(base, 'shop.ts')
  const env = { DATA_DIR: join(base, 'data'), PORT: '0', DATABASE_URL: url, LOG_LEVEL: 'silent' }
  writeFileSync(
    script,
    `
    import { readConfig } from '${at('config.ts')}'
    import { startShop } from '${at('main.ts')}'
    import { sandboxPayments } from '${at('adapters/payment/sandbox.ts')}'
    const loadDemo = async () => ({ titles: 0, source: { collections: {}, titles: [], folder: '/', replace: false } })
    const { address, context } = await startShop(readConfig(${JSON.stringify(env)}), undefined, { loadDemo })
    context.payments = sandboxPayments('${gateways().address}', context.siteUrl, context.now)
    process.stdout.write(address)`,
  )
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const address = await new Promise<string>((resolve) =>
    child.stdout?.once('data', (data: Buffer) => resolve(String(data))),
  )
  return { child, address }
}
async function kill({ child }: Shop): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

async function ask({ address }: Shop, { path, method }: Endpoint, { token }: Buyer, body: object) {
  const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' }
  return (await fetch(address + path, { method, headers, body: JSON.stringify(body) })).json()
}
async function makeOrder(shop: Shop, one: Buyer): Promise<string> {
  const line = { variant: await variantOf(gateways(), 'plans', 'plan-30'), quantity: 1 }
  const cart = await ask(shop, endpoints.addToCart, one, { email: '', cart_lines: [line] })
  const named = { email: one.email, first_name: 'Asha', last_name: 'Joshi', country: 'IN', mobile: '9876543210' }
  return (
    await ask(shop, endpoints.createOrder, one, {
      ...named,
      order_currency: '2',
      gift_order: false,
      cart_token: cart.data.token,
    })
  ).data.order_token
}
async function pay(shop: Shop, one: Buyer, token: string): Promise<string> {
  const { form } = await ask(shop, endpoints.payuCheckout, one, { token })
  await fetch(gateways().address + new URL(form.action).pathname, {
    method: 'POST',
    body: new URLSearchParams(form.fields),
  })
  decide(gateways(), 'payu', form.fields.txnid, 'paid')
  return form.fields.txnid
}
const comeBack = ({ address }: Shop, key: string) =>
  fetch(`${address}/api/payment/payu/return`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(payuAnswer(decide(gateways(), 'payu', key, 'paid'))),
  })
    .then(({ status }) => status)
    .catch(() => 0)

const stateOf = async (token: string) => {
  const [row] = await gateways().db.query<{ status: string; plans: number; invoices: number }>(
    `select o.status, (select count(*) from subscriptions s where s.user_id = o.user_id) as plans, (select count(*) from invoices i where i.order_id = o.id) as invoices
     from orders o where o.token = $1`,
    [token],
  )
  return row
}
/** Makes every attempt due, so that the next worker polls it at once. */
const lookNow = () => gateways().db.query(`update payment_attempts set check_at = now() where check_at is not null`)
const isBlocked = async () =>
  (
    await gateways().db.query(
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
  ).length > 0
const NONE = { status: 'open', plans: 0, invoices: 0 }
const ONE = { status: 'paid', plans: 1, invoices: 1 }

/** The steps before the kill. They return the key of the payment when there is one. */
type Point = [
  name: string,
  action: (shop: Shop, one: Buyer, token: string) => Promise<string | undefined>,
  after: typeof NONE,
]
const points: Point[] = [
  ['after the order was created', async () => undefined, NONE],
  [
    'after the checkout form was returned',
    async (shop, one, token) => {
      await ask(shop, endpoints.payuCheckout, one, { token })
      return undefined
    },
    NONE,
  ],
  ['after the payment, before the browser returns', (shop, one, token) => pay(shop, one, token), NONE],
  [
    'while the return waits for the row of the order',
    async (shop, one, token) => {
      const key = await pay(shop, one, token)
      await whileLocked('orders', () => void comeBack(shop, key), shop)
      return key
    },
    NONE,
  ],
  [
    'after the order was marked as paid, before its invoice',
    async (shop, one, token) => {
      const key = await pay(shop, one, token)
      await whileLocked('invoices', () => void comeBack(shop, key), shop)
      return key
    },
    NONE,
  ],
  [
    'after the invoice, before the plan',
    async (shop, one, token) => {
      const key = await pay(shop, one, token)
      await whileLocked('subscriptions', () => void comeBack(shop, key), shop)
      return key
    },
    NONE,
  ],
  [
    'after the settlement',
    async (shop, one, token) => {
      const key = await pay(shop, one, token)
      void comeBack(shop, key)
      await expect.poll(async () => (await stateOf(token))?.status, { interval: 5 }).toBe('paid')
      return key
    },
    ONE,
  ],
]

/** Kills the shop while it waits for a table in the middle of its transaction. */
async function whileLocked(table: string, action: () => void, shop: Shop): Promise<void> {
  await blocker.transaction(async (inner) => {
    await inner.query(`lock table ${table} in exclusive mode`)
    action()
    await expect.poll(isBlocked, { timeout: 60_000 }).toBe(true)
    await kill(shop)
  })
}

it(
  '[PY-2] a shop that is killed at any step accepts the payment and fulfils the order, or does neither; invoices have no gap',
  { timeout: 300_000 },
  async () => {
    let shop = await start()
    const paid: string[] = []
    for (const [name, action, after] of points) {
      const one = await buyer(gateways())
      const token = await makeOrder(shop, one)
      const key = await action(shop, one, token)
      if (shop.child.exitCode === null && shop.child.signalCode === null) await kill(shop)
      await expect.poll(() => stateOf(token), { message: name, timeout: 60_000 }).toEqual(after)
      shop = await start()
      if (key === undefined) {
        // Nothing was paid: the buyer continues with the same order.
        await comeBack(shop, await pay(shop, one, token))
      } else await Promise.all([comeBack(shop, key), comeBack(shop, key), lookNow()])
      expect(await stateOf(token), name).toEqual(ONE)
      paid.push(token)
    }
    const lost = await buyer(gateways())
    const token = await makeOrder(shop, lost)
    await pay(shop, lost, token)
    await kill(shop)
    shop = await start()
    await lookNow()
    await expect.poll(() => stateOf(token), { timeout: 60_000, interval: 200 }).toEqual(ONE)
    await kill(shop)
    const serials = await gateways().db.query<{ number: string; refunds: number }>(
      'select number, (select count(*) from refunds) as refunds from invoices order by number',
    )
    expect(serials.map(({ number }) => Number(number.slice(-6)))).toEqual(serials.map((_, at) => at + 1))
    expect([serials.length, serials[0]?.refunds]).toEqual([paid.length + 1, 0])
  },
)
