import { importCsv } from './shop/generate-csv.ts'
import { loadCatalog } from './shop/shop.ts'
import type { Bench } from './table.ts'
import { titlesOf } from './size.ts'

const MEGABYTES = 'MB'

/** Import of a catalog. `--titles 100000` changes the number of titles. */
export const importBench: Bench = {
  name: 'import',
  async run(words) {
    const titles = titlesOf(words)
    const { seconds, weights, again, ...done } = await loadCatalog(titles, 'twice')
    const part = (from: number, to: number) =>
      Math.max(...weights.slice(Math.floor(weights.length * from), Math.max(1, Math.ceil(weights.length * to))))
    const isBudget = titles === 10_000
    const [small, large] = [await importCsv(titles / 10), await importCsv(titles)]
    return [
      {
        what: `import of ${titles} titles in two languages`,
        measured: seconds,
        unit: 's',
        ...(isBudget && { must: 60, aim: 20 }),
        growth: { of: 'import, s', titles },
      },
      { what: 'repeated import without changes', measured: again?.seconds ?? Number.NaN, unit: 's' },
      {
        what: 'titles, faults, changed by the second import',
        measured: `${done.titles}, ${done.faults}, ${again?.changed}`,
      },
      { what: 'peak memory', measured: Math.max(...weights), unit: MEGABYTES },
      {
        what: `a publisher's CSV of ${titles} titles, by the command`,
        measured: large.seconds,
        unit: 's',
        ...(isBudget && { must: 120, aim: 30 }),
      },
      {
        what: `memory of the command with ${titles / 10} / ${titles} titles`,
        measured: `${small.megabytes} / ${large.megabytes} MB`,
      },
      {
        what: 'peak memory, first half / second half',
        measured: `${Math.round(part(0, 0.5))} / ${Math.round(part(0.5, 1))} MB`,
      },
    ]
  },
}
