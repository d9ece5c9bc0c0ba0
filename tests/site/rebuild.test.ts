import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { differencesOf } from '../../scripts/publish/differences.ts'
import { fileOf } from '../../scripts/publish/stale-pages.ts'
import { Proxy, runBuild, type Change, type Stop } from './proxy.ts'
import { ADDRESS } from './support.ts'

/** Rebuilds after changes of the catalog, in folders of their own, beside full builds of the same catalog. */
const proxy = new Proxy()
const folder = (name: string) => mkdtempSync(join(tmpdir(), `shop-${name}-`))
const [grown, whole] = [folder('grown'), folder('whole')]
const site = join(grown, 'site')
const served = (dataDir = grown) => join(dataDir, 'site/current')
const current = () => readlinkSync(served())
const page = (file: string) => readFileSync(join(served(), file), 'utf8')
const rebuild = (words: string[] = [], stop?: Stop) => runBuild({ script: 'rebuild', words, apiUrl: proxy.address, dataDir: grown, ...(stop && { stop }) })
const build = (dataDir: string) => runBuild({ apiUrl: proxy.address, dataDir })
const rendered = (out: string) => Number(out.match(/, (\d+) of them new or changed/)?.[1])

/** One digest of everything that is served. */
function contentOf(dataDir = grown): string {
  const folderNow = join(dataDir, 'site', readlinkSync(served(dataDir)))
  const hash = createHash('sha256')
  for (const entry of readdirSync(folderNow, { recursive: true, withFileTypes: true }).toSorted((a, b) =>
    a.parentPath + a.name < b.parentPath + b.name ? -1 : 1,
  ))
    if (entry.isFile()) hash.update(entry.name).update(readFileSync(join(entry.parentPath, entry.name)))
  return hash.digest('hex')
}

type Row = { id: number; custom_translation?: Record<string, { name: string }>; inr_price?: { amount: string }; authors?: Row[] }
type Answer = { data?: Row[]; titles?: number; version?: string }
let revision = 0

/** The catalog from now on: every answer goes through the change, and the version tells that something changed. */
function catalogIs(change: Change): void {
  revision += 1
  const now = revision
  proxy.change = (path, answer: never) => {
    const changed = change(path, answer) as Answer
    return path.startsWith('/api/build/version/') ? { ...changed, version: `test-${now}` } : changed
  }
}

/** Changes entries of one id wherever they stand in an answer, however deep. */
function everywhere(answer: unknown, isIt: (row: Row) => boolean, alter: (row: Row) => unknown): unknown {
  if (Array.isArray(answer)) return answer.map((one) => everywhere(one, isIt, alter))
  if (typeof answer !== 'object' || answer === null) return answer
  const inner = Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, everywhere(value, isIt, alter)]))
  return isIt(inner as Row) ? alter(inner as Row) : inner
}

/** An answer without the title and without its number in lists of titles. */
function without(answer: unknown, key = ''): unknown {
  if (Array.isArray(answer))
    return answer
      .filter((one: Row | number) => (typeof one === 'number' ? !key.endsWith('_ids') || one !== title.id : !isTitle(one)))
      .map((one) => without(one))
  if (typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, without(value, name)]))
}

let title: Row & { product_slug: string; authors: Row[] }
const isTitle = (row: Row) => row.id === title.id && row.inr_price !== undefined
/** Other kinds of rows have ids of their own, which may be the same number. */
const isAuthor = ({ id, custom_translation: words }: Row) =>
  id === title.authors[0]?.id && words?.['en']?.name === title.authors[0].custom_translation?.['en']?.name
const renamed = (row: Row) => ({
  ...row,
  custom_translation: { ...row.custom_translation, en: { ...row.custom_translation?.['en'], name: 'Another name altogether' } },
})

