import { startShop } from './shop.ts'
import { median, type Bench } from './table.ts'

const TIMES = 5

/** From the command to its `ready` line: once in an empty folder, then when everything is there. */
export const startBench: Bench = {
  name: 'start',
  async run(words) {
    const first = words.includes('--second') ? undefined : await once(true)
    // The folder may be from another state of the code: this start builds what is missing.
    await once(false)
    const seconds: number[] = []
    for (let time = 0; time < TIMES; time += 1) seconds.push(await once(false))
    return [
      { what: 'first start, installed but nothing made', measured: first ?? 'not asked', unit: 's' },
      { what: `second start, median of ${TIMES}`, measured: median(seconds), unit: 's', must: 8, aim: 2 },
      { what: 'second start, slowest', measured: Math.max(...seconds), unit: 's' },
    ]
  },
}

async function once(fresh: boolean): Promise<number> {
  const shop = await startShop('start', { fresh })
  await shop.stop()
  return shop.seconds
}
