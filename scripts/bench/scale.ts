import { rmSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { filesBelow } from '../publish/files.ts'
import { pageBuilderRows } from './peers/page-builders.ts'
import { runBuild } from './shop/run-build.ts'
import { serveCatalog, WORK } from './shop/shop.ts'
import type { Bench, Row } from './table.ts'
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
      const built = await runBuild('build', shop.address, site)
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
        { what: 'CPU of the full build, all processes', measured: built.cpu, unit: 's' },
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
      return [...rows, ...pageBuilderRows(pages.length, Math.round(bytes / pages.length), built)]
    } finally {
      await shop.stop()
    }
  },
}
