import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { filesBelow } from '../publish/files.ts'
import { hasDataset } from './shop/catalog.ts'
import { ROOT, serveCatalog, WORK } from './shop/shop.ts'
import type { Bench, Row } from './table.ts'
import { measureMemory } from './weight.ts'
import { titlesOf } from './size.ts'

/** Builds, checks, compresses and publishes all pages of a large catalog, like `npm run build`. `--titles 100000` changes the number. */
export const scaleBench: Bench = {
  name: 'scale',
  async run(words) {
    if (!hasDataset()) return [{ what: 'scale', measured: 'skipped: no data set' }]
    const titles = titlesOf(words)
    const shop = await serveCatalog(titles)
    const site = join(WORK, `site-${titles}`)
    rmSync(site, { recursive: true, force: true })
    try {
      const built = await build(shop.address, site)
      const pages = (await filesBelow(join(site, 'site/builds'))).filter((file) => file.endsWith('.html'))
      const bytes = (await Promise.all(pages.map((page) => stat(page)))).reduce((sum, { size }) => sum + size, 0)
      const rows: Row[] = [
        { what: `pages of ${titles} titles in two languages`, measured: String(pages.length) },
        { what: 'mean size of a page', measured: bytes / pages.length / 1024, unit: 'KB' },
        { what: 'reading and building by Astro', measured: built.astro, unit: 's' },
        { what: 'checking, compressing, publishing', measured: built.seconds - built.astro, unit: 's' },
        { what: 'pages a second, total', measured: pages.length / built.seconds },
        { what: 'peak memory of the builder', measured: built.builder, unit: 'MB', must: 1024, aim: 700 },
        { what: 'peak memory of the publisher', measured: built.publisher, unit: 'MB', must: 1024, aim: 700 },
      ]
      return [...rows, ...hugoRows(pages.length, Math.round(bytes / pages.length), built.astro)]
    } finally {
      await shop.stop()
    }
  },
}

async function build(apiUrl: string, dataDir: string) {
  const started = performance.now()
  const env = { ...process.env, DATA_DIR: dataDir, API_URL: apiUrl, SITE_URL: 'http://localhost:4321' }
  const child = spawn(process.execPath, ['scripts/build.ts'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const stopMeasuring = measureMemory(child.pid ?? 0)
  let last = ''
  child.stdout.on('data', (chunk: Buffer) => (last = chunk.toString()))
  const code = await new Promise((done) => child.on('exit', done))
  const processes = stopMeasuring()
  const publisher = processes.get(child.pid ?? 0)?.megabytes ?? 0
  processes.delete(child.pid ?? 0)
  if (code !== 0) throw new Error(`the build ended with code ${String(code)}: ${last}`)
  const builders = [...processes.values()]
  return {
    astro: (Math.max(...builders.map(({ seen }) => seen)) - started) / 1000,
    seconds: (performance.now() - started) / 1000,
    publisher,
    builder: Math.max(...builders.map(({ megabytes }) => megabytes)),
  }
}

/** Hugo with the same number and size of pages: a lower limit for page builders on this machine. */
function hugoRows(pages: number, bytes: number, ours: number): Row[] {
  if (spawnSync('hugo', ['version']).status !== 0)
    return [{ what: 'against Hugo', measured: 'skipped: hugo is not installed (Debian package hugo)' }]
  const folder = join(WORK, 'hugo')
  rmSync(folder, { recursive: true, force: true })
  for (const name of ['content/t', 'layouts/_default']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(
    join(folder, 'config.toml'),
    'baseURL = "http://localhost/"\ndisableKinds = ["taxonomy", "term", "RSS", "sitemap", "section", "home"]\n',
  )
  const frame = '<p class="card">A line of a page that is the same on all pages.</p>\n'
  writeFileSync(
    join(folder, 'layouts/_default/single.html'),
    `<!doctype html><title>{{ .Title }}</title><h1>{{ .Title }}</h1>{{ .Content }}\n${frame.repeat(Math.max(1, Math.round((bytes - 800) / frame.length)))}`,
  )
  const text = 'Some words of a description that differ little from one title to the next. '.repeat(8)
  for (let page = 0; page < pages; page += 1)
    writeFileSync(join(folder, `content/t/${page}.md`), `---\ntitle: "Title ${page}"\n---\n${text}\n`)
  const started = performance.now()
  const run = spawnSync('hugo', ['--quiet', '-s', folder], { encoding: 'utf8' })
  const seconds = (performance.now() - started) / 1000
  if (run.status !== 0) return [{ what: 'against Hugo', measured: `hugo failed: ${run.stderr.slice(0, 200)}` }]
  return [
    { what: 'Hugo, as many pages of the same size', measured: seconds, unit: 's' },
    { what: 'Astro against Hugo', measured: ours / seconds, unit: '×', must: 2.5, aim: 1.3 },
  ]
}
