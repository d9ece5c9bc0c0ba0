import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { parseFeed } from 'podcast-partytime'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { titleView } from '#contract/catalog/views.ts'
import { rssOf } from '#seo/podcast-feed.ts'
import { runImport } from '../../../scripts/import/run.ts'
import { bareSpeech, SPEECH } from '../support/mp3s.ts'
import { useSourceFolders } from '../support/source-folders.ts'
import { call, useShop } from '../support/shop.ts'

/** The parser of a package that the shop uses; it checks that XML is well-formed. */
const { XMLValidator } = createRequire(createRequire(import.meta.url).resolve('feedsmith'))('fast-xml-parser')

const shop = useShop('empty')
const { folderOf } = useSourceFolders()
const VTT = 'WEBVTT\n\n00:00.000 --> 00:02.000\nHello & <b>welcome</b>\n'
const CHAPTERS = {
  version: '1.2.0',
  chapters: [
    { startTime: 60, title: 'Second' },
    { startTime: 0, title: 'x'.repeat(400) },
    { startTime: -1, title: 'Nowhere' },
    { startTime: 5 },
  ],
}
const FILES: Record<string, Uint8Array | string> = {
  '/1.mp3': SPEECH,
  '/2.mp3': bareSpeech(),
  '/c.json': JSON.stringify(CHAPTERS),
  '/t.vtt': VTT,
  '/words.vtt': 'Hello, this is no WebVTT',
  '/page.html': '<!doctype html><script>alert(1)</script>',
  '/large.json': `{"chapters":[${' '.repeat(2 ** 21)}]}`,
  '/latin.srt': Buffer.from('1\n00:00:00,000 --> 00:00:01,000\ncaf\u00e9', 'latin1'),
}
const server = createServer((request, response) => {
  const file = FILES[request.url ?? '']
  response.writeHead(file ? 200 : 404).end(file)
})
let home = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

const link = (tag: string, file: string, type: string) => `<podcast:${tag} url="${home}/${file}" type="${type}"/>`
const item = (title: string, guid: string, day: string, sound: string, more: string) =>
  `<item><title>${title}</title><guid isPermaLink="false">${guid}</guid><pubDate>${day}</pubDate><enclosure url="${home}/${sound}" length="1" type="audio/mpeg"/>${more}</item>`
const feedOf = (name: string, items: string[]) =>
  join(
    folderOf(name, {
      'feed.xml': `<?xml version="1.0"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Tea &amp; Talk ${name}</title><language>en</language><description>About "tea" &amp; more</description><itunes:author>Network &amp; Sons</itunes:author><itunes:type>episodic</itunes:type><podcast:guid>${name}-guid</podcast:guid>${items.join('')}</channel></rss>`,
    }),
    'feed.xml',
  )
async function run(...args: string[]) {
  const lines: string[] = []
  const code = await runImport(args, async () => ({ context: shop().context, close: async () => undefined }), {
    line: (text) => lines.push(text),
  })
  return { code, lines }
}

async function publishedFeed(name = 'show') {
  const { data } = await call(shop(), endpoints.bulkProducts, { after: 0, limit: 10 })
  const title = data.find(({ custom_translation: names }) => names.en?.name === `Tea & Talk ${name}`)
  const feed = (await call(shop(), endpoints.bulkFeeds, {})).data.find(({ product_id }) => product_id === title?.id)
  if (!feed || !title) throw new Error('no feed')
  const view = titleView(title, 'en')
  const tracks = new Map(view.tracks.map((track) => [track.id, track]))
  const episodes = feed.episodes.map((episode) => ({ ...episode, track: tracks.get(episode.track_id ?? 0) }))
  const { artwork, feed: facts } = feed
  return rssOf({ view, artwork, episodes, facts: facts ?? undefined }, 'en', new URL('https://shop.test'), {
    trailer: 'Trailer',
    funding: '',
  })
}
const free = (address: string | undefined, headers = {}) =>
  shop().app.inject({ url: new URL(address ?? '').pathname, headers })

