import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { runImport } from '../../../scripts/import/run.ts'
import { isPrivateAddress } from '../../../src/server/import/media/download.ts'
import { bareSpeech, SPEECH } from '../support/mp3s.ts'
import { useSourceFolders } from '../support/source-folders.ts'
import { call, useShop } from '../support/shop.ts'

const shop = useShop('empty')
const { folderOf } = useSourceFolders()
const server = createServer((request, response) => {
  const files: Record<string, Uint8Array | string> = {
    '/1.mp3': SPEECH,
    '/2.mp3': bareSpeech(),
    '/c.json': JSON.stringify({ chapters: [{ startTime: 0, title: 'Hello' }] }),
  }
  if (request.url === '/moved.mp3') return void response.writeHead(302, { location: '/2.mp3' }).end()
  const file = files[request.url ?? '']
  response.writeHead(file ? 200 : 404).end(file)
})
let home = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

const item = (title: string, guid: string, day: string, sound: string, more = '') =>
  `<item><title>${title}</title><guid isPermaLink="false">${guid}</guid><pubDate>${day}</pubDate><enclosure url="${home}/${sound}" length="1" type="audio/mpeg"/>${more}</item>`
const feed = (items: string[]) =>
  join(
    folderOf('feed', {
      'feed.xml': `<?xml version="1.0"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Show</title><language>en</language><description>About</description><itunes:author>Network</itunes:author><podcast:guid>abc-def</podcast:guid>${items.join('')}</channel></rss>`,
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
const ONE = () =>
  item(
    'One',
    'g-1',
    'Fri, 15 Mar 2024 06:30:00 GMT',
    '1.mp3',
    `<itunes:season>2</itunes:season><itunes:episode>7</itunes:episode><itunes:episodeType>bonus</itunes:episodeType><podcast:chapters url="${home}/c.json" type="application/json+chapters"/>`,
  )
const TWO = () => item('Two', 'g-2', 'Sat, 16 Mar 2024 06:30:00 GMT', 'moved.mp3')

it('[IM-4] a feed names no address of the own network, unless it is allowed', async () => {
  const { lines } = await run(feed([ONE()]))
  expect(lines[0]).toContain('is on the own network')
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '192.168.1.1',
    '169.254.169.254',
    '::1',
    'fe80::1',
    '::ffff:127.0.0.1',
  ])
    expect([address, isPrivateAddress(address)]).toEqual([address, true])
  expect(['93.184.216.34', '2606:4700::1111'].map(isPrivateAddress)).toEqual([false, false])
})

it('[IM-4] a podcast moves in with its guids, dates, season, kind and chapters, and goes on', async () => {
  expect((await run(feed([TWO(), ONE()]), '--allow-private')).code).toBe(0)
  const { data } = await call(shop(), endpoints.bulkFeeds, {})
  expect(data).toMatchObject([
    {
      feed: { guid: 'abc-def', author: 'Network' },
      episodes: [
        { episode: { guid: 'g-1', published: '2024-03-15T06:30:00.000Z', season: 2, number: 7, type: 'bonus' } },
        { episode: { guid: 'g-2', published: '2024-03-16T06:30:00.000Z' } },
      ],
    },
  ])
  expect(
    await shop().db.query(`select episode -> 'chapters' as chapters from tracks order by position limit 1`),
  ).toEqual([{ chapters: [{ start: 0, title: 'Hello' }] }])
  const ids = () => shop().db.query('select id from tracks order by id')
  const before = await ids()
  const three = item('Three', 'g-3', 'Sun, 17 Mar 2024 06:30:00 GMT', '2.mp3')
  expect(
    (
      await run(
        feed([three, TWO(), ONE(), item('Lost', 'g-4', 'Mon, 18 Mar 2024 06:30:00 GMT', 'none.mp3')]),
        '--allow-private',
      )
    ).code,
  ).toBe(1)
  expect((await ids()).slice(0, 2)).toEqual(before)
  expect(await ids()).toHaveLength(3)
})
