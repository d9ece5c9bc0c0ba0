import { parseFeed, type FeedObject } from 'podcast-partytime'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { dayInIndia } from '#contract/time/day.ts'
import { createClient } from '#client/call.ts'
import { podcastGuid } from '#seo/podcast-feed.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import type { Product } from '#contract/catalog/catalog.ts'
import { ADDRESS, publishedFiles, read } from './support/site.ts'

/** Feeds of podcasts, read by the parser that the makers of the podcast namespace keep [SD-8]. */
const { siteUrl } = JSON.parse(read('manifest.json')) as { siteUrl: string }
const call = createClient({ base: ADDRESS })
const here = (address: string) => address.replace(siteUrl, ADDRESS)
const files = publishedFiles().filter((file) => /podcast-feed\/\d+\.xml$/.test(file))

function parsed(file: string): FeedObject {
  const feed = parseFeed(read(file))
  if (!feed) throw new Error(`${file} is no feed`)
  return feed
}
const feeds = files.map((file) => ({
  file,
  id: Number(file.match(/(\d+)\.xml$/)?.[1]),
  locale: file.startsWith('mr/') ? 'mr' : 'en',
  feed: parsed(file),
}))

async function titlesById(): Promise<Map<number, Product>> {
  const reply = await call(endpoints.bulkProducts, { after: 0, limit: 500 })
  if (!reply.ok) throw new Error(reply.fault)
  return new Map(reply.value.data.map((title) => [title.id, title]))
}
const titles = await titlesById()
const podcasts = [...titles.values()].filter(({ product_audio_type: type }) => type === 'podcast')

