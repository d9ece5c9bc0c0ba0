import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { growthPlot, type Growth } from './growth-plot.ts'
import { verdict, type Row } from './table.ts'

type Results = { benches: Record<string, object[]>; growth: Growth }

/** Writes `bench.json` and `growth.svg`, beside the results of benchmarks that were not run this time. Returns both files. */
export function writeResults(folder: string, measured: ReadonlyMap<string, readonly Row[]>): string[] {
  mkdirSync(folder, { recursive: true })
  const [json, svg] = [join(folder, 'bench.json'), join(folder, 'growth.svg')]
  const before = readResults(json)
  const growth: Growth = { ...before.growth }
  const benches = { ...before.benches }
  for (const [name, rows] of measured) {
    benches[name] = rows.map(({ growth: _growth, ...row }) => ({ ...row, verdict: verdict(row) }))
    for (const { growth: point, measured: value } of rows)
      if (point && typeof value === 'number') growth[point.of] = { ...growth[point.of], [point.titles]: value }
  }
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, node ${process.versions.node}`
  writeFileSync(json, `${JSON.stringify({ machine, at: new Date().toISOString(), benches, growth }, null, 1)}\n`)
  writeFileSync(svg, growthPlot(growth))
  return [json, svg]
}

function readResults(file: string): Results {
  try {
    const { benches = {}, growth = {} } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Results>
    return { benches, growth }
  } catch {
    return { benches: {}, growth: {} }
  }
}
