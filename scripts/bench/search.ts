import { inDevanagari, titleRows } from './shop/catalog.ts'
import { searchEngineRows } from './peers/search-engines.ts'
import { hammer } from './load/requests.ts'
import { serveCatalog } from './shop/shop.ts'
import { quantile, type Bench, type Row } from './table.ts'
import { size, titlesOf } from './size.ts'

const PER_KIND = size(150, 10)

/** Sequential searches as listeners type them. `--titles 100000` changes the number of titles; the first run imports them. */
export const searchBench: Bench = {
  name: 'search',
  async run(words) {
    const titles = titlesOf(words)
    const shop = await serveCatalog(titles)
    let visitor = 0
    const headers = () => ({ 'x-forwarded-for': `10.${(visitor += 1) >> 16}.${(visitor >> 8) & 255}.${visitor & 255}` })
    const ask = (path: string, texts: string[]) =>
      hammer(
        shop.address,
        texts.map((text) => `${path}?q=${encodeURIComponent(text)}`),
        1,
        headers,
      )
    try {
      const kinds = await queries(titles)
      await ask(
        '/api/v2/search/',
        kinds.flatMap(([, texts]) => texts.slice(0, 10)),
      )
      const all: number[] = []
      const rows: Row[] = []
      for (const [kind, texts] of kinds) {
        const times = await ask('/api/v2/search/', texts)
        all.push(...times)
        const [p50, p95] = [quantile(times, 0.5).toFixed(1), quantile(times, 0.95).toFixed(1)]
        rows.push({ what: `search, ${kind}, p50 / p95`, measured: `${p50} / ${p95} ms` })
      }
      const suggested = await ask(
        '/api/search-suggestion/',
        kinds.flatMap(([, texts]) => texts.slice(0, 50)),
      )
      const peers = await searchEngineRows(
        titles,
        kinds.flatMap(([, texts]) => texts),
      )
      return [...rows, ...totalRows(titles, all, suggested), ...peers]
    } finally {
      await shop.stop()
    }
  },
}

function totalRows(titles: number, searches: number[], suggestions: number[]): Row[] {
  const growth = (of: string) => ({ growth: { of, titles } })
  return [
    {
      what: `search at ${titles} titles, all kinds, p95`,
      measured: quantile(searches, 0.95),
      unit: 'ms',
      must: 50,
      aim: 20,
      ...growth('search p95, ms'),
    },
    { what: `search at ${titles} titles, all kinds, p99`, measured: quantile(searches, 0.99), unit: 'ms' },
    {
      what: `suggestions at ${titles} titles, p95`,
      measured: quantile(suggestions, 0.95),
      unit: 'ms',
      must: 20,
      aim: 10,
      ...growth('suggestions p95, ms'),
    },
  ]
}

/** Names from the whole catalog, changed in the ways people change them. */
async function queries(titles: number): Promise<[string, string[]][]> {
  const names: string[] = []
  const step = Math.max(1, Math.floor(titles / PER_KIND))
  let at = 0
  for await (const { translations } of titleRows(titles)) {
    if ((at += 1) % step === 0) names.push((translations as { en: { name: string } }).en.name.slice(0, 60))
  }
  const wordsOf = (name: string) => name.split(' ').filter((word) => word.length > 3)
  return [
    ['whole names', names],
    ['names in Devanagari', names.map(inDevanagari)],
    ['one word', names.map((name) => wordsOf(name)[0] ?? name)],
    ['two words', names.map((name) => wordsOf(name).slice(-2).join(' ') || name)],
    ['beginnings', names.map((name, index) => name.slice(0, 2 + (index % 5)).trim() || 'a')],
    ['typing errors', names.map((name) => misspell(wordsOf(name)[0] ?? name))],
    [
      'Marathi in Latin letters',
      ['shyamchi aai', 'dnyaneshwari', 'mrutyunjay', 'yayati', 'gandh ani sugandh'].concat(
        names.map((name) => `${name.split(' ').at(-1)} katha`),
      ),
    ],
    ['nonsense', names.map((_, index) => `xq${index}zv wkj${index * 7}`)],
  ]
}

/** A typing error: one letter missing. */
const misspell = (word: string) =>
  word.length % 2 ? word.slice(0, 2) + word.slice(3) : word.slice(0, 2) + word.slice(1)
