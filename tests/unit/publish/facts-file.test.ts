import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { factsJson, readFactsFile } from '../../../scripts/publish/build/facts-file.ts'
import { stringTable, type Facts, type PageFacts } from '../../../scripts/publish/build/page-facts.ts'
import { sitemaps } from '../../../scripts/publish/host/sitemap.ts'

const folder = mkdtempSync(join(tmpdir(), 'facts-'))
afterAll(() => rmSync(folder, { recursive: true }))
const stored = (facts: Facts, text: string | Buffer = factsJson(facts)) => {
  writeFileSync(join(folder, 'facts.json'), text)
  return readFactsFile(join(folder, 'facts.json'))
}
const page = (address: string, ...alternates: number[]): PageFacts => ({
  ...{ links: [0], inline: [], address, alternates, changed: '2026-11-01', bytes: 1 },
})
const pagesOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`p/${at}/"अ".html`, page(`/p/${at}/`)]))

it.each([0, 1, 2, 500])('[SP-2] the facts of %i pages are read as they were written', (count) => {
  const facts = { strings: ['/a', 'mr /"ब"\n'], pages: pagesOf(count) }
  const { lines, stringCount, ...read } = stored(facts)
  expect(read).toEqual(facts)
  expect([lines.length, stringCount]).toEqual([68, 2])
})

it('[SP-2] a rebuild writes the lines of changed, new and removed pages again, and takes the others as they are', () => {
  const before = stored({ strings: ['/a'], pages: pagesOf(500) })
  const { strings, indexOf } = stringTable(before.strings)
  const [changed = '', removed = ''] = Object.keys(before.pages)
  const pages = { ...before.pages, 'new.html': page('/new', indexOf('en /new')), [changed]: page('/changed') }
  delete pages[removed]
  const text = factsJson({ strings, pages }, before).toString()
  expect(JSON.parse(text)).toEqual({ strings: ['/a', 'en /new'], pages })
  const own = text.split('\n').map((line) => line.replace(/,$/, ''))
  expect(own.filter((line, at) => line !== String(before.lines[at])).length).toBeLessThanOrEqual(5)
  // A line is not looked at again as long as its pages are the same objects.
  const marked = {
    ...before,
    lines: before.lines.map((line) => Buffer.from(String(line).replaceAll('2026-11-01', '2026-01-01'))),
  }
  const dates = Object.values((JSON.parse(String(factsJson({ strings, pages }, marked))) as Facts).pages)
  expect(dates.filter((facts) => facts.changed === '2026-01-01').length).toBeGreaterThan(400)
  expect(dates.filter((facts) => /changed|new/.test(facts.address)).map((facts) => facts.changed)).toEqual([
    '2026-11-01',
    '2026-11-01',
  ])
})

it('[SP-2] facts that were stored in another shape are written whole', () => {
  const facts = { strings: ['/a'], pages: pagesOf(3) }
  const before = stored(facts, JSON.stringify(facts, null, 1))
  expect(JSON.parse(String(factsJson(before, before)))).toEqual(facts)
})

it('[SP-2] [SD-7] a sitemap is the same as before as long as its pages are', () => {
  const before: Facts = { strings: ['/a', 'en /a mr /अ'], pages: pagesOf(2_500) }
  const pages = { ...before.pages, 'z.html': page('/z/', 1), 'hidden.html': page('') }
  const maps = sitemaps({ ...before, pages }, 'https://shop.test', before)
  expect(maps.map(({ name, isSame }) => [name, isSame])).toEqual([
    ['sitemap-1.xml', true],
    ['sitemap-2.xml', true],
    ['sitemap-3.xml', false],
    ['sitemap.xml', false],
    ['robots.txt', false],
  ])
  expect(maps[2]?.text()).toContain(
    '<url><loc>/z/</loc><lastmod>2026-11-01</lastmod><xhtml:link rel="alternate" hreflang="en" href="/a"/>',
  )
  const dated: Facts['pages'] = { ...before.pages, 'p/1000/"अ".html': { ...page('/p/1000/'), changed: '2026-11-02' } }
  const isSame = (now: Facts['pages']) => sitemaps({ ...before, pages: now }, '', before).map((map) => map.isSame)
  expect(isSame(dated).slice(0, 3).filter(Boolean)).toHaveLength(2)
  delete dated['p/0/"अ".html']
  expect(isSame(dated).slice(0, 3)).toEqual([false, false, false])
  expect(sitemaps(before, '').some((map) => map.isSame)).toBe(false)
})
