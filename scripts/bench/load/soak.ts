import { readFileSync } from 'node:fs'
import { demoFolder, serveFolder, type Serving } from '../shop/shop.ts'
import { median, quantile, type Bench, type Row } from '../table.ts'
import { runCrowd, type CrowdResult } from './visitors.ts'
import { size } from '../size.ts'

const PEOPLE = size(50, 3)
const MINUTES = size(10, 0.05)
const CROWD_SIZES = size([100, 400, 1_000], [5])
const LOAD_SECONDS = size(20, 2)
const WARM_SECONDS = size(5, 1)
const SAMPLE_MS = size(2_000, 500)

/** Fifty visitors for ten minutes (`--minutes 2` for less) to find leaks and slowdowns. */
export const soakBench: Bench = {
  name: 'soak',
  usesDemo: true,
  async run(words) {
    const minutes = Number(words[words.indexOf('--minutes') + 1]) || MINUTES
    const shop = await serveFolder(demoFolder('soak'), 'demo')
    const memorySamples: { at: number; mb: number }[] = []
    const started = performance.now()
    const sampling = setInterval(
      () => memorySamples.push({ at: (performance.now() - started) / 1000, mb: memoryOf(shop) }),
      SAMPLE_MS,
    )
    try {
      const result = await runCrowd(shop, PEOPLE, minutes * 60)
      return [...soakRows(result, minutes), ...memoryRows(memorySamples, minutes)]
    } finally {
      clearInterval(sampling)
      await shop.stop()
    }
  },
}

/** Increasing numbers of visitors, twenty seconds each, then few again: the shop may be slow but must answer and recover. */
export const loadBench: Bench = {
  name: 'load',
  usesDemo: true,
  async run() {
    const shop = await serveFolder(demoFolder('soak'), 'demo')
    const rows: Row[] = []
    try {
      await runCrowd(shop, PEOPLE, WARM_SECONDS)
      for (const people of [...CROWD_SIZES, PEOPLE])
        rows.push(...loadRows(await runCrowd(shop, people, LOAD_SECONDS), people))
      return rows
    } finally {
      await shop.stop()
    }
  },
}

const times = ({ answers }: CrowdResult, from = 0, to = Infinity) =>
  answers.filter(({ at }) => at >= from && at < to).map(({ ms }) => ms)

function loadRows(result: CrowdResult, people: number): Row[] {
  const what = `${people} people at once`
  const all = times(result)
  return [
    { what: `${what}: answers a second`, measured: all.length / LOAD_SECONDS },
    { what: `${what}: p50`, measured: quantile(all, 0.5), unit: 'ms' },
    { what: `${what}: p99`, measured: quantile(all, 0.99), unit: 'ms' },
    { what: `${what}: not answered${exampleOf(result)}`, measured: result.faults.length, must: 0 },
  ]
}

function soakRows(result: CrowdResult, minutes: number): Row[] {
  const [first, last] = [times(result, 0, 60), times(result, (minutes - 1) * 60)]
  return [
    { what: `${PEOPLE} people for ${minutes} min: answers a second`, measured: result.answers.length / (minutes * 60) },
    { what: 'p99 of the first minute', measured: quantile(first, 0.99), unit: 'ms' },
    { what: 'p99 of the last minute', measured: quantile(last, 0.99), unit: 'ms' },
    { what: 'p99, last against first minute', measured: quantile(last, 0.99) / quantile(first, 0.99), must: 1.5 },
    { what: `not answered${exampleOf(result)}`, measured: result.faults.length, must: 0 },
  ]
}

/** The heap grows in the first minutes, so the comparison starts after a quarter of the time. */
function memoryRows(memorySamples: { at: number; mb: number }[], minutes: number): Row[] {
  const between = (from: number, to: number) =>
    memorySamples.filter(({ at }) => at >= from * minutes * 60 && at < to * minutes * 60).map(({ mb }) => mb)
  const [early, late] = [median(between(0.25, 0.5)), median(between(0.75, 1))]
  return [
    { what: 'memory of the API, second quarter', measured: early, unit: 'MB' },
    { what: 'memory of the API, last quarter', measured: late, unit: 'MB' },
    { what: 'memory, last against second quarter', measured: late / early, must: 1.15 },
  ]
}

const exampleOf = ({ faults: [first] }: CrowdResult): string => (first ? ` (${first})` : '')

function memoryOf({ pid }: Serving): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}
