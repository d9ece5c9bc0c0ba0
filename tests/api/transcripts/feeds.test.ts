import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseFeed } from 'podcast-partytime'
import { afterAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import type { FeedFacts } from '#contract/catalog/podcast.ts'
import { titleView } from '#contract/catalog/views.ts'
import { rssOf } from '#seo/podcast-feed.ts'
import { announceFeeds, changedFeeds, feedDigests } from '../../../scripts/publish/websub.ts'
import { timed, untimed, withText } from '../support/transcripts.ts'
import { call, idOf, useShop } from '../support/shop.ts'

const shop = useShop()
const WORDS = { trailer: 'Trailer', funding: 'Support the shop' }

/** The feed of the free podcast of the fixture, as its page would write it. */
async function feedOf(hub?: string, facts?: FeedFacts) {
  const id = await idOf(shop(), 'products', 'cast')
  const feed = (await call(shop(), endpoints.bulkFeeds, {})).data.find(({ product_id }) => product_id === id)
  const [title] = (await call(shop(), endpoints.bulkProducts, { after: 0, limit: 1, ids: [id] })).data
  if (!feed || !title) throw new Error('no feed')
  const view = titleView(title, 'en')
  const episodes = feed.episodes.map((episode) => ({
    ...episode,
    track: view.tracks.find(({ id: track }) => track === episode.track_id),
  }))
  const xml = rssOf({ view, artwork: feed.artwork, episodes, facts, hub }, 'en', new URL('https://shop.test'), WORDS)
  const parsed = parseFeed(xml)
  if (!parsed) throw new Error('the parser of the namespace refuses the feed')
  return { xml, parsed, item: parsed.items[0] }
}
const get = (path: string) =>
  shop().app.inject({ method: 'GET', url: path.replace('https://shop.test', ''), remoteAddress: '10.6.0.1' })

describe('the feed of a podcast', () => {
  it('[IM-4] says true of an explicit show and of each of its episodes, and false of others, as directories read it', async () => {
    for (const explicit of [true, false, undefined]) {
      const { xml, parsed } = await feedOf(undefined, explicit === undefined ? {} : { explicit })
      const values = [...xml.matchAll(/<itunes:explicit>(\w+)</g)].map(([, word]) => word)
      expect(values).toEqual(Array.from({ length: 1 + parsed.items.length }, () => String(explicit ?? false)))
      expect([parsed.explicit, ...parsed.items.map((item) => item.explicit)]).toEqual(
        values.map((word) => word === 'true'),
      )
    }
  })

  it('[LN-6] has no transcript without a text', async () => {
    const { item } = await feedOf()
    expect([item?.podcastTranscripts, item?.podcastSoundbites]).toEqual([undefined, undefined])
  })

  it('[LN-6] carries transcripts in both languages, a soundbite, funding, number and hub', async () => {
    const minutes = Array.from({ length: 40 }, (_, at) => `Line ${at} <of> "the" show`)
    // After two seconds of music, as most begin.
    const cues = timed('', ...minutes).slice(1)
    const { trackId } = await withText(shop(), 'cast', cues, { locale: 'en' })
    await withText(shop(), 'cast', untimed('ओळ एक.', 'ओळ दोन.'), { locale: 'mr' })
    const { xml, parsed, item } = await feedOf('https://hub.test/')
    expect(item?.podcastTranscripts).toEqual([
      { url: `https://shop.test/media/text/${trackId}.en.vtt`, type: 'text/vtt', language: 'en' },
      { url: `https://shop.test/media/text/${trackId}.en.srt`, type: 'application/srt', language: 'en' },
      { url: `https://shop.test/media/text/${trackId}.mr.txt`, type: 'text/plain', language: 'mr' },
    ])
    expect(item?.podcastSoundbites).toEqual([{ startTime: 2, duration: 60, title: 'Line 0 <of> "the" show' }])
    expect(item?.podcastEpisode).toMatchObject({ number: 1 })
    expect(parsed.podcastFunding).toEqual([{ url: 'https://shop.test/subscribe/', message: 'Support the shop' }])
    expect(xml).toContain('<atom:link href="https://hub.test/" rel="hub"/>')
    const files = await Promise.all((item?.podcastTranscripts ?? []).map(({ url }) => get(url)))
    expect(files.map(({ statusCode, headers }) => [statusCode, headers['content-type']])).toEqual([
      [200, 'text/vtt; charset=utf-8'],
      [200, 'application/x-subrip; charset=utf-8'],
      [200, 'text/plain; charset=utf-8'],
    ])
    expect(files[0]?.body).toContain('Line 0 &lt;of&gt; "the" show')
    expect(files[1]?.body).toMatch(/^1\n00:00:02,000 --> 00:00:04,000\nLine 0 <of> "the" show\n/)
  })

  it('[LN-6] [LN-4] loses them when the episode is for sale', async () => {
    const { trackId } = await withText(shop(), 'cast', timed('For sale tomorrow'), { locale: 'en' })
    await shop().db.query(`update products set is_free = false where key = 'cast'`)
    expect((await get(`/media/text/${trackId}.en.vtt`)).statusCode).toBe(404)
    const feeds = await call(shop(), endpoints.bulkFeeds, {})
    expect(JSON.stringify(feeds)).not.toContain('For sale tomorrow')
    await shop().db.query(`update products set is_free = true where key = 'cast'`)
  })

  it('[LN-6] has no soundbite of times that fit another recording', async () => {
    const { id } = await withText(shop(), 'cast', timed('One', 'Two'), { locale: 'en' })
    await shop().db.query('update transcripts set audio_id = audio_id + 1 where id = $1', [id])
    expect((await feedOf()).item?.podcastSoundbites).toBeUndefined()
  })
})

describe('public texts for the pages', () => {
  it('[LN-6] are those of shown titles, whole and in the order of tracks', async () => {
    const { id, productId } = await withText(shop(), 'chhava', timed('सर्वांसाठी'))
    await withText(shop(), 'vyakti', timed('फक्त मालकांसाठी'))
    expect((await call(shop(), endpoints.bulkTranscripts, {})).data).toEqual([])
    await shop().db.query('update transcripts set is_public = true where id = $1', [id])
    const { data } = await call(shop(), endpoints.bulkTranscripts, {})
    expect(data).toMatchObject([{ product_id: productId, texts: [{ access: 'all', cues: [{ text: 'सर्वांसाठी' }] }] }])
    await shop().db.query(`update products set status = 'unpublished' where key = 'chhava'`)
    expect((await call(shop(), endpoints.bulkTranscripts, {})).data).toEqual([])
    await shop().db.query(`update products set status = 'published' where key = 'chhava'`)
  })

  it('[LN-6] make the pages of their title stale, and other texts do not', async () => {
    const changed = async () => (await call(shop(), endpoints.bulkChanges, { wait: 0, since: revision })).titles
    const { revision } = await call(shop(), endpoints.bulkChanges, { wait: 0 })
    await withText(shop(), 'panchatantra', timed('गुपित'))
    expect(await changed()).not.toContain(await idOf(shop(), 'products', 'panchatantra'))
    await withText(shop(), 'chhava', timed('सर्वांसाठी दुरुस्त'))
    expect(await changed()).toContain(await idOf(shop(), 'products', 'chhava'))
  })
})

describe('the hub of WebSub', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-hub-'))
  const received: string[] = []
  const hub = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString()))
    request.on('end', () => {
      received.push(body)
      response.writeHead(received.length === 1 ? 500 : 204).end()
    })
  })
  afterAll(() => {
    hub.close()
    rmSync(folder, { recursive: true })
  })

  it('[LN-6] is told of the feeds that changed', async () => {
    await new Promise<void>((done) => hub.listen(0, '127.0.0.1', done))
    const write = (name: string, content: string) => {
      mkdirSync(join(folder, name, '..'), { recursive: true })
      writeFileSync(join(folder, name), content)
    }
    write('podcast-feed/1.xml', 'same')
    write('podcast-feed/2.xml', 'old')
    const before = await feedDigests(folder)
    write('podcast-feed/2.xml', 'new')
    write('mr/podcast-feed/2.xml', 'first')
    expect((await call(shop(), endpoints.siteOptions, {})).feed_hub).toBeUndefined()
    shop().context.feedHub = `http://127.0.0.1:${(hub.address() as AddressInfo).port}/`
    const { feed_hub: set = '' } = await call(shop(), endpoints.siteOptions, {})
    const lines: string[] = []
    const options = { hub: set, siteUrl: 'https://shop.test', report: (line: string) => lines.push(line) }
    await announceFeeds(options, await changedFeeds(before, folder))
    expect(received.map((body) => Object.fromEntries(new URLSearchParams(body)))).toEqual([
      { 'hub.mode': 'publish', 'hub.url': 'https://shop.test/podcast-feed/2.xml' },
      { 'hub.mode': 'publish', 'hub.url': 'https://shop.test/mr/podcast-feed/2.xml' },
    ])
    expect(lines).toEqual(['feeds: the hub was told of 1 of 2'])
  })

  it('[LN-6] that hangs is asked once and not about each feed, and not longer than the build lives', async () => {
    let asked = 0
    const silent = createServer(() => (asked += 1))
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
    const lines: string[] = []
    const options = {
      hub: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`,
      siteUrl: 'https://shop.test',
      report: (line: string) => lines.push(line),
    }
    const paths = ['/podcast-feed/1.xml', '/podcast-feed/2.xml', '/podcast-feed/3.xml']
    await announceFeeds({ ...options, hubMs: 2_000 }, paths)
    expect([asked, lines]).toEqual([1, ['feeds: the hub was told of 0 of 3']])
    const stop = new AbortController()
    const announcing = announceFeeds({ ...options, hubMs: 3_600_000, signal: stop.signal }, paths)
    await expect.poll(() => asked, { timeout: 10_000 }).toBe(2)
    stop.abort()
    await announcing
    expect([asked, lines.length]).toEqual([2, 1])
    silent.closeAllConnections()
    silent.close()
  })
})
