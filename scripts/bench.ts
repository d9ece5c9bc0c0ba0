// Measures the budgets of the shop: npm run bench, or npm run bench -- <name …>. A figure over its budget is reported and is no failure.
// Writes bench.json and growth.svg below .cache/bench. `--mini` takes the smallest numbers, to see that every benchmark runs.
import { mkdirSync } from 'node:fs'
import { cpus } from 'node:os'
import { apiBench } from './bench/api.ts'
import { bytesBench } from './bench/bytes.ts'
import { faultBench } from './bench/load/fault.ts'
import { importBench } from './bench/import.ts'
import { lighthouseBench } from './bench/lighthouse.ts'
import { listenBench } from './bench/listen.ts'
import { linesBench } from './bench/texts/lines.ts'
import { listenersBench } from './bench/load/listeners-bench.ts'
import { rebuildBench } from './bench/rebuild.ts'
import { scaleBench } from './bench/scale.ts'
import { searchBench } from './bench/search.ts'
import { WORK } from './bench/shop/shop.ts'
import { isMini } from './bench/size.ts'
import { loadBench, soakBench } from './bench/load/soak.ts'
import { stormsBench } from './bench/load/storms.ts'
import { soundBench } from './bench/load/sound.ts'
import { startBench } from './bench/start.ts'
import { staticBench } from './bench/peers/static-pages.ts'
import { weekBench } from './bench/load/week.ts'
import { printTable, type Bench, type Row } from './bench/table.ts'
import { writeResults } from './bench/results.ts'

const benches: Bench[] = [
  bytesBench,
  startBench,
  importBench,
  apiBench,
  staticBench,
  listenBench,
  listenersBench,
  faultBench,
  loadBench,
  soakBench,
  stormsBench,
  weekBench,
  searchBench,
  linesBench,
  soundBench,
  scaleBench,
  rebuildBench,
  lighthouseBench,
]

// Ends with the handlers of `exit`, which kill a browser: it does not get the signals of this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
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
const measured = new Map<string, Row[]>()
const runAll = async (some: Bench[]): Promise<void> => {
  for (const bench of some) {
    const rows = await bench.run(options)
    printTable(bench.name, rows)
    measured.set(bench.name, rows)
  }
}
// The smallest numbers measure nothing, so those with data of their own run beside those that share the demo.
const lanes = isMini
  ? [chosen.filter(({ usesDemo }) => usesDemo), chosen.filter(({ usesDemo }) => !usesDemo)]
  : [chosen]
// All end before the first failure is thrown: otherwise the others would leave their shops and browsers behind.
const failed = (await Promise.allSettled(lanes.map(runAll))).find((lane) => lane.status === 'rejected')
if (failed) throw failed.reason
// One table of everything that has a budget, in the order of the list.
const all = benches.flatMap(({ name }) => measured.get(name) ?? [])
printTable(
  'budgets',
  all.filter(({ must }) => must !== undefined),
)
for (const file of writeResults(isMini ? `${WORK}/mini` : WORK, measured)) console.log(file)
