import { freePort } from '../process/free-port.ts'
import { startShop, type Running } from './shop/shop.ts'
import { isMini, size } from './size.ts'
import { median, type Bench } from './table.ts'

const TIMES = size(5, 1)

/** Time from the command to its `ready` line: once in an empty folder, then with existing data. */
export const startBench: Bench = {
  name: 'start',
  usesDemo: true,
  async run(words) {
    // One port for all starts: pages contain the address, and another one would rebuild them.
    const port = Number(process.env['BENCH_PORT']) || (await freePort())
    const once = (fresh: boolean) => startAndStop(port, fresh)
    const first = words.includes('--second') || isMini ? undefined : (await once(true)).seconds
    const seconds: number[] = []
    // Skip starts that built pages, because the code had changed.
    for (let time = 0; time < 3 * TIMES && seconds.length < TIMES; time += 1) {
      const { hasBuilt, seconds: taken } = await once(false)
      if (!hasBuilt) seconds.push(taken)
    }
    return [
      { what: 'first start after the installation', measured: first ?? 'not measured', unit: 's' },
      { what: `second start, median of ${TIMES}`, measured: median(seconds), unit: 's', must: 8, aim: 2 },
      { what: 'second start, slowest', measured: Math.max(...seconds), unit: 's' },
    ]
  },
}

async function startAndStop(port: number, fresh: boolean): Promise<Running> {
  const shop = await startShop('start', { fresh, port })
  await shop.stop()
  return shop
}
