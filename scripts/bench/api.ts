import { hammer } from './load/requests.ts'
import { serveCatalog } from './shop/shop.ts'
import { quantile, type Bench, type Row } from './table.ts'
import { size } from './size.ts'

const CONNECTIONS = 50
const TITLES = size(10_000, 40)
const WARM = size(1_000, 10)

/** Title details over 50 connections: each title once, then a thousand titles repeatedly. */
export const apiBench: Bench = {
  name: 'api',
  async run() {
    const shop = await serveCatalog(TITLES)
    const path = (id: number) => `/api/v2/product-details/${id}/`
    const ids = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at)
    try {
      // Warm-up: the first thousand replies are not measured.
      await hammer(shop.address, ids(1, WARM).map(path), CONNECTIONS)
      const cold = await timed(() => hammer(shop.address, ids(WARM + 1, TITLES - WARM).map(path), CONNECTIONS))
      const few = ids(WARM + 1, WARM).map(path)
      await hammer(shop.address, few, CONNECTIONS)
      const warm = await timed(() => hammer(shop.address, Array.from({ length: 20 }, () => few).flat(), CONNECTIONS))
      return [...rowsOf('details, each title once', cold), ...rowsOf('details, known titles', warm)]
    } finally {
      await shop.stop()
    }
  },
}

async function timed(work: () => Promise<number[]>): Promise<{ times: number[]; seconds: number }> {
  const started = performance.now()
  const times = await work()
  return { times, seconds: (performance.now() - started) / 1000 }
}

function rowsOf(what: string, { times, seconds }: { times: number[]; seconds: number }): Row[] {
  return [
    { what: `${what}, p50`, measured: quantile(times, 0.5), unit: 'ms' },
    { what: `${what}, p95`, measured: quantile(times, 0.95), unit: 'ms' },
    { what: `${what}, p99`, measured: quantile(times, 0.99), unit: 'ms', must: 60, aim: 25 },
    { what: `${what}, answers a second`, measured: times.length / seconds },
  ]
}