describe('podcast feeds', () => {
  it('[SD-8] exist for every podcast in each language in which it has a name', () => {
    const expectedFeeds = podcasts.flatMap(({ id, custom_translation: translation }) =>
      (['en', 'mr'] as const).flatMap((locale) => (translation[locale] ? [`${locale} ${id}`] : [])),
    )
    expect(feeds.map(({ locale, id }) => `${locale} ${id}`).toSorted()).toEqual(expectedFeeds.toSorted())
    expect(expectedFeeds.length).toBeGreaterThan(8)
  })

  it('[SD-8] have the name, the author and the fields of directories in their language', () => {
    for (const { feed, id, locale } of feeds) {
      const translation = titles.get(id)?.custom_translation[locale as 'en' | 'mr']
      expect([feed.title, feed.language, feed.explicit, feed.medium, feed.itunesType]).toEqual([
        translation?.name,
        // What is heard: the texts are in the language of the feed.
        titles.get(id)?.spoken,
        false,
        'podcast',
        'serial',
      ])
      expect(feed.description.length).toBeGreaterThan(20)
      expect(Buffer.byteLength(feed.description)).toBeLessThanOrEqual(4000)
      expect([feed.owner?.email, feed.locked]).toEqual([expect.stringContaining('@'), true])
      expect(feed.guid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    }
    expect(new Set(feeds.map(({ feed }) => feed.guid)).size).toBe(feeds.length)
  })

  it('[SD-8] lead from an episode to its place on the page, and the page says when there is the trailer only', () => {
    let trailers = 0
    for (const { feed, id, locale } of feeds) {
      const title = titles.get(id)
      const tree = locale === 'mr' ? 'mr/' : ''
      const page = `${tree}product-details/${id}/${title?.product_slug}/`
      const free = title?.producttracks.filter((track) => title.is_free || track.is_free) ?? []
      expect(feed.items.map(({ link }) => decodeURI(link ?? ''))).toEqual(
        free.length > 0 ? free.map((track) => `${siteUrl}/${page}?track=${track.id}`) : [`${siteUrl}/${page}`],
      )
      const says = /In podcast apps there is the trailer only|फक्त झलक मिळते/.test(read(`${page}index.html`))
      expect([page, says]).toEqual([page, free.length === 0])
      if (says) trailers += 1
    }
    expect(trailers).toBeGreaterThan(0)
  })

  it('[SD-8] say what they are about in the words of directories', () => {
    const categories = Object.fromEntries(
      feeds.map(({ feed, id }) => [titles.get(id)?.product_slug, feed.itunesCategory]),
    )
    expect(categories).toMatchObject({
      'pune-in-nine-minutes': ['History', 'Society & Culture > Places & Travel'],
      'hearthside-chat': ['Arts > Food'],
      'questions-of-science': ['Science'],
    })
  })

  it('[SD-8] list the free episodes once each, with dates that keep their order', () => {
    for (const { feed, id } of feeds) {
      const title = titles.get(id)
      const free = title?.producttracks.filter((track) => title.is_free || track.is_free) ?? []
      const episodes = free.map(({ id: track }) => `kathavani:episode-${track}`)
      expect(feed.items.map(({ guid }) => guid.replace(/(sample)-\d+/, '$1'))).toEqual(
        episodes.length > 0 ? episodes : ['kathavani:sample'],
      )
      const dates = feed.items.map(({ pubDate }) => Number(pubDate))
      expect(dates).toEqual(dates.toSorted((a, b) => a - b))
      expect(new Set(dates).size).toBe(dates.length)
      const days = feed.items.map(({ pubDate }) => dayInIndia(new Date(Number(pubDate))))
      expect(days).toEqual(free.length > 0 ? free.map(({ published }) => published) : [title?.published])
      expect(days[0]).toBe(title?.published)
    }
  })

  it('[SD-8] contain no signed address and no markup of the catalog', () => {
    for (const { file } of feeds) expect(read(file)).not.toMatch(/signature=|expires=|<script|&lt;p&gt;/i)
  })

  it('[SD-8] have enclosures of the stated length and type, for HEAD and ranges', async () => {
    const enclosures = new Map(
      feeds.flatMap(({ feed }) => feed.items.map(({ enclosure }) => [enclosure.url, enclosure])),
    )
    expect(enclosures.size).toBeGreaterThan(8)
    for (const { url, length, type } of enclosures.values()) {
      const head = await fetch(here(url), { method: 'HEAD' })
      expect([url, head.status, head.headers.get('content-length'), head.headers.get('content-type')]).toEqual([
        url,
        200,
        String(length),
        type,
      ])
      const part = await fetch(here(url), { headers: { range: 'bytes=10-19' } })
      expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10])
    }
  })

  it('[SD-8] have a square picture of 1400 pixels', async () => {
    const address = feeds[0]?.feed.itunesImage ?? ''
    const { format, width, height } = await sharp(
      Buffer.from(await (await fetch(here(address))).arrayBuffer()),
    ).metadata()
    expect([format, width, height]).toEqual(['jpeg', 1400, 1400])
  })

  it('[SD-8] are linked by the page of their podcast, for people and for programs', () => {
    for (const { id, locale, file } of feeds) {
      const page = read(
        `${locale === 'mr' ? 'mr/' : ''}product-details/${id}/${titles.get(id)?.product_slug}/index.html`,
      )
      expect(page).toContain(`<link rel="alternate" type="application/rss+xml" href="/${file}"`)
      expect(page).toContain(`<a href="/${file}" class="soft"`)
      expect(page).toContain(`"webFeed":"${siteUrl}/${file}"`)
    }
  })

  it('[SD-8] have the guid of the example of the namespace', () => {
    expect(podcastGuid('https://mp3s.nashownotes.com/pc20rss.xml')).toBe('917393e3-1b1e-5cef-ace4-edaa54e1f810')
  })
})

describe('addresses of /media/free/', () => {
  const status = async (file: string) => (await fetch(`${ADDRESS}/media/free/${file}`)).status

  it('[SD-8] refuse titles that are not free', async () => {
    const titlesWithSample = [...titles.values()]
      .filter(({ is_free: isFree }) => !isFree)
      .flatMap(({ producttracks: tracks }) => tracks.filter((track) => !track.is_free))
    const inPodcasts = podcasts
      .filter(({ is_free: isFree }) => !isFree)
      .flatMap(({ producttracks: tracks }) => tracks.filter((track) => !track.is_free))
    expect([titlesWithSample.length > 10, inPodcasts.length > 0]).toEqual([true, true])
    for (const { id } of [...inPodcasts, ...titlesWithSample.slice(0, 20)])
      expect([id, await status(`episode-${id}.mp3`)]).toEqual([id, 404])
  })

  it.each([
    'episode-0.mp3',
    'episode-99999999999999999.mp3',
    'episode-1.jpg',
    '..%2fsecret',
    'artwork-1.jpg',
    'sample-1%00.mp3',
    'episode-1.mp3.br',
  ])('[SD-8] %s does not exist', async (file) => {
    expect(await status(file)).toBe(404)
  })
})
