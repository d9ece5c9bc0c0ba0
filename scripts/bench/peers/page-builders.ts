import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { WORK } from '../shop/shop.ts'
import type { Row } from '../table.ts'
import { peerPackage } from './install.ts'

type Sizes = { pages: number; bytes: number }

/** Other builders with the same number and size of pages in the same run. They write no compressed files and check nothing. */
export function pageBuilderRows(pages: number, bytes: number, ours: number): Row[] {
  return [...hugoRows({ pages, bytes }, ours), ...eleventyRows({ pages, bytes }, ours)]
}

function hugoRows(sizes: Sizes, ours: number): Row[] {
  if (spawnSync('hugo', ['version']).status !== 0)
    return [{ what: 'full build against Hugo', measured: 'skipped: hugo is not installed (Debian package hugo)' }]
  const folder = emptyFolder('hugo')
  for (const name of ['content/t', 'layouts/_default']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(
    join(folder, 'config.toml'),
    'baseURL = "http://localhost/"\ndisableKinds = ["taxonomy", "term", "RSS", "sitemap", "section", "home"]\n',
  )
  writeFileSync(join(folder, 'layouts/_default/single.html'), layout(sizes, '{{ .Title }}', '{{ .Content }}'))
  writeContents(join(folder, 'content/t'), sizes)
  const result = timed('hugo', ['--quiet', '-s', folder])
  if (typeof result === 'string') return [{ what: 'full build against Hugo', measured: result }]
  const budget = { must: 1.5, aim: 1.2, peer: `Hugo ${result.toFixed(1)} s` }
  return [{ what: 'full build against Hugo', measured: ours / result, unit: '×', ...budget }]
}

function eleventyRows(sizes: Sizes, ours: number): Row[] {
  const what = 'full build against Eleventy'
  const installed = peerPackage('@11ty/eleventy')
  if (!installed) return [{ what, measured: 'skipped: Eleventy is not installed' }]
  const folder = emptyFolder('eleventy')
  for (const name of ['content', '_includes']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, '_includes/page.liquid'), layout(sizes, '{{ title }}', '{{ content }}'))
  writeContents(join(folder, 'content'), sizes, 'layout: page.liquid\n')
  const args = [join(installed, 'cmd.cjs'), '--quiet', '--input=content', '--includes=../_includes', '--output=out']
  const result = timed(process.execPath, args, folder)
  if (typeof result === 'string') return [{ what, measured: result }]
  return [{ what, measured: ours / result, unit: '×', peer: `Eleventy ${result.toFixed(1)} s` }]
}

function emptyFolder(name: string): string {
  const folder = join(WORK, name)
  rmSync(folder, { recursive: true, force: true })
  return folder
}

function layout({ bytes }: Sizes, title: string, content: string): string {
  const frame = '<p class="card">A line of a page that is the same on all pages.</p>\n'
  const rest = frame.repeat(Math.max(1, Math.round((bytes - 800) / frame.length)))
  return `<!doctype html><title>${title}</title><h1>${title}</h1>${content}\n${rest}`
}

function writeContents(folder: string, { pages }: Sizes, facts = ''): void {
  const text = 'Some words of a description that differ little from one title to the next. '.repeat(8)
  for (let page = 0; page < pages; page += 1)
    writeFileSync(join(folder, `${page}.md`), `---\ntitle: "Title ${page}"\n${facts}---\n${text}\n`)
}

/** Seconds, or why there are none. */
function timed(command: string, args: string[], cwd?: string): number | string {
  const started = performance.now()
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8', ...(cwd && { cwd }) })
  return status === 0 ? (performance.now() - started) / 1000 : `failed: ${stderr.slice(0, 200)}`
}
