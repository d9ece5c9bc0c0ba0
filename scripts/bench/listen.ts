import { createHash, randomUUID } from 'node:crypto'
import { endpoints } from '#contract/http/endpoints.ts'
import { demoFolder, serveFolder, type Serving } from './shop/shop.ts'
import { quantile, type Bench } from './table.ts'
import { size } from './size.ts'

const LISTENERS = size(50, 5)
const CRASHES = size(4, 1)
const SECONDS = size(3, 1)
const STEP = 0.25
const LONG = 100_000

/** `sent`: the last position that was sent; `confirmed`: the last one that the server confirmed. */
type ListenerState = { token: string; sent: number; confirmed: number; times: number[] }

/** Listeners report positions continuously while the shop and its database are killed and restarted. */
export const listenBench: Bench = {
  name: 'listen',
  usesDemo: true,
  async run() {
    const folder = demoFolder('listen')
    const listeners = Array.from({ length: LISTENERS }, () => ({
      token: randomUUID().repeat(2),
      sent: 0,
      confirmed: 0,
      times: [],
    }))
    let shop = await serveFolder(folder, 'demo')
    let lost = 0
    try {
      const title = await prepare(shop, listeners)
      for (let crash = 0; crash < CRASHES; crash += 1) {
        const ended = Promise.all(listeners.map((one) => listen(shop.address, one, title)))
        await new Promise((done) => setTimeout(done, SECONDS * 1000))
        await shop.crash()
        await ended
        shop = await serveFolder(folder, 'demo')
        const confirmed = await Promise.all(listeners.map((one) => isSaved(shop.address, one, title)))
        lost += confirmed.filter((is) => !is).length
      }
    } finally {
      await shop.stop()
    }
    const times = listeners.flatMap((one) => one.times)
    return [
      { what: `confirmed positions lost in ${CRASHES} crashes`, measured: lost, must: 0 },
      { what: `positions of ${LISTENERS} listeners a second`, measured: times.length / (CRASHES * SECONDS) },
      { what: 'a position, p50', measured: quantile(times, 0.5), unit: 'ms' },
      { what: 'a position, p99', measured: quantile(times, 0.99), unit: 'ms' },
    ]
  },
}

type Title = { product: number; track: number }

async function prepare(shop: Serving, listeners: ListenerState[]): Promise<Title> {
  for (const { token } of listeners) {
    const hash = createHash('sha256').update(token).digest('hex')
    await shop.change(`with u as (insert into users (email) values ('${token}@bench.test') returning id)
      insert into sessions (token_hash, user_id, expires_at) select '\\x${hash}', id, now() + interval '1 day' from u`)
  }
  await shop.change(`insert into tracks (key, product_id, position, name, translations, seconds)
    select 'bench/long', id, 1000, 'Long', '{}', ${LONG} from products where is_free order by id limit 1 on conflict do nothing`)
  const { data: products } = await (await fetch(`${shop.address}${endpoints.bulkProducts.path}?limit=1000`)).json()
  for (const { id, producttracks } of products) {
    const long = producttracks.find(({ key }: { key: string }) => key === 'bench/long')
    if (long) return { product: id, track: long.id }
  }
  throw new Error('the long track is missing')
}

let visitor = 0
function post(address: string, path: string, { token }: ListenerState, body: object): Promise<Response> {
  visitor += 1
  const from = `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`
  const headers = { 'content-type': 'application/json', authorization: `Token ${token}`, 'x-forwarded-for': from }
  return fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

/** Reports positions until the shop is killed. */
async function listen(address: string, listeners: ListenerState, { product, track }: Title): Promise<void> {
  const report = (request_type: string, more: object = {}) =>
    post(address, endpoints.player.path, listeners, {
      request_type,
      product_id: product,
      track_id: track,
      event_id: randomUUID(),
      ...more,
    })
  try {
    await (await report('initiate', { start_seconds: listeners.sent })).arrayBuffer()
    for (;;) {
      listeners.sent += STEP
      const started = performance.now()
      const reply = await report('pause', { pause_seconds: listeners.sent })
      const { status } = await reply.json()
      if (status !== true) throw new Error(`a position was refused: ${reply.status}`)
      listeners.times.push(performance.now() - started)
      listeners.confirmed = listeners.sent
    }
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('a position')) throw error
  }
}

async function isSaved(address: string, listeners: ListenerState, { product, track }: Title): Promise<boolean> {
  const { data } = await (await post(address, endpoints.lastPlayed.path, listeners, { product_id: product })).json()
  return data?.track_id === track && data.seconds >= listeners.confirmed && data.seconds <= listeners.sent
}
