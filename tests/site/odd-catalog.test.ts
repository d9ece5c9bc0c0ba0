import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import { startShop, type Shop } from '../../src/server/main.ts'
import { importCatalog, type ImportFault } from '../../src/server/import/write-catalog.ts'
import { buildFolder, runBuild } from './support/proxy.ts'
import { dataOf, unescapeHtml } from './support/site.ts'
import { findings } from './support/validity.ts'
import { faultsOf } from './support/vocabulary.ts'

/** Pages of the oddest titles of catalogs that nobody here wrote, and of some that mean harm. */
const SETS = fileURLToPath(new URL('../../../shared/datasets/', import.meta.url))
const hasSets = existsSync(join(SETS, 'librivox-titles.jsonl'))
const work = buildFolder('odd')

type Book = {
  id: string
  title: string
  authors?: { name?: string }[]
  genres?: string[]
  description_html?: string
  description?: string
  duration_s?: number
}
type Chapters = { id: string; sections: [number, string, number, string][] }
const rowsOf = <Row>(file: string) =>
  readFileSync(join(SETS, file), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row)

const key = (kind: string, name: string) => `${kind}/${Buffer.from(name).toString('hex').slice(0, 100)}`
const names = (name: string) => ({ en: { name: name.slice(0, 300) } })

/** Every script, the longest, the twins, those without author or genre, and the one of 391 chapters. */
function oddBooks(): { books: Book[]; chapters: Map<string, Chapters['sections']> } {
  const [all, chapters] = [rowsOf<Book>('librivox-titles.jsonl'), rowsOf<Chapters>('librivox-chapters-1.jsonl')]
  const seen = new Set<string>()
  const isSameNamed = ({ title }: Book) => seen.has(title) || !seen.add(title)
  const first = (count: number, is: (book: Book) => boolean) => all.filter(is).slice(0, count)
  const scripts = ['Cyrillic', 'Greek', 'Hebrew', 'Han', 'Hangul', 'Arabic'].flatMap((script) =>
    first(2, ({ title }) => new RegExp(`\\p{Script=${script}}`, 'u').test(title)),
  )
  const sameNamed = all.filter(isSameNamed).slice(0, 3)
  const most = chapters.toSorted((a, b) => b.sections.length - a.sections.length)[0]
  const books = [
    ...scripts,
    ...sameNamed,
    ...all.filter(({ title }) => sameNamed.some((twin) => twin.title === title)),
    ...all.toSorted((a, b) => b.title.length - a.title.length).slice(0, 2),
    ...all.toSorted((a, b) => (b.description_html?.length ?? 0) - (a.description_html?.length ?? 0)).slice(0, 2),
    ...first(3, ({ authors = [] }) => authors.length === 0),
    ...first(3, ({ genres = [] }) => genres.length === 0),
    ...first(2, ({ duration_s: seconds = 0 }) => seconds === 0),
    ...first(2, ({ title }) => title.normalize('NFC') !== title),
    ...first(2, ({ title, description_html: html = '' }) => /[\u00a0\u200b\ufffd]/.test(title + html)),
    ...all.filter(({ id }) => id === most?.id),
  ]
  return {
    books: [...new Map(books.map((book) => [book.id, book])).values()],
    chapters: new Map(chapters.map(({ id, sections }) => [id, sections])),
  }
}

/** Length of a name and spaces in a text are the publisher's. */
const HIS_OWN = /^(?:long-title|no-trailing-whitespace):/

const HARM = [
  '</title><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</script><script>alert(2)</script>',
  '{{constructor}} ${7*7} <svg onload=alert(3)>',
  'javascript:alert(4)',
]
const HARM_HTML = `<p onclick="alert(5)">Told by <a href="javascript:alert(6)">her</a> <a href="//evil.example">or him</a></p><style>body{display:none}</style>
<iframe src="https://evil.example"></iframe><img src=x onerror=alert(7)><script>alert(8)</script><b style="position:fixed">bold</b>]]>--></p></div></main>`

function marathiRows(): { name: string; text: string }[] {
  const articles = rowsOf<Book>('palakneeti-marathi-articles.jsonl')
  const odd = articles.filter(({ title }) => /[\u200c\u200d]/.test(title)).slice(0, 5)
  const digits = articles.filter(({ title }) => /[०-९]/.test(title)).slice(0, 3)
  return [...odd, ...digits].map(({ title, description = '' }) => ({ name: title, text: description }))
}

