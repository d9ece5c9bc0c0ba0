import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { WORK } from '../shop/shop.ts'
import { size } from '../size.ts'
import type { Bench, Row } from '../table.ts'

const SEEDS = size(5, 1)
const DAYS = size(7, 1)
/** Things that are done on a device in a day. */
const RATE = size(30, 4)

/** What tests/stores/week writes of a week in which nothing was lost. */
type Result = { requests: number; cpuSeconds: number; marks: number; stored: number }

/** Seven days of four listeners on seven devices with lost lines, once for each seed (`--seed 7 --days 30` for others). */
export const weekBench: Bench = {
  name: 'week',
  async run(words) {
    const option = (name: string, usual: number) => Number(words[words.indexOf(name) + 1] ?? Number.NaN) || usual
    const first = words.includes('--seed') ? option('--seed', 1) : 1
    const days = words.includes('--days') ? option('--days', DAYS) : DAYS
    const results = new Map<number, Result | undefined>()
    for (let seed = first; seed < first + (words.includes('--seed') ? 1 : SEEDS); seed += 1)
      results.set(seed, await live(seed, days))
    return rowsOf(results, days)
  },
}

/** Undefined when something was lost: the test has printed what, and its seed. */
async function live(seed: number, days: number): Promise<Result | undefined> {
  mkdirSync(WORK, { recursive: true })
  const file = join(WORK, `week-${seed}.json`)
  rmSync(file, { force: true })
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'stores', 'tests/stores/week']
  const env = { SOAK_SEED: String(seed), SOAK_DAYS: String(days), SOAK_RATE: String(RATE), SOAK_RESULT: file }
  const child = spawn(process.execPath, vitest, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)))
  await new Promise((done) => child.once('close', done))
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Result
  console.error(output)
  return undefined
}

function rowsOf(results: ReadonlyMap<number, Result | undefined>, days: number): Row[] {
  const lost = [...results].flatMap(([seed, result]) => (result ? [] : [seed]))
  const whole = [...results.values()].filter((result) => result !== undefined)
  const most = (read: (result: Result) => number) => Math.max(0, ...whole.map(read))
  const seeds = lost.length > 0 ? ` (seeds ${lost.join(', ')})` : ''
  return [
    {
      what: `simulations of ${days} days in which something was lost, of ${results.size}${seeds}`,
      measured: lost.length,
      must: 0,
    },
    { what: 'requests of one', measured: most(({ requests }) => requests) },
    { what: 'marks of one, at its end', measured: most(({ marks }) => marks) },
    { what: 'stored on one device, at most', measured: most(({ stored }) => stored) / 1024, unit: 'KB', must: 300 },
    { what: 'CPU of one, without PostgreSQL', measured: most(({ cpuSeconds }) => cpuSeconds), unit: 's' },
  ]
}
