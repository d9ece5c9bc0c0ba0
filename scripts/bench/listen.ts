import { createHash, randomUUID } from 'node:crypto'
import { endpoints as rows } from '#contract/endpoints.ts'
import { demoFolder, serveFolder, type Serving } from './shop/shop.ts'
import { size } from './size.ts'
import { quantile, type Bench } from './table.ts'

const LISTENERS = size(50, 5)
const CRASHES = size(4, 1)
const SECONDS = size(3, 1)
const STEP = 0.25
const LONG = 100_000

/** `sent` is the newest place a listener told of, `kept` the newest that the server answered for. */
type Ears = { token: string; sent: number; kept: number; times: number[] }

/** Listeners who tell their places without a pause, while the shop and its database are killed and started again. */
export const listenBench: Bench = {
  name: 'listen',
  async run() {
    const folder = demoFolder('listen')
    const ears = Array.from({ length: LISTENERS }, () => ({
      token: randomUUID().repeat(2),
      sent: 0,
      kept: 0,
      times: [],
    }))
    let shop = await serveFolder(folder, 'demo')
    let lost = 0
    try {
      const title = await prepare(shop, ears)
      for (let crash = 0; crash < CRASHES; crash += 1) {
        const ended = Promise.all(ears.map((one) => listen(shop.address, one, title)))
        await new Promise((done) => setTimeout(done, SECONDS * 1000))
        await shop.crash()
        await ended
        shop = await serveFolder(folder, 'demo')
        const kept = await Promise.all(ears.map((one) => isKept(shop.address, one, title)))
        lost += kept.filter((is) => !is).length
      }
    } finally {
      await shop.stop()
    }
    const times = ears.flatMap((one) => one.times)
    return [
      { what: `answered positions lost in ${CRASHES} crashes`, measured: lost, must: 0 },
      { what: `positions of ${LISTENERS} listeners a second`, measured: times.length / (CRASHES * SECONDS) },
      { what: 'a position, p50', measured: quantile(times, 0.5), unit: 'ms' },
      { what: 'a position, p99', measured: quantile(times, 0.99), unit: 'ms' },
    ]
  },
}

type Title = { product: number; track: number }

async function prepare(shop: Serving, ears: Ears[]): Promise<Title> {
  for (const { token } of ears) {
    const hash = createHash('sha256').update(token).digest('hex')
    await shop.change(`with u as (insert into users (email) values ('${token}@bench.test') returning id)
      insert into sessions (token_hash, user_id, expires_at) select '\\x${hash}', id, now() + interval '1 day' from u`)
  }
  await shop.change(`insert into tracks (key, product_id, position, name, translations, seconds)
    select 'bench/long', id, 1000, 'Long', '{}', ${LONG} from products where is_free order by id limit 1 on conflict do nothing`)
  const { data: products } = await (await fetch(`${shop.address}${rows.bulkProducts.path}?limit=1000`)).json()
  for (const { id, producttracks } of products) {
    const long = producttracks.find(({ key }: { key: string }) => key === 'bench/long')
    if (long) return { product: id, track: long.id }
  }
  throw new Error('the long track is not there')
}

let visitor = 0
function post(address: string, path: string, { token }: Ears, body: object): Promise<Response> {
  visitor += 1
  const from = `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`
  const headers = { 'content-type': 'application/json', authorization: `Token ${token}`, 'x-forwarded-for': from }
  return fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

/** Until the shop is gone. */
async function listen(address: string, ears: Ears, { product, track }: Title): Promise<void> {
  const tell = (request_type: string, more: object = {}) =>
    post(address, rows.player.path, ears, {
      request_type,
      product_id: product,
      track_id: track,
      event_id: randomUUID(),
      ...more,
    })
  try {
    await (await tell('initiate', { start_seconds: ears.sent })).arrayBuffer()
    for (;;) {
      ears.sent += STEP
      const started = performance.now()
      const reply = await tell('pause', { pause_seconds: ears.sent })
      const { status } = await reply.json()
      if (status !== true) throw new Error(`a position was refused: ${reply.status}`)
      ears.times.push(performance.now() - started)
      ears.kept = ears.sent
    }
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('a position')) throw error
  }
}

async function isKept(address: string, ears: Ears, { product, track }: Title): Promise<boolean> {
  const { data } = await (await post(address, rows.lastPlayed.path, ears, { product_id: product })).json()
  return data?.track_id === track && data.seconds >= ears.kept && data.seconds <= ears.sent
}