function titleRows() {
  const { books, chapters } = oddBooks()
  const types = ['audiobook', 'original', 'podcast', 'kids'] as const
  const common = { spoken: 'en', published: '2020-02-29', priceInr: 9_900, priceUsd: 199, isFree: true }
  const real = books.map((book, at) => ({
    ...common,
    key: key('t', book.id),
    type: types[at % types.length],
    translations: { en: { name: book.title.slice(0, 300), description: book.description_html ?? '' } },
    authors: [...new Set((book.authors ?? []).flatMap(({ name }) => (name ? [key('p', name)] : [])))],
    categories: (book.genres ?? []).map((genre) => key('g', genre)),
    tracks: (chapters.get(book.id) ?? [[1, book.title, book.duration_s ?? 0, '']]).map(
      ([place, name, seconds], index) => ({
        key: key('c', `${book.id}/${index}`),
        translations: names(name.trim() || `Chapter ${place}`),
        seconds,
      }),
    ),
  }))
  const marathi = marathiRows().map(({ name, text }, at) => ({
    ...common,
    key: `m/${at}`,
    type: 'audiobook',
    translations: { mr: { name, description: text }, ...(at % 2 && { en: { name: `Marathi ${at}` } }) },
  }))
  const harm = HARM.map((name, at) => ({
    ...common,
    key: `h/${at}`,
    type: types[at % types.length],
    translations: {
      en: { name: `${name} ${at}`, shortDescription: name, description: HARM_HTML },
      mr: { name: `${name} ${at}`, description: HARM_HTML },
    },
    authors: ['p/harm'],
    categories: ['g/harm'],
    tracks: [{ key: `h/${at}/1`, translations: { en: { name, description: name } }, seconds: 60 }],
    reviews: [{ key: `r/${at}`, name, score: 1, title: name, body: name, created: '2026-01-01' }],
  }))
  return [...real, ...marathi, ...harm]
}

function collections() {
  const { books } = oddBooks()
  const harm = { en: { name: HARM[1] ?? '', description: HARM_HTML, shortDescription: HARM[2] ?? '' } }
  const people = new Set(books.flatMap(({ authors = [] }) => authors.flatMap(({ name }) => name ?? [])))
  const genres = new Set(books.flatMap(({ genres: of = [] }) => of))
  return {
    people: [
      ...[...people].map((name) => ({ key: key('p', name), translations: names(name) })),
      { key: 'p/harm', translations: harm, popular: 1 },
    ],
    categories: [
      ...[...genres].map((name) => ({ key: key('g', name), kind: 'genre', translations: names(name) })),
      { key: 'g/harm', kind: 'genre', translations: harm },
    ],
    faq: [{ key: 'f/harm', title: harm, position: 1, queries: [{ que: harm, ans: harm }] }],
    testimonials: [{ key: 'q/harm', translations: harm }],
    news: [{ key: 'n/harm', kind: 'media', translations: harm, created: '2026-01-01' }],
  }
}

