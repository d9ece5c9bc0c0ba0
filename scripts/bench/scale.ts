import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { filesBelow } from '../publish/files.ts'
import { pageBuilderRows } from './peers/page-builders.ts'
import { ROOT, serveCatalog, WORK } from './shop/shop.ts'
import type { Bench, Row } from './table.ts'
import { measureMemory } from './weight.ts'
import { titlesOf } from './size.ts'

/** Builds, checks, compresses and publishes all pages of a large catalog, like `npm run build`. `--titles 100000` changes the number. */
export const scaleBench: Bench = {
  name: 'scale',
  async run(words) {
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
        {
          what: `full build of ${titles} titles in two languages`,
          measured: built.seconds,
          unit: 's',
          ...(titles === 10_000 && { must: 60 }),
          growth: { of: 'full build, s', titles },
        },
        { what: 'pages a second, total', measured: pages.length / built.seconds },
        {
          what: 'peak memory of the builder',
          measured: built.builder,
          unit: 'MB',
          must: 1024,
          aim: 700,
          growth: { of: 'memory of the build, MB', titles },
        },
        { what: 'peak memory of the publisher', measured: built.publisher, unit: 'MB', must: 1024, aim: 700 },
      ]
      return [...rows, ...pageBuilderRows(pages.length, Math.round(bytes / pages.length), built.seconds)]
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
    seconds: (performance.now() - started) / 1000,
    publisher,
    builder: Math.max(0, ...builders.map(({ megabytes }) => megabytes)),
  }
}