beforeAll(async () => {
  await proxy.start()
  const { data } = (await (await fetch(`${ADDRESS}/api/build/products/?limit=500`)).json()) as { data: (typeof title)[] }
  const found = data.find(({ custom_translation: words, authors }) => words?.['en'] && words['mr'] && authors[0])
  if (!found) throw new Error('the catalog has no title in both languages')
  title = found
  const first = await build(grown)
  if (first.code !== 0) throw new Error(first.error.join('\n'))
})
afterEach(() => {
  proxy.delay = 0
})
afterAll(() => {
  proxy.stop()
  for (const one of [grown, whole]) rmSync(one, { recursive: true, force: true })
})

describe('a rebuild', () => {
  it('[SD-4] publishes nothing when nothing changed', async () => {
    const before = current()
    expect(await rebuild()).toEqual({ code: 0, out: 'nothing changed\n', error: [] })
    expect(current()).toBe(before)
  })

  it('[SD-4] renders no page when the catalog only says that it changed', async () => {
    catalogIs((_, answer) => answer)
    const { code, out } = await rebuild()
    expect([code, rendered(out)]).toEqual([0, 0])
  })

  it.each<[string, Change]>([
    ['a title', (_, answer) => everywhere(answer, isTitle, renamed)],
    ['its author', (_, answer) => everywhere(answer, isAuthor, renamed)],
    ['a price', (_, answer) => everywhere(answer, isTitle, (row) => ({ ...row, inr_price: { amount: '1234.00' } }))],
    [
      'the menu',
      (path, answer) =>
        path.startsWith('/api/v2/menu/') ? everywhere(answer, ({ custom_translation: words }) => words?.['en']?.name === 'Kids', renamed) : answer,
    ],
    [
      'a title taken out',
      (path, answer) => {
        const left = without(answer) as Answer
        return path.startsWith('/api/build/version/') ? { ...left, titles: (left.titles ?? 1) - 1 } : left
      },
    ],
  ])('[SD-4] after a change of %s has the bytes of a full build and costs what changed', async (what, change) => {
    catalogIs((_, answer) => answer)
    await rebuild()
    catalogIs(change)
    const [small, full] = [await rebuild(), await build(whole)]
    expect([small.code, small.error, full.code]).toEqual([0, [], 0])
    expect(rendered(small.out)).toBeGreaterThan(0)
    // A word of the English menu stands on every English page; anything else on some.
    expect(rendered(small.out) / rendered(full.out) > 0.4).toBe(what === 'the menu')
    expect(await differencesOf(served(), served(whole))).toEqual([])
  })

  it('[SD-4] takes away the pages of a title that is gone, and nothing leads there', () => {
    const path = `product-details/${title.id}/`
    expect(existsSync(join(served(), path))).toBe(false)
    const pages = readdirSync(served(), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'))
    expect(pages.filter((file) => page(file).includes(`/${path}`))).toEqual([])
  })

  it('[SD-4] makes a title static that was published after the last build', async () => {
    catalogIs((_, answer) => answer)
    expect((await rebuild()).code).toBe(0)
    expect(page(`product-details/${title.id}/${title.product_slug}/index.html`)).toContain(title.custom_translation?.['en']?.name)
  })

  it('[SD-7] sitemaps say when a page changed', async () => {
    const facts = JSON.parse(page('facts.json')) as { pages: Record<string, { changed: string }> }
    for (const known of Object.values(facts.pages)) known.changed = '2026-01-02'
    writeFileSync(join(served(), 'facts.json'), JSON.stringify(facts))
    catalogIs((_, answer) => everywhere(answer, isTitle, renamed))
    await rebuild()
    const dateOf = (path: string) => page('sitemap-1.xml').match(new RegExp(`<loc>[^<]*${path}</loc><lastmod>([^<]*)`))?.[1] ?? ''
    expect(dateOf('/contact/')).toBe('2026-01-02')
    expect(Date.now() - Date.parse(dateOf(`/product-details/${title.id}/${title.product_slug}/`))).toBeLessThan(2 * 86_400_000)
  })
})

describe('a rebuild that goes wrong', () => {
  it('[SD-4] is refused while another one is on its way', async () => {
    catalogIs((_, answer) => everywhere(answer, isTitle, renamed))
    proxy.delay = 400
    const both = await Promise.all([rebuild(), rebuild()])
    const [done, refused] = both.toSorted((a, b) => a.code - b.code)
    expect([done?.code, refused?.code]).toEqual([0, 1])
    expect(refused?.error[0]).toMatch(/another build of these pages is on its way \(process \d+\)/)
  })

  it.each([0, 700, 1400, 2100, 2800, 3500])('[SD-4] killed %i ms after its start leaves a whole site, and the next one goes well', async (after) => {
    catalogIs((path, answer) =>
      path.startsWith('/api/v2/menu/') ? everywhere(answer, ({ custom_translation: words }) => words !== undefined, renamed) : answer,
    )
    const before = { build: current(), content: contentOf() }
    await rebuild([], { after: /building/, by: 'SIGKILL', later: after })
    // Killed before the switch it changed nothing; after it, the new one is whole.
    expect(current() === before.build ? contentOf() : before.content).toBe(before.content)
    const { build: published } = JSON.parse(page('manifest.json')) as { build: string }
    const lost = Object.keys(JSON.parse(page('digests.json')) as object).filter((path) => !existsSync(join(served(), fileOf(path))))
    expect([`builds/${published}`, lost]).toEqual([current(), []])
    const next = await rebuild()
    expect([next.code, next.error]).toEqual([0, []])
    catalogIs((_, answer) => answer)
    expect((await rebuild()).code).toBe(0)
    // Tidied by the next that has something to do.
    expect(readdirSync(site).filter((name) => /^(?:building|removing|build\.lock)/.test(name))).toEqual([])
  })

  it('[SD-4] waits for an API that takes five seconds for each answer', async () => {
    catalogIs((_, answer) => everywhere(answer, isTitle, renamed))
    proxy.delay = 5_000
    const { code, error } = await rebuild()
    expect([code, error]).toEqual([0, []])
  })
})

describe('roll-back', () => {
  it('[SD-4] serves the publication before the served one, byte for byte, until the catalog changes again', async () => {
    const old = contentOf()
    catalogIs((_, answer) => everywhere(answer, isTitle, (row) => ({ ...row, inr_price: { amount: '4321.00' } })))
    await rebuild()
    expect(contentOf()).not.toBe(old)
    const { code, out } = await rebuild(['--rollback'])
    expect([code, out]).toEqual([0, expect.stringMatching(/^serving \d+T\d+ again\n$/)])
    expect(contentOf()).toBe(old)
    expect((await rebuild()).out).toBe('nothing changed\n')
    expect(contentOf()).toBe(old)
    // Further back: what was left first still counts.
    expect((await rebuild(['--rollback'])).code).toBe(0)
    expect((await rebuild()).out).toBe('nothing changed\n')
    catalogIs((_, answer) => answer)
    expect((await rebuild()).out).toContain('published')
  })

  it('[SD-4] names the publications that are there when another is wanted', async () => {
    const { code, error } = await rebuild(['--rollback', '19990101T000000'])
    expect(code).toBe(1)
    expect(error[0]).toMatch(/there is no publication 19990101T000000: there are \d{8}T\d+, /)
  })
})

describe('--watch', () => {
  it('[SD-4] publishes each change by itself and ends when it is told to', async () => {
    const before = current()
    catalogIs((_, answer) => everywhere(answer, isTitle, (row) => ({ ...row, inr_price: { amount: '777.00' } })))
    const { code, out } = await rebuild(['--watch', '0.01'], { after: /published[^]*nothing changed/, by: 'SIGTERM' })
    expect([code, out]).toEqual([0, expect.stringContaining('published')])
    expect(current()).not.toBe(before)
  })

  it('wants a number of minutes', async () => {
    const { code, error } = await rebuild(['--watch', 'often'])
    expect([code, error[0]]).toEqual([1, expect.stringContaining('--watch often: a number of minutes')])
  })
})
