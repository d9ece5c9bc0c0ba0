import { rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright'
import { filesBelow } from '../../publish/files.ts'
import { chromiumOptions } from '../../test/chromium.ts'
import { titleRows } from '../shop/catalog.ts'
import { WORK } from '../shop/shop.ts'
import { quantile, type Row } from '../table.ts'
import { peerPackage } from './install.ts'

type Entry = { id: number; en: string; mr: string }
type MiniSearch = { addAll(entries: Entry[]): void; search(text: string, options: object): unknown[] }
type PagefindIndex = {
  addCustomRecord(record: { url: string; content: string; language: string; meta: object }): Promise<unknown>
  writeFiles(options: { outputPath: string }): Promise<unknown>
}
type Pagefind = { createIndex(): Promise<{ index: PagefindIndex }>; close(): Promise<void> }
/** The script that Pagefind writes for browsers. */
type BrowserPagefind = { init(): Promise<void>; search(text: string): Promise<{ results: unknown[] }> }

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
}
const load = (folder: string, file: string): Promise<unknown> => import(pathToFileURL(join(folder, file)).href)

/** Other search engines over the same names, asked the same texts in the same run. They neither know spelling habits nor the two scripts. */
export async function searchEngineRows(titles: number, texts: readonly string[]): Promise<Row[]> {
  const entries: Entry[] = []
  for await (const { translations } of titleRows(titles)) {
    const { en, mr } = translations as { en: { name: string }; mr: { name: string } }
    entries.push({ id: entries.length + 1, en: en.name, mr: mr.name })
  }
  return [...(await miniSearchRows(entries, texts)), ...(await pagefindRows(entries, texts))]
}

async function miniSearchRows(entries: Entry[], texts: readonly string[]): Promise<Row[]> {
  const installed = peerPackage('minisearch')
  if (!installed) return [{ what: 'MiniSearch', measured: 'skipped: it is not installed' }]
  const { default: Engine } = (await load(installed, 'dist/es/index.js')) as {
    default: new (options: object) => MiniSearch
  }
  const started = performance.now()
  const engine = new Engine({ fields: ['en', 'mr'] })
  engine.addAll(entries)
  const seconds = (performance.now() - started) / 1000
  const times = texts.map((text) => {
    const asked = performance.now()
    engine.search(text, { prefix: true, fuzzy: 0.2 })
    return performance.now() - asked
  })
  return [
    { what: `MiniSearch: index of ${entries.length} titles in memory`, measured: seconds, unit: 's' },
    { what: 'MiniSearch: the same texts, without HTTP, p95', measured: quantile(times, 0.95), unit: 'ms' },
  ]
}

async function pagefindRows(entries: Entry[], texts: readonly string[]): Promise<Row[]> {
  const installed = peerPackage('pagefind')
  if (!installed) return [{ what: 'Pagefind', measured: 'skipped: it is not installed' }]
  const folder = join(WORK, 'pagefind')
  rmSync(folder, { recursive: true, force: true })
  const started = performance.now()
  const { createIndex, close } = (await load(installed, 'lib/index.js')) as Pagefind
  const { index } = await createIndex()
  for (const { id, en, mr } of entries) {
    await index.addCustomRecord({ url: `/${id}/`, content: en, language: 'en', meta: { title: en } })
    await index.addCustomRecord({ url: `/mr/${id}/`, content: mr, language: 'mr', meta: { title: mr } })
  }
  await index.writeFiles({ outputPath: folder })
  await close()
  const seconds = (performance.now() - started) / 1000
  const times = await searchInBrowser(folder, texts)
  return [
    {
      what: `Pagefind: index of ${entries.length} titles as ${(await filesBelow(folder)).length} files`,
      measured: seconds,
      unit: 's',
    },
    { what: 'Pagefind: the same texts in Chromium beside its files, p95', measured: quantile(times, 0.95), unit: 'ms' },
  ]
}

/** Pagefind searches in the browser. Its language is that of the page, so names in Devanagari find nothing. */
async function searchInBrowser(folder: string, texts: readonly string[]): Promise<number[]> {
  const server = await serveFiles(folder)
  const browser = await chromium.launch(chromiumOptions())
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    return await page.evaluate(async (all) => {
      // A variable, because TypeScript would look for the file.
      const script = '/pagefind.js'
      const pagefind = (await import(script)) as BrowserPagefind
      await pagefind.init()
      const found: number[] = []
      for (const text of all) {
        const asked = performance.now()
        await pagefind.search(text)
        found.push(performance.now() - asked)
      }
      return found
    }, texts)
  } finally {
    await browser.close()
    server.close()
  }
}

async function serveFiles(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    if (path === '/') return void response.setHeader('content-type', 'text/html').end('<html lang="en">')
    readFile(join(folder, path)).then(
      (content) => response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream').end(content),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return server
}
