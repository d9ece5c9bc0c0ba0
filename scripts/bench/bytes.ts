import { gzipSync } from 'node:zlib'
import { chromium, type Page } from 'playwright'
import { chromiumOptions } from '../test/chromium.ts'
import { startShop } from './shop/shop.ts'
import type { Bench, Row } from './table.ts'

/** The budgets are those of tests/site/budgets.test.ts. */
const KILO = 1024
const gzipped = (text: string | Buffer) => gzipSync(text, { level: 9 }).length

/** What a browser really downloads; tests/site/budgets.test.ts counts from the files. */
export const bytesBench: Bench = {
  name: 'bytes',
  usesDemo: true,
  async run() {
    const shop = await startShop('shop')
    const browser = await chromium.launch(chromiumOptions())
    try {
      const reply = await fetch(`${shop.address}/api/build/products/?limit=1`)
      const { data } = (await reply.json()) as { data: { id: number; product_slug: string }[] }
      const product = `product-details/${data[0]?.id}/${data[0]?.product_slug}/`
      const rows: Row[] = []
      for (const [name, path] of [
        ['home en', '/'],
        ['home mr', '/mr/'],
        ['product en', `/${product}`],
        ['product mr', `/mr/${product}`],
      ] as const) {
        const page = await browser.newPage()
        rows.push(...(await measurePage(page, `${shop.address}${path}`, name)))
        await page.close()
      }
      return rows
    } finally {
      await browser.close()
      await shop.stop()
    }
  },
}

/** Collects what the page downloads from now on. `sum` is in KB, compressed. */
function collectDownloads(page: Page) {
  const responses: { kind: string; bytes: Promise<number>; html?: Promise<string> }[] = []
  page.on('response', (response) => {
    const kind = response.request().resourceType()
    if (kind === 'script' || kind === 'stylesheet' || kind === 'document')
      responses.push({
        kind,
        bytes: response.body().then(gzipped, () => 0),
        ...(kind === 'document' && { html: response.text() }),
      })
  })
  const sum = async (kind: string) =>
    (await Promise.all(responses.filter((part) => part.kind === kind).map(({ bytes }) => bytes))).reduce(
      (total, part) => total + part,
      0,
    ) / KILO
  const html = async () => (await responses.find((part) => part.html)?.html) ?? ''
  return { sum, html }
}

async function measurePage(page: Page, url: string, name: string): Promise<Row[]> {
  const { sum, html } = collectDownloads(page)
  // Modules load before the load event.
  await page.goto(url)
  const ownScript = inlineScriptSize(await html())
  const reading = (await sum('script')) + ownScript
  const document = (await sum('document')) + (await sum('stylesheet'))
  // The answer is awaited and not the list, which stays empty where the catalog has no match. A click elsewhere would cancel the request.
  const suggested = page.waitForResponse(/search-suggestion/)
  await page.getByRole('combobox').pressSequentially('katha')
  await suggested
  await page.locator('button.sample').first().click()
  await page.locator('.sound-bar').waitFor()
  return [
    { what: `${name}, JS of a reading guest`, measured: reading, unit: 'KB', must: 20, aim: 18 },
    {
      what: `${name}, JS with search, sample and sound bar in use`,
      measured: (await sum('script')) + ownScript,
      unit: 'KB',
      must: 136,
      aim: 117,
    },
    {
      what: `${name}, HTML and CSS`,
      measured: document,
      unit: 'KB',
      ...(name.startsWith('product') && { must: 22, aim: 20 }),
    },
  ]
}

function inlineScriptSize(html: string): number {
  const scripts = html.matchAll(/<script(?![^>]*(?:\ssrc=|type="application))[^>]*>([\s\S]*?)<\/script>/g)
  return scripts.reduce((total, [, code = '']) => total + gzipped(code) / KILO, 0)
}