it('[IM-4] the feed of a podcast that moved in is well-formed and says what the old one said', async () => {
  const texts = link('chapters', 'c.json', 'application/json+chapters') + link('transcript', 't.vtt', 'text/vtt')
  const one = item(
    'One &amp; only',
    'g&amp;1',
    'Fri, 15 Mar 2024 06:30:00 GMT',
    '1.mp3',
    `<itunes:season>2</itunes:season><itunes:episode>7</itunes:episode><itunes:episodeType>bonus</itunes:episodeType>${texts}`,
  )
  const two = item('Two', 'g-2', 'Sat, 16 Mar 2024 08:00:00 +0200', '2.mp3', '')
  expect((await run(feedOf('show', [two, one]), '--allow-private')).code).toBe(0)
  const xml = await publishedFeed()
  expect(XMLValidator.validate(xml)).toBe(true)
  const feed = parseFeed(xml)
  expect(feed).toMatchObject({
    title: 'Tea & Talk show',
    author: 'Network & Sons',
    guid: 'show-guid',
    itunesType: 'episodic',
  })
  expect(feed?.items).toMatchObject([
    {
      title: 'One & only',
      guid: 'g&1',
      pubDate: new Date('2024-03-15T06:30:00Z'),
      itunesEpisodeType: 'bonus',
      enclosure: { type: 'audio/mpeg', length: SPEECH.length },
      podcastChapters: { type: 'application/json+chapters' },
      podcastTranscripts: [{ type: 'text/vtt' }],
    },
    { guid: 'g-2', pubDate: new Date('2024-03-16T06:00:00Z'), itunesEpisodeType: 'full' },
  ])
  expect(xml).toContain('<itunes:season>2</itunes:season>')
  expect(xml).toContain('<itunes:episode>7</itunes:episode>')
})

it('[IM-4] chapters and transcripts of a free episode are given out, and are no page of the shop', async () => {
  const [one] = parseFeed(await publishedFeed())?.items ?? []
  const chapters = await free(one?.podcastChapters?.url)
  expect([chapters.statusCode, chapters.headers['content-type']]).toEqual([200, 'application/json+chapters'])
  expect(chapters.json().chapters).toEqual([
    { startTime: 0, title: 'x'.repeat(300) },
    { startTime: 60, title: 'Second' },
  ])
  const address = one?.podcastTranscripts?.[0]?.url
  const transcript = await free(address)
  expect([transcript.body, transcript.headers['content-type']]).toEqual([VTT, 'text/vtt; charset=utf-8'])
  expect(transcript.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
    'access-control-allow-origin': '*',
  })
  expect((await free(address, { 'if-none-match': transcript.headers.etag })).statusCode).toBe(304)
  await shop().db.query('update products set is_free = false')
  expect([(await free(address)).statusCode, (await free(one?.podcastChapters?.url)).statusCode]).toEqual([404, 404])
  await shop().db.query('update products set is_free = true')
})

it('[IM-4] the day of a podcast that moved in is the one of its first episode in India, as its page dates that episode', async () => {
  const items = ['14 Mar 2024 20:00:00 GMT', '15 Mar 2024 23:30:00 -0500'].map((moment, index) =>
    item(`Night ${index}`, `night-${index}`, moment, '1.mp3', ''),
  )
  expect((await run(feedOf('night', items), '--allow-private')).code).toBe(0)
  const [title] = await shop().db.query<{ id: number; published: string }>(
    `select id, published from products where translations->'en'->>'name' = 'Tea & Talk night'`,
  )
  const { producttracks: tracks } = await call(shop(), endpoints.tracks, { id: title?.id ?? 0, offset: '0', limit: 9 })
  expect([title?.published, ...tracks.map(({ published }) => published)]).toEqual([
    '2024-03-15',
    '2024-03-15',
    '2024-03-16',
  ])
})

it('[SD-8] episodes are dated in their order from the midnight of their day in India, also several of one day', async () => {
  const items = Array.from({ length: 6 }, (_, index) =>
    item(`D${index}`, `d-${index}`, `Fri, 0${index + 1} Mar 2024 06:30:00 GMT`, '1.mp3', ''),
  )
  expect((await run(feedOf('days', items), '--allow-private')).code).toBe(0)
  // As tables and the desk store them: without a day, and midnight in India.
  const days = [null, null, '2024-03-01', '2024-03-03', '2024-03-03', null]
  for (const [index, day] of days.entries())
    await shop().db.query(`update tracks set episode = (episode - 'published') || $2 where episode->>'guid' = $1`, [
      `d-${index}`,
      day ? { published: new Date(`${day}T00:00:00+05:30`).toISOString() } : {},
    ])
  const feed = parseFeed(await publishedFeed('days'))
  expect(feed?.items.map(({ guid, pubDate }) => [guid, pubDate?.toISOString()])).toEqual([
    ['d-0', '2024-02-29T18:30:00.000Z'],
    ['d-1', '2024-02-29T18:31:00.000Z'],
    ['d-2', '2024-02-29T18:32:00.000Z'],
    ['d-3', '2024-03-02T18:30:00.000Z'],
    ['d-4', '2024-03-02T18:31:00.000Z'],
    ['d-5', '2024-03-02T18:32:00.000Z'],
  ])
})

