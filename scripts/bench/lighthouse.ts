import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import lighthouse, { type Result } from 'lighthouse'
import { waitUntilAtRest } from './shop/at-rest.ts'
import { openBrowser, type Browser } from './shop/browser.ts'
import { startShop, WORK } from './shop/shop.ts'
import { size } from './size.ts'
import type { Bench, Row } from './table.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const LIMITS = {
  'first-contentful-paint': [1200, 1000],
  'largest-contentful-paint': [1400, 1100],
  'total-blocking-time': [50, 0],
  'cumulative-layout-shift': [0.01, 0],
} as const
const UNITS = {
  'first-contentful-paint': 'ms',
  'largest-contentful-paint': 'ms',
  'total-blocking-time': 'ms',
  'cumulative-layout-shift': '',
} as const

/** Arguments select pages by a part of their name; by default all are measured. */
export const lighthouseBench: Bench = {
  name: 'lighthouse',
  usesDemo: true,
  async run(words) {
    const shop = await startShop('shop')
    let browser: Browser | undefined
    try {
      await waitUntilAtRest(shop.dataDir)
      const { port } = (browser = await openBrowser())
      const pages = (await pagesOf(shop.address)).filter(
        ([name]) => words.length === 0 || words.includes('--mini') || words.some((word) => name.includes(word)),
      )
      const rows: Row[] = []
      for (const [name, path] of pages.slice(0, size(pages.length, 1)))
        rows.push(...rowsOf(name, await measure(`${shop.address}${path}`, port, name)))
      return rows
    } finally {
      await browser?.stop()
      await shop.stop()
    }
  },
}

async function pagesOf(address: string): Promise<[string, string][]> {
  const reply = await fetch(`${address}/api/build/products/?limit=1`)
  const { data } = (await reply.json()) as { data: { id: number; product_slug: string; authors: { id: number }[] }[] }
  const [title] = data
  const writers = (await (await fetch(`${address}/api/build/authors/?limit=1`)).json()) as {
    data: { id: number; custom_translation: { en?: { name: string } } }[]
  }
  const [writer] = writers.data
  if (!title || !writer) throw new Error('the demo has no title or no author')
  const author = writer.custom_translation.en?.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const pages: [string, string][] = [
    ['home', '/'],
    ['browse', '/browse/'],
    ['product', `/product-details/${title.id}/${title.product_slug}/`],
    ['author', `/author/${writer.id}/${author}/`],
    ['faq', '/faq/'],
    ['kids', '/kids/'],
    ['plans', '/subscribe/'],
    ['family', '/family/'],
  ]
  return [
    ...pages.map(([name, path]): [string, string] => [`${name} en`, path]),
    ...pages.map(([name, path]): [string, string] => [`${name} mr`, `/mr${path}`]),
  ]
}

async function measure(url: string, port: number, name: string, attempts = 3): Promise<Result> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: [...CATEGORIES] })
  if (!result) throw new Error(`no result for ${url}`)
  // On a busy machine Lighthouse sometimes misses the first paint: measure again.
  if (result.lhr.runtimeError && attempts > 1) return measure(url, port, name, attempts - 1)
  mkdirSync(join(WORK, 'lighthouse'), { recursive: true })
  writeFileSync(join(WORK, 'lighthouse', `${name.replace(' ', '-')}.json`), JSON.stringify(result.lhr))
  return result.lhr
}

function rowsOf(name: string, result: Result): Row[] {
  const scores = CATEGORIES.map((category): Row => {
    const score = Math.round((result.categories[category]?.score ?? 0) * 100)
    return {
      what: `${name} ${category}`,
      measured: score,
      must: category === 'performance' ? 99 : 100,
      aim: 100,
      least: true,
    }
  })
  const times = Object.entries(LIMITS).map(([audit, [must, aim]]): Row => ({
    what: `${name} ${audit}`,
    measured: result.audits[audit]?.numericValue ?? Number.NaN,
    unit: UNITS[audit as keyof typeof LIMITS],
    must,
    aim,
  }))
  return [...scores, ...times, ...faultsOf(name, result)]
}

/** Names of audits below the full score. */
function faultsOf(name: string, result: Result): Row[] {
  const counted = CATEGORIES.flatMap((category) => result.categories[category]?.auditRefs ?? []).filter(
    ({ weight }) => weight > 0,
  )
  return counted.flatMap(({ id }) => {
    const audit = result.audits[id]
    if (!audit || audit.score === null || audit.score >= 1) return []
    return { what: `${name} audit ${id}`, measured: `${audit.score} ${audit.displayValue ?? ''}`.trim() }
  })
}
