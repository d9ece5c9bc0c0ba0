// Measures the budgets of the shop: npm run bench, or npm run bench -- <name …>. A figure over its budget is said, not failed.
import { mkdirSync } from 'node:fs'
import { cpus } from 'node:os'
import { importBench } from './bench/import.ts'
import { lighthouseBench } from './bench/lighthouse.ts'
import { scaleBench } from './bench/scale.ts'
import { WORK } from './bench/shop.ts'
import { printTable, type Bench } from './bench/table.ts'

const benches: Bench[] = [importBench, scaleBench, lighthouseBench]

const [cpu] = cpus()
console.log(`machine: ${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), node ${process.versions.node}, ${process.platform}`)
mkdirSync(WORK, { recursive: true })
const [name, ...words] = process.argv.slice(2)
const chosen = name ? benches.filter((bench) => bench.name === name) : benches
if (chosen.length === 0) {
  console.error(`no benchmark ${name}: there are ${benches.map((bench) => bench.name).join(', ')}`)
  process.exitCode = 1
}
for (const bench of chosen) printTable(bench.name, await bench.run(words))
