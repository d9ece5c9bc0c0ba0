import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { TitleRow } from '#contract/import/import.ts'
import { readCatalog, type Catalog } from '../../../src/server/import/source/read-catalog.ts'
import { ownNamesIn, partialTitles } from '../../../src/server/import/stored/titles-of-shop.ts'
import { validRows } from '../../../src/server/import/validate.ts'

/** Whole catalogs that nobody of this project wrote, read as they are: all that an import does before it writes. */
const SETS = process.env['DATASETS'] ?? fileURLToPath(new URL('../../../../shared/datasets/', import.meta.url))
const hasSets = existsSync(join(SETS, 'librivox-titles.jsonl'))
const absent = hasSets ? '' : ' (skipped: ../shared/datasets is not there)'
const base = mkdtempSync(join(tmpdir(), 'shop-lists-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const LISTS = [
  ['librivox-titles.jsonl', 9_732],
  ['pratham-stories.jsonl', 711],
  ['palakneeti-marathi-articles.jsonl', 1_983],
] as const
/** Enough for every notation beside every kind of row. */
const MOST_PRICES = 2_000
const KNOWN = { people: [], categories: [], series: [], titles: new Map(), today: '2026-11-21' }

async function* complete(catalog: Catalog) {
  for await (const title of partialTitles(catalog.titles(), ownNamesIn(catalog, 'keep')))
    yield title.complete(undefined)
}

async function read(file: string) {
  const refused = new Set<number>()
  const catalog = await readCatalog(file, KNOWN, ({ isWarning, line }) => void (isWarning || refused.add(line)))
  if (typeof catalog === 'string') throw new Error(catalog)
  const rows: TitleRow[] = []
  const report = ({ line }: { line: number }) => void refused.add(catalog.locationOf('title', line)?.line ?? line)
  for await (const { row } of validRows<TitleRow>(complete(catalog), { kind: 'title', struct: TitleRow, report }))
    rows.push(row)
  return { count: catalog.count, rows, refused }
}

describe.runIf(hasSets)(`whole lists of real publishers${absent}`, () => {
  it.each(LISTS)(
    '[IM-6] %s goes in untouched, and every row that does not is named',
    async (name, count) => {
      const { count: found, rows, refused } = await read(join(SETS, name))
      expect(found).toBe(count)
      expect(rows.length / count).toBeGreaterThanOrEqual(0.98)
      expect(rows.length + refused.size).toBe(count)
      // None of them has a price, and none is made up.
      expect(rows.filter(({ priceInr, priceUsd }) => priceInr > 0 || priceUsd > 0)).toEqual([])
    },
    60_000,
  )

  it.each(LISTS)(
    '[IM-2] every price of %s is the one in its cell',
    async (name) => {
      const all = readFileSync(join(SETS, name), 'utf8').split('\n').filter(Boolean)
      const lines = all.filter((_, at) => at % Math.ceil(all.length / MOST_PRICES) === 0)
      const cells = new Map<string, [rupees: string, dollars: string]>()
      const priced = lines.map((line, at) => {
        const row: object = JSON.parse(line)
        const [rupees, dollars] = [inRupees(at), inDollars(at)]
        cells.set(`row-${at}`, [rupees, dollars])
        return JSON.stringify({
          ...row,
          id: undefined,
          key: `row-${at}`,
          [rupeeHeader(at)]: rupees,
          [dollarHeader(at)]: dollars,
        })
      })
      const file = join(base, name)
      writeFileSync(file, priced.join('\n'))
      const { rows } = await read(file)
      expect(rows.length / lines.length).toBeGreaterThanOrEqual(0.98)
      const wrong = rows.flatMap(({ key, priceInr, priceUsd }) => {
        const [rupees = '', dollars = ''] = cells.get(key) ?? []
        // Of the maximum retail price, the tax is taken off: the listener pays it, to a paisa.
        const isTaxed = rupeeHeader(Number(key.replace('row-', ''))) === 'MRP'
        const paid = isTaxed ? Math.round(Number(priceInr) * 1.18) : Number(priceInr)
        return Math.abs(hundredthsIn(rupees) - paid) <= Number(isTaxed) && hundredthsIn(dollars) === priceUsd
          ? []
          : [{ key, rupees, priceInr, dollars, priceUsd }]
      })
      expect(wrong).toEqual([])
    },
    60_000,
  )
})

/** Notations of publishers, each with another amount in every row. */
const indian = (amount: number) => amount.toLocaleString('en-IN')
const inMarathi = (amount: number) => String(amount).replace(/\d/g, (digit) => '०१२३४५६७८९'[Number(digit)] ?? '')
const RUPEE_FORMS = [
  (n: number) => `${n}`,
  (n: number) => `₹${indian(n)}.50`,
  (n: number) => `Rs. ${n}/-`,
  (n: number) => `रु. ${inMarathi(n)}`,
  (n: number) => `INR ${n}.00`,
  (n: number) => `${n},5`,
] as const
const DOLLAR_FORMS = [
  (n: number) => `$${n}.99`,
  (n: number) => `${n} USD`,
  (n: number) => `US$ ${n.toLocaleString('en-US')}.05`,
  (n: number) => `${n}`,
] as const
const inRupees = (at: number): string => (RUPEE_FORMS[at % RUPEE_FORMS.length] ?? String)(49 + at * 7)
const inDollars = (at: number): string => (DOLLAR_FORMS[at % DOLLAR_FORMS.length] ?? String)(1 + at)
const rupeeHeader = (at: number): string => ['priceInr', 'MRP', 'Price (INR)'][at % 3] ?? ''
const dollarHeader = (at: number): string => ['priceUsd', 'USD', 'Price (USD)'][at % 3] ?? ''

/** Reads the notations above without any code of the import: digits before and after the last mark of a fraction. */
function hundredthsIn(cell: string): number {
  const digits = [...cell]
    .map((letter) => ('०१२३४५६७८९'.includes(letter) ? '०१२३४५६७८९'.indexOf(letter) : letter))
    .join('')
  const [, whole = '', fraction = ''] = /(\d[\d,]*?)(?:[.,](\d{1,2}))?(?:\/-)?\s*(?:USD)?$/.exec(digits) ?? []
  return Number(whole.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'))
}