describe.skipIf(!hasSets)(
  `pages of an odd catalog${hasSets ? '' : ' (skipped: ../shared/datasets is not there)'}`,
  () => {
    let shop: Shop
    const faults: ImportFault[] = []
    const site = join(work, 'pages/site/current')
    let pages: { file: string; html: string }[] = []
    const read = (file: string) => readFileSync(join(site, file), 'utf8')

    beforeAll(async () => {
      shop = await startShop({
        ...readConfig({ DATA_DIR: join(work, 'api'), PORT: '0', LOG_LEVEL: 'error' }),
        mode: 'production',
      })
      await importCatalog(
        { ...shop.context, report: (fault) => void faults.push(fault) },
        { collections: collections(), titles: titleRows(), folder: work },
      )
      const { code, error } = await runBuild({ apiUrl: shop.address, dataDir: join(work, 'pages') })
      if (code !== 0) throw new Error(error.join('\n'))
      const files = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'))
      pages = files.map((file) => ({ file, html: read(file) }))
    })
    afterAll(async () => {
      await shop.close()
      rmSync(work, { recursive: true, force: true })
    })

    it('[SD-1] builds every title in each language in which it has a name', async () => {
      expect(faults).toEqual([])
      const rows = await shop.context.db.query<{ id: number; languages: string[] }>(
        `select id, array(select jsonb_object_keys(translations)) as languages from products`,
      )
      const missing = rows.flatMap(({ id, languages }) =>
        languages
          .filter(
            (language) =>
              !pages.some(({ file }) => file.startsWith(`${language === 'mr' ? 'mr/' : ''}product-details/${id}/`)),
          )
          .map((language) => `${language} ${id}`),
      )
      expect(rows.length).toBeGreaterThan(30)
      expect(missing).toEqual([])
    })

    it('[SD-1] shows all 391 chapters of the longest', async () => {
      const [row] = await shop.context.db.query<{ id: number; count: number }>(
        'select product_id as id, count(*) from tracks group by 1 order by 2 desc limit 1',
      )
      const html = pages.find(({ file }) => file.startsWith(`product-details/${row?.id}/`))?.html ?? ''
      const [last] = await shop.context.db.query<{ name: string }>(
        'select name from tracks where product_id = $1 order by position desc limit 1',
        [row?.id],
      )
      expect(row?.count).toBe(391)
      expect(unescapeHtml(html)).toContain(last?.name)
    })

    it('[PD-2] tells no length and no number of tracks of a title that has none yet', async () => {
      const silent = await shop.context.db.query<{ id: number }>('select id from products where track_count = 0')
      const shown = pages.filter(({ file }) => silent.some(({ id }) => file.startsWith(`product-details/${id}/`)))
      const figures = shown.flatMap(({ html }) => /<p class="figures soft"[^>]*>([\s\S]*?)<\/p>/.exec(html)?.[1] ?? [])
      expect(figures.length).toBeGreaterThan(3)
      expect(figures.filter((text) => /\b\d+ (?:min|track|episode)/.test(text))).toEqual([])
    })

    it('[SD-1] keeps the joiners of Marathi words', () => {
      const batchLoader = marathiRows().filter(({ name }) => /[\u200c\u200d]/.test(name))
      expect(batchLoader.length).toBeGreaterThan(2)
      const whole = unescapeHtml(pages.map(({ html }) => html).join('\n'))
      const isShown = ({ name }: { name: string }) =>
        name
          .split(/\s+/)
          .filter((word) => /\p{Script=Devanagari}\u200d\p{Script=Devanagari}/u.test(word))
          .every((word) => whole.includes(word))
      expect(batchLoader.filter((row) => !isShown(row))).toEqual([])
    })

    it('contains no markup of the catalog that a browser would run', () => {
      const bad = pages.flatMap(({ file, html }) => {
        const scripts = [...html.matchAll(/<script(?![^>]*ld\+json)[^>]*>([\s\S]*?)<\/script>/g)].filter(
          ([, code = '']) => /alert\(/.test(code),
        )
        const rest = html.replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
        const isBad =
          scripts.length > 0 ||
          /<[a-z][^>]*\s(?:on\w+|style)\s*=|<(?:iframe|object|embed|base)\b|(?:href|src)="\s*javascript:|<img[^>]*src="?x/i.test(
            unescapedTags(rest),
          )
        return isBad ? [file] : []
      })
      expect(pages.length).toBeGreaterThan(100)
      expect(bad).toEqual([])
      expect(pages.filter(({ html }) => html.includes('evil.example"')).map(({ file }) => file)).toEqual([])
    })

    it('[SD-7] has valid structured data without empty parts on every page', () => {
      const found = pages.flatMap(({ file, html }) =>
        dataOf(html).flatMap((data) => faultsOf(data).map((fault) => `${file}: ${fault}`)),
      )
      expect(found).toEqual([])
    })

    it('is valid HTML', async () => {
      const chosen = pages
        .filter(({ file }) => /^(?:mr\/)?(?:product-details\/\d|index|browse|faq|about-us|author\/\d)/.test(file))
        .slice(0, 60)
      const errors: string[] = []
      for (const { file, html } of chosen)
        errors.push(
          ...(await findings(html)).filter((finding) => !HIS_OWN.test(finding)).map((finding) => `${file} ${finding}`),
        )
      expect(chosen.length).toBeGreaterThan(30)
      expect(errors).toEqual([])
    })
  },
)

/** Attribute values may hold brackets as letters: only what opens a tag is looked at. */
function unescapedTags(html: string): string {
  return html.replace(/="[^"]*"/g, (value) => (/^="\s*javascript:/i.test(value) ? value : '=""'))
}
