import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { useShop } from '../../api/support/shop.ts'
import { live, makeWeek } from './simulate.ts'

const shop = useShop()
const env = (name: string, usual: number) => Number(process.env[name] ?? usual)
/** `SOAK_SEED=… SOAK_DAYS=7` repeats a week, or makes it longer; `SOAK_RATE`: things that are done on a device in a day. */
const SEED = env('SOAK_SEED', 1)
const DAYS = env('SOAK_DAYS', 2)
const RATE = env('SOAK_RATE', 12)
const RESULT = process.env['SOAK_RESULT']
const LONGEST_MS = 3_600_000

it(
  `[PL-6] [RM-3] [RM-4] [SI-9] four listeners lose nothing on seven devices with lost lines (seed ${SEED})`,
  async () => {
    const week = await makeWeek(shop, SEED)
    const begun = process.cpuUsage()
    try {
      await live(week, DAYS, RATE)
    } catch (error) {
      const how = `SOAK_SEED=${SEED} SOAK_DAYS=${DAYS} SOAK_RATE=${RATE}`
      // A report shows the first lines only: what was lost comes before what happened.
      throw new Error(`${how}\n${String(error)}\n${week.log.slice(-80).join('\n')}`, { cause: error })
    }
    const { user, system } = process.cpuUsage(begun)
    const stored = week.devices.map(({ local }) => [...local.texts.values()].join('').length)
    const result = {
      requests: week.line.requests,
      cpuSeconds: (user + system) / 1_000_000,
      marks: week.listeners.reduce((sum, { marks }) => sum + marks.marks.size, 0),
      stored: Math.max(...stored),
    }
    if (RESULT) writeFileSync(RESULT, JSON.stringify(result))
    expect([result.requests > 100, result.marks > 0]).toEqual([true, true])
  },
  LONGEST_MS,
)
