import { Readable } from 'node:stream'
import robotsParser from 'robots-parser'
import sharp from 'sharp'
import { parseSitemap, parseSitemapIndex } from 'sitemap'
import { beforeAll, describe, expect, it } from 'vitest'
import { localized } from '#i18n/paths.ts'
import { routes } from '#i18n/routes.ts'
import { ADDRESS, allPages, LOCALES, read, tags, unescapeHtml, type Page } from './support/site.ts'

/** Heads of the pages, as search engines and shared links read them [SD-7]. */
const DESCRIPTION_MAX = 320
const PICTURE_MIN_WIDTH = 600

const { siteUrl } = JSON.parse(read('manifest.json')) as { siteUrl: string }
const pages = allPages()
const indexed = pages.filter(({ isHidden }) => !isHidden)
const hidden = pages.filter(({ isHidden }) => isHidden)
const paths = new Set(pages.filter(({ isHidden }) => !isHidden).map(({ path }) => path))

/** Addresses are compared as what they name; that they are spelled alike everywhere is a test of its own. */
const absolute = (path: string) => `${siteUrl}${path}`
const plain = (address = '') => decodeURIComponent(address)
const englishPath = (path: string) => path.replace(/^\/mr\//, '/')
const titleOf = ({ html }: Page) => unescapeHtml(html.match(/<title>([^<]*)<\/title>/)?.[1] ?? '')
const metaOf = ({ html }: Page, key: 'name' | 'property', name: string) =>
  tags(html, 'meta').find((meta) => meta[key] === name)?.['content'] ?? ''
/** A feed is an alternate too, and no twin. */
const linksOf = ({ html }: Page, rel: string) =>
  tags(html, 'link').filter((link) => link['rel'] === rel && link['type'] === undefined)
/** Paths of the pages for which something is not so. */
const wrong = (list: readonly Page[], isRight: (page: Page) => boolean) =>
  list.filter((page) => !isRight(page)).map(({ path }) => path)

describe('every indexed page', () => {
  it('[SD-7] has a unique title', () => {
    const titles = indexed.map(titleOf)
    expect(indexed.length).toBeGreaterThan(150)
    expect(wrong(indexed, (page) => titleOf(page).trim().length > 2)).toEqual([])
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
  })

  it('[SD-7] has a description of at most 320 characters', () => {
    expect(
      wrong(indexed, (page) => {
        const { length } = metaOf(page, 'name', 'description').trim()
        return length > 0 && length <= DESCRIPTION_MAX
      }),
    ).toEqual([])
  })

  it('[SD-7] has one h1', () => {
    const headings = ({ html }: Page) => [
      ...html.replace(/<template[\s\S]*?<\/template>/g, '').matchAll(/<h1\b[^>]*>([\s\S]*?)<\/h1>/g),
    ]
    expect(
      wrong(
        indexed,
        (page) =>
          headings(page).length === 1 &&
          headings(page)[0]?.[1]
            ?.replace(/<[^>]+>/g, '')
            .trim() !== '',
      ),
    ).toEqual([])
  })

  it('[SD-7] has its absolute address as canonical', () => {
    expect(
      wrong(indexed, (page) => {
        const [canonical, ...more] = linksOf(page, 'canonical')
        return more.length === 0 && plain(canonical?.['href']) === absolute(page.path)
      }),
    ).toEqual([])
  })

  it('[SD-7] has alternates in both languages, itself included, exactly when both exist', () => {
    const alternatesOf = (page: Page) =>
      linksOf(page, 'alternate').map((link) => `${link['hreflang']} ${plain(link['href'])}`)
    const expected = ({ path }: Page) => {
      const [en, mr] = [englishPath(path), localized(englishPath(path), 'mr')]
      return paths.has(en) && paths.has(mr)
        ? [`en ${absolute(en)}`, `mr ${absolute(mr)}`, `x-default ${absolute(en)}`]
        : []
    }
    expect(indexed.filter((page) => expected(page).length === 0).length).toBeGreaterThan(3)
    expect(wrong(indexed, (page) => alternatesOf(page).join() === expected(page).join())).toEqual([])
  })

  it('[SD-7] has the same address in its head, in its alternate and in links to it', () => {
    const spellings = new Map<string, Set<string>>()
    const note = (address: string | undefined) => {
      if (!address?.startsWith(`${siteUrl}/`)) return
      const key = plain(address)
      spellings.set(key, (spellings.get(key) ?? new Set()).add(address))
    }
    for (const page of indexed) {
      for (const link of [...linksOf(page, 'canonical'), ...linksOf(page, 'alternate')]) note(link['href'])
      for (const { href } of tags(page.html, 'a')) if (href?.startsWith('/')) note(`${siteUrl}${href.split(/[?#]/)[0]}`)
      note(metaOf(page, 'property', 'og:url'))
    }
    expect(spellings.size).toBeGreaterThanOrEqual(indexed.length)
    expect([...spellings.values()].filter((ways) => ways.size > 1).map((ways) => [...ways])).toEqual([])
  })

  it('[AX-2] declares its language', () => {
    expect(wrong(pages, ({ html, locale }) => tags(html, 'html')[0]?.['lang'] === locale)).toEqual([])
  })

  it('[SD-7] has an Open Graph title and description', () => {
    expect(
      wrong(
        indexed,
        (page) =>
          titleOf(page).startsWith(metaOf(page, 'property', 'og:title')) && metaOf(page, 'property', 'og:title') !== '',
      ),
    ).toEqual([])
    expect(
      wrong(indexed, (page) => metaOf(page, 'property', 'og:description') === metaOf(page, 'name', 'description')),
    ).toEqual([])
  })
})

describe('Open Graph pictures', () => {
  const pictures = new Map<string, { status: number; type: string; width: number }>()
  const pictureOf = (page: Page) => metaOf(page, 'property', 'og:image')

  beforeAll(async () => {
    for (const address of new Set(indexed.map(pictureOf))) {
      const response = await fetch(address.replace(siteUrl, ADDRESS))
      const content = Buffer.from(await response.arrayBuffer())
      const { width = 0 } = response.ok ? await sharp(content).metadata() : {}
      pictures.set(address, { status: response.status, type: response.headers.get('content-type') ?? '', width })
    }
  })

  it('[SD-7] have absolute addresses', () => {
    expect(wrong(indexed, (page) => pictureOf(page).startsWith(`${siteUrl}/`))).toEqual([])
  })

  it('[SD-7] are served with at least 600 pixels', () => {
    const bad = [...pictures].filter(
      ([, { status, type, width }]) => status !== 200 || !type.startsWith('image/') || width < PICTURE_MIN_WIDTH,
    )
    expect(pictures.size).toBeGreaterThan(20)
    expect(bad).toEqual([])
  })

  it('[SD-7] show the title itself on a title page', () => {
    const titles = indexed.filter(({ path }) => /product-details\/\d/.test(path))
    expect(new Set(titles.map(pictureOf)).size).toBeGreaterThan(40)
  })
})

describe('hidden pages', () => {
  it('[SD-5] are all fallback pages, all private pages and the 404 page', () => {
    const shells = routes
      .filter(({ kind }) => kind !== 'page')
      .flatMap(({ base }) => LOCALES.map((locale) => localized(base, locale)))
    const known = new Set(hidden.map(({ path }) => path))
    expect([...shells, '/404.html'].filter((path) => !known.has(path))).toEqual([])
  })

  it('[SD-7] are noindex, and have no canonical address and no alternates', () => {
    expect(hidden.length).toBeGreaterThan(20)
    expect(
      wrong(hidden, (page) => linksOf(page, 'canonical').length + linksOf(page, 'alternate').length === 0),
    ).toEqual([])
  })

  it('[SD-1] are never pages of the catalog', () => {
    const other = ({ path, locale }: Page) => localized(englishPath(path), locale === 'mr' ? 'en' : 'mr')
    const published = new Set(indexed.map(({ path }) => path))
    // A title that has no name in this language is told to be in the other one.
    const isElsewhere = (page: Page) => published.has(other(page))
    const wrongOnes = hidden.filter((page) => /-details\/.+|\/author\/.+/.test(page.path) && !isElsewhere(page))
    expect(wrongOnes.map(({ path }) => path)).toEqual([])
  })
})

it('[SD-9] no page contains a signed media address', () => {
  expect(pages.filter(({ html }) => /[?&](?:amp;)?(?:signature|expires)=/.test(html)).map(({ path }) => path)).toEqual(
    [],
  )
})

describe('sitemap and robots', () => {
  const answer = async (path: string) => {
    const response = await fetch(`${ADDRESS}${path}`)
    return { status: response.status, type: response.headers.get('content-type') ?? '', text: await response.text() }
  }

  it('[SD-7] the sitemaps list exactly the indexed pages, each with its alternates', async () => {
    const index = await answer('/sitemap.xml')
    const parts = [...index.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) =>
      address.replace(siteUrl, ''),
    )
    const maps = await Promise.all(parts.map(answer))
    const entries = maps.flatMap(({ text }) =>
      [...text.matchAll(/<url>([\s\S]*?)<\/url>/g)].map(([, entry = '']) => entry),
    )
    const listed = entries.map((entry) => plain(unescapeHtml(entry.match(/<loc>([^<]+)<\/loc>/)?.[1] ?? '')))
    expect(maps.map(({ status }) => status)).toEqual(maps.map(() => 200))
    expect([index.type, ...maps.map(({ type }) => type)].filter((type) => !/xml/.test(type))).toEqual([])
    expect(listed.toSorted()).toEqual(indexed.map(({ path }) => absolute(path)).toSorted())
    const alternates = new Map(
      entries.map((entry, at) => [
        listed[at],
        [...entry.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, a, b]) => `${a} ${b}`),
      ]),
    )
    const heads = (page: Page) => linksOf(page, 'alternate').map((link) => `${link['hreflang']} ${link['href']}`)
    expect(wrong(indexed, (page) => alternates.get(absolute(page.path))?.join() === heads(page).join())).toEqual([])
  })

  it('[SD-7] the sitemaps are valid for another parser, with alternates and the day of the last change', async () => {
    const items = await parseSitemap(Readable.from([(await answer('/sitemap-1.xml')).text]))
    const index = await parseSitemapIndex(Readable.from([(await answer('/sitemap.xml')).text]))
    expect(index.map(({ url }) => url)).toEqual([absolute('/sitemap-1.xml')])
    expect(items.map(({ url }) => plain(url)).toSorted()).toEqual(indexed.map(({ path }) => absolute(path)).toSorted())
    expect(items.filter(({ lastmod = '' }) => !(Date.parse(lastmod) <= Date.now()))).toEqual([])
    expect(
      items.filter(({ links }) => links.length > 0 && links.map(({ lang }) => lang).join() !== 'en,mr,x-default'),
    ).toEqual([])
  })

  it('[SD-7] robots.txt is valid for another parser: pages are allowed, API paths are not', async () => {
    const robots = robotsParser(absolute('/robots.txt'), (await answer('/robots.txt')).text)
    expect(robots.getSitemaps()).toEqual([absolute('/sitemap.xml')])
    expect(indexed.filter(({ path }) => robots.isDisallowed(absolute(path), 'Googlebot'))).toEqual([])
    expect(robots.isDisallowed(absolute('/api/v2/menu/'), 'Googlebot')).toBe(true)
  })

  it('[SD-7] robots.txt names the sitemap and disallows no page', async () => {
    const { status, type, text } = await answer('/robots.txt')
    expect([status, type]).toEqual([200, expect.stringContaining('text/plain')])
    expect(text).toContain(`Sitemap: ${absolute('/sitemap.xml')}`)
    const denied = [...text.matchAll(/^Disallow: *(\S+)/gm)].map(([, path = '']) => path)
    expect(
      indexed.filter(({ path }) => denied.some((start) => path.startsWith(start))).map(({ path }) => path),
    ).toEqual([])
  })
})
