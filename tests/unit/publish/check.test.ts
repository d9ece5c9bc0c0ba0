import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { checkLinks } from '../../../scripts/publish/check.ts'
import { readFacts } from '../../../scripts/publish/build/page-facts.ts'
import { withReport } from '../../../scripts/publish/rebuild-report.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'report-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

it('[SP-2] a link with a malformed percent sequence is reported as broken, with its page', () => {
  const page = { links: [0, 1], inline: [], address: '', alternates: [], changed: '', bytes: 0 }
  expect(() =>
    checkLinks({ strings: ['/50%', '/faq/'], pages: { 'about/index.html': page } }, ['faq/index.html']),
  ).toThrow('the build has 1 broken links: /50% on about/index.html')
})

it('[SP-2] a link below a shell is no broken one, in both languages', () => {
  const page = { links: [0, 1, 2], inline: [], address: '', alternates: [], changed: '', bytes: 0 }
  const strings = ['/search/moon/', '/mr/search/%E0%A4%9A/', '/searching/']
  expect(() => checkLinks({ strings, pages: { 'index.html': page } }, [])).toThrow(
    'the build has 1 broken links: /searching/ on index.html',
  )
})

it('[SP-2] a tag that a text shows is no link, and the links of tags beside it are found', () => {
  const html = [
    '<html><body><a title="a > b" href="/first/" class="x"><img alt="<3 books" src="/cover.webp"></a>',
    '<p>See &lt;a href="/blog/shyam"&gt;our blog&lt;/a&gt;, &lt;img src="/gone.png"&gt; and &lt;b class="x" href="/c/"&gt;',
    '<a\nhref="/second/">two</a> href="/text/" <br><a class="y" href="/third/?q=1#x">three</a></p></body></html>',
  ].join('')
  expect(readFacts(Buffer.from(html), 'a page').links).toEqual(['/first/', '/cover.webp', '/second/', '/third/'])
})

it('[SP-2] a description of nothing but quotes and shown tags costs no more than its length', () => {
  const links = (count: number) =>
    readFacts(Buffer.from(`<p>${'"&lt;a href="/x/"> '.repeat(count)}</p>`), 'a page').links
  const started = performance.now()
  expect(links(100_000)).toEqual([])
  expect(performance.now() - started).toBeLessThan(5_000)
})

it('[SP-2] a build that fails says why although the report of the one before is damaged', async () => {
  const file = join(dataDir, 'site/last-rebuild.json')
  mkdirSync(join(dataDir, 'site'))
  writeFileSync(file, '{"at":"20')
  const failing = () => Promise.reject(new Error('the catalog is gone'))
  await expect(withReport({ dataDir }, failing)).rejects.toThrow('the catalog is gone')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ ok: false, succeededAt: null })
})
