import { join } from 'node:path'
import { freePort } from '../../process/free-port.ts'
import { hammer } from '../load/requests.ts'
import { waitUntilAtRest } from '../shop/at-rest.ts'
import { cpuOf, cpuOfFamily } from '../shop/cpu.ts'
import { hasNginx, startNginx } from '../shop/nginx.ts'
import { startShop, WORK } from '../shop/shop.ts'
import { quantile, type Bench, type Row } from '../table.ts'
import { size } from '../size.ts'

const CONNECTIONS = 50
const REQUESTS = size(20_000, 200)

/** Published pages from the shop itself and from nginx, which is the ceiling: it does nothing else. */
export const staticBench: Bench = {
  name: 'static',
  usesDemo: true,
  async run() {
    const shop = await startShop('shop')
    try {
      await waitUntilAtRest(shop.dataDir)
      const paths = await pathsOf(shop.address)
      const own = await measure(shop.address, paths, () => cpuOf(shop.pid))
      if (!hasNginx) return rowsOf('the shop', own, 'nginx: skipped, install the Debian package nginx-light')
      const nginx = await startNginx({
        folder: join(WORK, 'static'),
        port: await freePort(),
        apis: [Number(new URL(shop.address).port)],
        media: join(shop.dataDir, 'media'),
        site: join(shop.dataDir, 'site/current'),
      })
      try {
        const ceiling = await measure(nginx.address, paths, () => cpuOfFamily(nginx.pid))
        return [
          ...rowsOf('the shop', own, `nginx ${Math.round(ceiling.perSecond)} a second`),
          ...rowsOf('nginx alone', ceiling),
        ]
      } finally {
        await nginx.stop()
      }
    } finally {
      await shop.stop()
    }
  },
}

/** Pages of titles in both languages, as a browser asks for them. */
async function pathsOf(address: string): Promise<string[]> {
  const reply = await fetch(`${address}/api/build/products/?limit=20`)
  const { data } = (await reply.json()) as { data: { id: number; product_slug: string; product_audio_type: string }[] }
  return data
    .filter(({ product_audio_type }) => product_audio_type !== 'languagelab')
    .flatMap(({ id, product_slug }) => ['', '/mr'].map((locale) => `${locale}/product-details/${id}/${product_slug}/`))
}

type Measured = { times: number[]; perSecond: number; cpuMilliseconds: number }

async function measure(address: string, paths: readonly string[], cpu: () => number): Promise<Measured> {
  const requests = Array.from({ length: REQUESTS }, (_, at) => paths[at % paths.length] ?? '/')
  const headers = () => ({ 'accept-encoding': 'gzip' })
  await hammer(address, requests.slice(0, paths.length), CONNECTIONS, headers)
  const [started, before] = [performance.now(), cpu()]
  const times = await hammer(address, requests, CONNECTIONS, headers)
  const seconds = (performance.now() - started) / 1000
  return { times, perSecond: times.length / seconds, cpuMilliseconds: ((cpu() - before) * 1000) / times.length }
}

/** The client is a process of Node and takes a core itself: CPU of the server says more than answers a second. */
function rowsOf(who: string, { times, perSecond, cpuMilliseconds }: Measured, peer?: string): Row[] {
  return [
    { what: `title pages from ${who}, answers a second`, measured: perSecond, ...(peer && { peer }) },
    { what: `title pages from ${who}, p99`, measured: quantile(times, 0.99), unit: 'ms' },
    { what: `title pages from ${who}, CPU of the server for each`, measured: cpuMilliseconds, unit: 'ms' },
  ]
}
