import { readFileSync } from 'node:fs'
import { demoFolder, serveFolder, type Serving } from '../shop/shop.ts'
import { size } from '../size.ts'
import { median, quantile, type Bench, type Row } from '../table.ts'
import { crowd, type Met } from './visitors.ts'

const PEOPLE = size(50, 3)
const MINUTES = size(10, 0.05)
const MANY = size([100, 400, 1_000], [5])
const LOAD_SECONDS = size(20, 2)
const SAMPLE_MS = size(2_000, 500)

/** Fifty people without a pause for ten minutes (`--minutes 2` for fewer): what grows, leaks or slows shows itself. */
export const soakBench: Bench = {
  name: 'soak',
  async run(words) {
    const minutes = Number(words[words.indexOf('--minutes') + 1]) || MINUTES
    const shop = await serveFolder(demoFolder('soak'), 'demo')
    const weights: { at: number; mb: number }[] = []
    const started = performance.now()
    const weighing = setInterval(
      () => weights.push({ at: (performance.now() - started) / 1000, mb: weightOf(shop) }),
      SAMPLE_MS,
    )
    try {
      const met = await crowd(shop, PEOPLE, minutes * 60)
      return [...soaked(met, minutes), ...grown(weights, minutes)]
    } finally {
      clearInterval(weighing)
      await shop.stop()
    }
  },
}

/** More and more people at once, twenty seconds each, then few again: the shop may be slow, but it answers, and it recovers. */
export const loadBench: Bench = {
  name: 'load',
  async run() {
    const shop = await serveFolder(demoFolder('soak'), 'demo')
    const told: Row[] = []
    try {
      await crowd(shop, PEOPLE, size(5, 1))
      for (const people of [...MANY, PEOPLE]) told.push(...loaded(await crowd(shop, people, LOAD_SECONDS), people))
      return told
    } finally {
      await shop.stop()
    }
  },
}

const times = ({ answers }: Met, from = 0, to = Infinity) =>
  answers.filter(({ at }) => at >= from && at < to).map(({ ms }) => ms)

function loaded(met: Met, people: number): Row[] {
  const what = `${people} people at once`
  const all = times(met)
  return [
    { what: `${what}: answers a second`, measured: all.length / LOAD_SECONDS },
    { what: `${what}: p50`, measured: quantile(all, 0.5), unit: 'ms' },
    { what: `${what}: p99`, measured: quantile(all, 0.99), unit: 'ms' },
    { what: `${what}: not answered${exampleOf(met)}`, measured: met.faults.length, must: 0 },
  ]
}

function soaked(met: Met, minutes: number): Row[] {
  const [first, last] = [times(met, 0, 60), times(met, (minutes - 1) * 60)]
  return [
    { what: `${PEOPLE} people for ${minutes} min: answers a second`, measured: met.answers.length / (minutes * 60) },
    { what: 'p99 of the first minute', measured: quantile(first, 0.99), unit: 'ms' },
    { what: 'p99 of the last minute', measured: quantile(last, 0.99), unit: 'ms' },
    { what: 'p99, last against first minute', measured: quantile(last, 0.99) / quantile(first, 0.99), must: 1.5 },
    { what: `not answered${exampleOf(met)}`, measured: met.faults.length, must: 0 },
  ]
}

/** The heap takes what it gets in the first minutes: growth is looked for after a quarter of the time. */
function grown(weights: { at: number; mb: number }[], minutes: number): Row[] {
  const between = (from: number, to: number) =>
    weights.filter(({ at }) => at >= from * minutes * 60 && at < to * minutes * 60).map(({ mb }) => mb)
  const [early, late] = [median(between(0.25, 0.5)), median(between(0.75, 1))]
  return [
    { what: 'memory of the API, second quarter', measured: early, unit: 'MB' },
    { what: 'memory of the API, last quarter', measured: late, unit: 'MB' },
    { what: 'memory, last against second quarter', measured: late / early, must: 1.15 },
  ]
}

const exampleOf = ({ faults: [first] }: Met): string => (first ? ` (${first})` : '')

function weightOf({ pid }: Serving): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}
