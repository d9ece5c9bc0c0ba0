import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cpuOfEnded } from '../shop/cpu.ts'
import { WORK } from '../shop/shop.ts'
import type { Row } from '../table.ts'
import { peerPackage } from './install.ts'

type Sizes = { pages: number; bytes: number }
/** Seconds of the clock, and of CPU of all its processes. */
type Cost = { seconds: number; cpu: number }

/** Other builders with the same number and size of pages in the same run. They write no compressed files and check nothing. */
export function pageBuilderRows(pages: number, bytes: number, ours: Cost): Row[] {
  return [...hugoRows({ pages, bytes }, ours), ...eleventyRows({ pages, bytes }, ours)]
}

function hugoRows(sizes: Sizes, ours: Cost): Row[] {
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
  return ratioRows('Hugo', ours, result, { must: 1.5, aim: 1.2 })
}

function eleventyRows(sizes: Sizes, ours: Cost): Row[] {
  const what = 'full build against Eleventy'
  const installed = peerPackage('@11ty/eleventy')
  if (!installed) return [{ what, measured: 'skipped: Eleventy is not installed' }]
  const folder = emptyFolder('eleventy')
  for (const name of ['content', '_includes']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, '_includes/page.liquid'), layout(sizes, '{{ title }}', '{{ content }}'))
  writeContents(join(folder, 'content'), sizes, 'layout: page.liquid\n')
  const dirs = { input: 'content', includes: '../_includes', output: 'out' }
  writeFileSync(join(folder, 'eleventy.config.js'), `export default () => ({ dir: ${JSON.stringify(dirs)} })`)
  const result = timed(process.execPath, [join(installed, 'cmd.cjs'), '--quiet'], folder)
  return ratioRows('Eleventy', ours, result)
}

/** On a machine that others use too, the ratio of CPU is the one to trust. */
function ratioRows(name: string, ours: Cost, its: Cost | string, budget: Pick<Row, 'must' | 'aim'> = {}): Row[] {
  const what = `full build against ${name}`
  if (typeof its === 'string') return [{ what, measured: its }]
  const peer = `${name} ${its.seconds.toFixed(1)} s, ${its.cpu.toFixed(1)} s of CPU`
  return [
    { what, measured: ours.seconds / its.seconds, unit: '×', peer, ...budget },
    { what: `${what}, CPU`, measured: ours.cpu / its.cpu, unit: '×', peer },
  ]
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

/** What it cost, or why it failed. */
function timed(command: string, args: string[], cwd?: string): Cost | string {
  const [started, before] = [performance.now(), cpuOfEnded()]
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8', ...(cwd && { cwd }) })
  if (status !== 0) return `failed: ${stderr.slice(0, 200)}`
  return { seconds: (performance.now() - started) / 1000, cpu: cpuOfEnded() - before }
}
