import { freePort } from '../process/free-port.ts'
import { startShop, type Running } from './shop/shop.ts'
import { isMini, size } from './size.ts'
import { median, type Bench } from './table.ts'

const TIMES = size(5, 1)

/** From the command to its `ready` line: once in an empty folder, then when everything is there. */
export const startBench: Bench = {
  name: 'start',
  async run(words) {
    // One port for all: the address stands in the pages, another one builds them anew.
    const port = await freePort()
    const once = (fresh: boolean) => startAndStop(port, fresh)
    const first = words.includes('--second') || isMini ? undefined : (await once(true)).seconds
    const seconds: number[] = []
    // A start that had to build is none of these: the code changed since the last one.
    for (let time = 0; time < 3 * TIMES && seconds.length < TIMES; time += 1) {
      const { hasBuilt, seconds: taken } = await once(false)
      if (!hasBuilt) seconds.push(taken)
    }
    return [
      { what: 'first start, installed but nothing made', measured: first ?? 'not asked', unit: 's' },
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
