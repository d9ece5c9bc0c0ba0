import { createHash, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { endpoints } from '#contract/http/endpoints.ts'
import type { Endpoint } from '#contract/http/endpoint.ts'
import type { Serving } from '../shop/shop.ts'

/** Milliseconds of each reply with its time in seconds, and all failures. */
export type CrowdResult = { answers: { at: number; ms: number }[]; faults: string[] }
type Title = { id: number; variant: number; tracks: number[]; sample?: string }
type Visitor = { token: string; address: string; agent: Agent; result: CrowdResult; started: number }
type Reply = { status: number; body: Buffer }

const WORDS = ['dnyaneshwari', 'पंचतंत्र', 'tukaram', 'kids', 'शिवाजी', 'panchtantr', 'a', 'योगी']
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item

/** Simulates visitors who browse, search, play samples and tracks, fill carts and save positions. */
export async function runCrowd(
  shop: Serving,
  people: number,
  seconds: number,
  signal?: AbortSignal,
): Promise<CrowdResult> {
  const titles = await titlesOf(shop)
  const tokens = await listenersOf(shop, people)
  const agent = new Agent({ keepAlive: true, maxSockets: people })
  const result: CrowdResult = { answers: [], faults: [] }
  const started = performance.now()
  const isOver = () => signal?.aborted || performance.now() - started > seconds * 1000
  const visit = async (token: string, index: number) => {
    const visitor = { token, address: `10.${index >> 8}.${index & 255}.`, agent, result, started }
    for (let turn = 0; !isOver(); turn += 1)
      await pick(ACTIONS)({ ...visitor, address: `${visitor.address}${turn % 250}` }, shop, pick(titles)).catch(
        () => undefined,
      )
  }
  await Promise.all(tokens.map(visit))
  agent.destroy()
  return result
}

type Action = (visitor: Visitor, shop: Serving, title: Title) => Promise<unknown>
const ACTIONS: Action[] = [
  (visitor, shop, { id }) => call(visitor, shop, endpoints.productDetails, { id }),
  (visitor, shop, { id }) => call(visitor, shop, endpoints.productDetails, { id }),
  (visitor, shop) => call(visitor, shop, endpoints.search, { q: pick(WORDS) }),
  (visitor, shop) => call(visitor, shop, endpoints.searchSuggestion, { q: pick(WORDS).slice(0, 3) }),
  (visitor, shop) => call(visitor, shop, endpoints.browse, { product_type: 'family' }),
  (visitor, shop) => call(visitor, shop, endpoints.myNotification, { offset: 0, limit: 10 }),
  (visitor, shop) => call(visitor, shop, endpoints.myLibrary, { offset: 0, limit: 10 }),
  playSample,
  savePosition,
  fillCart,
]

async function playSample(visitor: Visitor, shop: Serving, { sample }: Title): Promise<void> {
  if (!sample) return
  const { body } = await call(visitor, shop, endpoints.sampleSignedUrl, { map_url: sample })
  const { signed_url } = JSON.parse(body.toString()).data
  await send(visitor, shop, { method: 'GET', path: signed_url, headers: { range: 'bytes=1000-30999' } })
}

async function savePosition(visitor: Visitor, shop: Serving, { id, tracks: [track] }: Title): Promise<void> {
  if (track === undefined) return
  const report = (request_type: string, more: object) =>
    call(visitor, shop, endpoints.player, {
      request_type,
      product_id: id,
      track_id: track,
      event_id: randomUUID(),
      ...more,
    })
  await report('initiate', { start_seconds: 0 })
  await report('pause', { pause_seconds: 1 + Math.floor(Math.random() * 9) })
}

async function fillCart(visitor: Visitor, shop: Serving, { variant }: Title): Promise<void> {
  const advisory = { gift_cart: false, email: '', discount_amount: '0', discount_amount_inr: '0' }
  const { body } = await call(visitor, shop, endpoints.addToCart, {
    ...advisory,
    cart_lines: [{ variant, quantity: 1 }],
  })
  const token = JSON.parse(body.toString()).data?.token
  if (token)
    await call(visitor, shop, endpoints.removeFromCart, { ...advisory, token, cart_lines: [{ variant, quantity: 0 }] })
}

function call(visitor: Visitor, shop: Serving, row: Endpoint, input: Record<string, unknown>): Promise<Reply> {
  const rest = { ...input }
  const path = row.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]))
    delete rest[name]
    return value
  })
  if (row.method !== 'GET')
    return send(visitor, shop, {
      method: row.method,
      path,
      body: JSON.stringify(rest),
      headers: { 'content-type': 'application/json' },
    })
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]))
  return send(visitor, shop, { method: 'GET', path: query.size > 0 ? `${path}?${query}` : path, headers: {} })
}

type Asked = { method: string; path: string; body?: string; headers: Record<string, string> }

/** A refusal counts as a reply; no reply and a server error are failures. */
function send(
  { token, address, agent, result, started }: Visitor,
  shop: Serving,
  { method, path, body, headers }: Asked,
): Promise<Reply> {
  const asked = performance.now()
  return new Promise((done, fail) => {
    const failWith = (reason: string) => {
      result.faults.push(`${method} ${path.split('?')[0]}: ${reason}`)
      fail(new Error(reason))
    }
    const all = {
      ...headers,
      authorization: `Token ${token}`,
      'x-forwarded-for': address,
      ...(body && { 'content-length': String(Buffer.byteLength(body)) }),
    }
    const sent = request(`${shop.address}${path}`, { method, agent, headers: all }, (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part))
      reply.on('error', (error) => failWith(error.message))
      reply.on('end', () => {
        const status = reply.statusCode ?? 0
        if (status >= 500) return failWith(String(status))
        result.answers.push({ at: (performance.now() - started) / 1000, ms: performance.now() - asked })
        done({ status, body: Buffer.concat(parts) })
      })
    })
    sent.on('error', (error) => failWith(error.message)).end(body)
  })
}

async function titlesOf({ address }: Serving): Promise<Title[]> {
  const { data } = await (await fetch(`${address}${endpoints.bulkProducts.path}?limit=100`)).json()
  type Product = { id: number; variant: number; samples?: { map_url: string }[]; producttracks: { id: number }[] }
  return data.map(({ id, variant, samples, producttracks }: Product) => ({
    id,
    variant,
    tracks: producttracks.map((track) => track.id),
    sample: samples?.[0]?.map_url,
  }))
}

/** Creates accounts in the database: hashing a thousand passwords would take longer than the benchmark. */
async function listenersOf(shop: Serving, people: number): Promise<string[]> {
  const tokens = Array.from({ length: people }, () => randomUUID().repeat(2))
  const values = tokens.map(
    (token) => `('${token}@bench.test', '\\x${createHash('sha256').update(token).digest('hex')}'::bytea)`,
  )
  await shop.change(`with given(email, hash) as (values ${values.join(',')}),
    made as (insert into users (email, first_name, last_name, state, profile_completed) select email, 'A', 'B', 'MH', true from given returning id, email)
    insert into sessions (token_hash, user_id, expires_at) select given.hash, made.id, now() + interval '1 day' from made join given using (email)`)
  return tokens
}