it('[IM-4] chapters and transcripts that cannot be used cost neither episode nor title', async () => {
  const transcript = (file: string, type: string) => link('transcript', file, type)
  const bad = [
    link('chapters', 'large.json', 'application/json+chapters') + transcript('words.vtt', 'text/vtt'),
    transcript('page.html', 'text/plain'),
    link('chapters', 'page.html', 'application/json+chapters') + transcript('page.html', 'text/html'),
    link('chapters', 'none.json', 'application/json+chapters') + transcript('latin.srt', 'application/srt'),
  ]
  const items = bad.map((more, index) =>
    item(`E${index}`, `b-${index}`, `Fri, 0${index + 1} Mar 2024 06:30:00 GMT`, '1.mp3', more),
  )
  const { code, lines } = await run(feedOf('bad', items), '--allow-private')
  expect(code).toBe(0)
  expect(lines.filter((line) => line.startsWith('note')).map((line) => line.replace(/^.*?: |http\S+\//g, ''))).toEqual([
    'chapters "large.json" is too large.',
    'transcript "words.vtt" is not a transcript (WebVTT, SRT, JSON or plain text) and was left out.',
    'transcript "page.html" is not a transcript (WebVTT, SRT, JSON or plain text) and was left out.',
    'chapters "page.html" are not chapters in JSON and were left out.',
    'transcript "page.html" is not a transcript (WebVTT, SRT, JSON or plain text) and was left out.',
    'chapters "none.json" could not be downloaded, or not in time. Run the command again.',
    'transcript "latin.srt" is not a transcript (WebVTT, SRT, JSON or plain text) and was left out.',
  ])
  const stored = await shop().db.query(
    `select t.episode ? 'chapters' or t.episode ? 'transcript' as has from tracks t join products p on p.id = t.product_id where p.key like '%bad%'`,
  )
  expect(stored).toEqual(bad.map(() => ({ has: false })))
})

it('[IM-4] [SD-8] an episode has its own number or its place among all, free and for sale; trailers and extras have none, and nothing has zero', async () => {
  const parts = [
    '<itunes:episodeType>trailer</itunes:episodeType>',
    '',
    '<itunes:season>0</itunes:season><itunes:episode>0</itunes:episode>',
    '',
    '<itunes:season>1</itunes:season><itunes:episode>9</itunes:episode>',
    '<itunes:episodeType>bonus</itunes:episodeType>',
  ]
  const items = parts.map((more, index) =>
    item(`N${index}`, `n-${index}`, `Fri, 0${index + 1} Mar 2024 06:30:00 GMT`, '1.mp3', more),
  )
  expect((await run(feedOf('count', items), '--allow-private')).code).toBe(0)
  await shop().db.query(`update products set is_free = false where translations->'en'->>'name' = 'Tea & Talk count'`)
  await shop().db.query(`update tracks set is_free = translations->'en'->>'name' <> 'N1'
    where product_id = (select id from products where translations->'en'->>'name' = 'Tea & Talk count')`)
  const xml = await publishedFeed('count')
  const texts = (part: string, tag: string) => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(part)?.[1]
  const numbers = xml
    .split('<item>')
    .slice(1)
    .map((part) => ['title', 'itunes:season', 'itunes:episode', 'podcast:episode'].map((tag) => texts(part, tag)))
  expect(numbers).toEqual([
    ['N0', undefined, undefined, undefined],
    ['N2', undefined, undefined, undefined],
    ['N3', undefined, '4', '4'],
    ['N4', '1', '9', '9'],
    ['N5', undefined, undefined, undefined],
  ])
})
