import { rmSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { endpoints } from '#contract/http/endpoints.ts'
import { hashPassword } from '../../../src/server/accounts/passwords/passwords.ts'
import { connect } from '../../../src/server/db/connect.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { startEmbedded } from '../../../src/server/embedded/server.ts'
import { freePort } from '../../process/free-port.ts'
import { WORK } from '../shop/shop.ts'
import { size } from '../size.ts'
import { quantile, type Bench, type Row } from '../table.ts'
import { prepare, startFleet } from './fleet.ts'

const BUYERS = size(500, 6)
/** Five hundred orders a minute. */
const STORM_SECONDS = size(60, 0.7)
const AT_ONCE = size(50, 3)
const PASSWORD = 'Storyteller1'

/** Everybody signs in by password at once; then as many place an order each, spread over a minute, on two processes. */
export const stormsBench: Bench = {
  name: 'storms',
  async run() {
    const folder = join(WORK, 'storms')
    rmSync(folder, { recursive: true, force: true })
    const server = await startEmbedded(folder)
    const url = `postgres://${server.user}@localhost/${server.database}?host=${encodeURIComponent(server.host)}`
    try {
      const { variant, emails } = await prepareBuyers(url)
      const fleet = await startFleet({ DATABASE_URL: url, DATA_DIR: join(folder, 'api') }, [
        await freePort(),
        await freePort(),
      ])
      try {
        const [one = '', two = ''] = fleet.addresses
        const at = (index: number) => (index % 2 ? one : two)
        const signedIn = await signInAll(emails, at)
        const orders = await orderAll(signedIn.tokens, variant, at)
        return [
          ...rowsOf(`${BUYERS} sign in, ${AT_ONCE} at a time`, signedIn),
          ...rowsOf(`${BUYERS} orders in ${STORM_SECONDS} s`, orders),
        ]
      } finally {
        await fleet.stop()
      }
    } finally {
      await server.stop()
    }
  },
}

/** Accounts with one password, and a title that costs something. */
async function prepareBuyers(url: string): Promise<{ variant: number; emails: string[] }> {
  const db = connect({ url }, 2)
  await migrate(db)
  const { title } = await prepare(url, 0)
  const [product] = await db.query<{ variant: number }>(
    'update products set is_free = false where id = $1 returning variant',
    [title.product],
  )
  const emails = Array.from({ length: BUYERS }, (_, index) => `buyer${index}@storm.test`)
  await db.query(
    `insert into users (email, password_hash, first_name, last_name, mobile, state, country, profile_completed)
     select email, $2, 'Asha', 'Joshi', '9876543210', 'MH', 'IN', true from unnest($1::text[]) email`,
    [emails, await hashPassword(PASSWORD)],
  )
  await db.close()
  return { variant: product?.variant ?? 0, emails }
}

type Storm = { times: number[]; failed: string[] }
type Reply = { ms: number; status: number; body: Record<string, unknown> }
type At = (index: number) => string

async function signInAll(emails: string[], at: At): Promise<Storm & { tokens: string[] }> {
  const storm: Storm & { tokens: string[] } = { times: [], failed: [], tokens: [] }
  const queue = emails.entries()
  const work = async () => {
    for (const [index, email] of queue) {
      const reply = await post(at(index), endpoints.login.path, index, {
        login_type: 'normal',
        email,
        password: PASSWORD,
      })
      count(storm, reply)
      storm.tokens.push(String(reply.body['token'] ?? ''))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return storm
}

const named = { email: 'asha@storm.test', first_name: 'Asha', last_name: 'Joshi', country: 'IN', mobile: '9876543210' }

async function orderAll(tokens: string[], variant: number, at: At): Promise<Storm> {
  const storm: Storm = { times: [], failed: [] }
  const buy = async (token: string, index: number) => {
    await wait((index / tokens.length) * STORM_SECONDS * 1000)
    const line = {
      gift_cart: false,
      email: '',
      discount_amount: '0',
      discount_amount_inr: '0',
      cart_lines: [{ variant, quantity: 1 }],
    }
    const { body } = await post(at(index), endpoints.addToCart.path, index, line, token)
    const cart = (body['data'] as { token?: string } | undefined)?.token ?? ''
    const order = { ...named, order_currency: '2', gift_order: false, cart_token: cart }
    count(storm, await post(at(index), endpoints.createOrder.path, index, order, token))
  }
  await Promise.all(tokens.map(buy))
  return storm
}

function count({ times, failed }: Storm, { ms, status, body }: Reply): void {
  times.push(ms)
  if (status !== 200 || body['status'] === false) failed.push(`${status} ${JSON.stringify(body).slice(0, 100)}`)
}

/** Every buyer has an address of their own: limits count by it. */
function post(shop: string, path: string, index: number, input: object, token = ''): Promise<Reply> {
  const text = JSON.stringify(input)
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'x-forwarded-for': `10.9.${index >> 8}.${index & 255}`,
    ...(token && { authorization: `Token ${token}` }),
  }
  const asked = performance.now()
  return new Promise((done, fail) => {
    const sent = request(shop + path, { method: 'POST', headers }, (response) => {
      let reply = ''
      response.on('data', (chunk: Buffer) => (reply += chunk))
      response.on('end', () =>
        done({
          ms: performance.now() - asked,
          status: response.statusCode ?? 0,
          body: JSON.parse(reply) as Reply['body'],
        }),
      )
    })
    sent.on('error', fail).end(text)
  })
}

const rowsOf = (what: string, { times, failed }: Storm): Row[] => [
  { what: `${what}: p50`, measured: quantile(times, 0.5), unit: 'ms' },
  { what: `${what}: p99`, measured: quantile(times, 0.99), unit: 'ms' },
  { what: `${what}: failed${failed[0] ? ` (${failed[0]})` : ''}`, measured: failed.length, must: 0 },
]
