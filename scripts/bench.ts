// Measures the budgets of the shop: npm run bench, or npm run bench -- <name …>. A figure over its budget is reported and is no failure.
// `--mini` takes the smallest numbers, to see that every benchmark runs.
import { mkdirSync } from 'node:fs'
import { cpus } from 'node:os'
import { apiBench } from './bench/api.ts'
import { bytesBench } from './bench/bytes.ts'
import { faultBench } from './bench/load/fault.ts'
import { importBench } from './bench/import.ts'
import { lighthouseBench } from './bench/lighthouse.ts'
import { listenBench } from './bench/listen.ts'
import { rebuildBench } from './bench/rebuild.ts'
import { scaleBench } from './bench/scale.ts'
import { searchBench } from './bench/search.ts'
import { WORK } from './bench/shop/shop.ts'
import { isMini } from './bench/size.ts'
import { loadBench, soakBench } from './bench/load/soak.ts'
import { startBench } from './bench/start.ts'
import { printTable, type Bench } from './bench/table.ts'

const benches: Bench[] = [
  bytesBench,
  startBench,
  importBench,
  apiBench,
  listenBench,
  faultBench,
  loadBench,
  soakBench,
  searchBench,
  scaleBench,
  rebuildBench,
  lighthouseBench,
]

const [cpu] = cpus()
console.log(
  `machine: ${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), node ${process.versions.node}, ${process.platform}`,
)
mkdirSync(WORK, { recursive: true })
const args = process.argv.slice(2)
const names = new Set(benches.map((bench) => bench.name))
const options = args.filter((word) => !names.has(word))
const requested = args.filter((word) => names.has(word))
const chosen = benches.filter((bench) => requested.length === 0 || requested.includes(bench.name))
const unknown = options.find((word) => requested.length === 0 && word !== '--mini')
if (unknown) {
  console.error(`no benchmark ${unknown}: there are ${[...names].join(', ')}`)
  process.exit(1)
}
if (requested.length === 0)
  console.log('not measured by default, because they take long: search --titles 100000, scale --titles 100000')
const runAll = async (some: Bench[]): Promise<void> => {
  for (const bench of some) printTable(bench.name, await bench.run(options))
}
// The smallest numbers measure nothing, so those with data of their own run beside those that share the demo.
const lanes = isMini
  ? [chosen.filter(({ usesDemo }) => usesDemo), chosen.filter(({ usesDemo }) => !usesDemo)]
  : [chosen]
await Promise.all(lanes.map(runAll))
