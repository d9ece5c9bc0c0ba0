import { Manifest } from '@readium/shared'
import { Ajv } from 'ajv'
import { beforeAll, describe, expect, it } from 'vitest'
import { grant } from '../../../src/server/library/library.ts'
import { signedIn, subscribe, type Listener } from '../support/listening.ts'
import { timed, withText } from '../support/transcripts.ts'
import { idOf, useShop } from '../support/shop.ts'
import { CATALOG_SCHEMA, MANIFEST_SCHEMA } from './schemas.ts'

const shop = useShop()
const ajv = new Ajv({ allErrors: true, strict: false })
const [isCatalog, isManifest] = [ajv.compile(CATALOG_SCHEMA), ajv.compile(MANIFEST_SCHEMA)]
let asked = 0

async function open(url: string, token?: string) {
  asked += 1
  const path = url.replace('https://shop.test', '')
  return shop().app.inject({
    method: 'GET',
    url: path,
    remoteAddress: `10.5.0.${asked % 250}`,
    headers: token ? { authorization: `Token ${token}` } : {},
  })
}
type Link = { rel?: string; href: string; type?: string }
type Entry = { metadata: { identifier: string; title: unknown }; links: Link[] }
type Catalog = { links: Link[]; publications?: Entry[] }

/** All pages, each checked by the schema. */
async function entries(token?: string): Promise<Entry[]> {
  const found: Entry[] = []
  for (let next: string | undefined = '/api/opds/catalog.json'; next !== undefined;) {
    const response = await open(next, token)
    const page: Catalog = response.json()
    expect(isCatalog(page) ? [] : isCatalog.errors).toEqual([])
    expect(response.headers['content-type']).toContain('application/opds+json')
    found.push(...(page.publications ?? []))
    next = page.links.find(({ rel }) => rel === 'next')?.href
  }
  return found
}
const manifestsIn = (entry: Entry | undefined) =>
  (entry?.links ?? []).flatMap(({ rel = '', href }) =>
    rel.includes('acquisition') && href.endsWith('.json') ? [[rel.split('/').at(-1) ?? '', href]] : [],
  )
const entryOf = async (key: string, token?: string) => {
  const id = await idOf(shop(), 'products', key)
  return (await entries(token)).find(({ metadata }) => metadata.identifier.includes(`/product-details/${id}/`))
}

describe('the open shelf', () => {
  let listener: Listener
  beforeAll(async () => {
    // Samples of titles for sale, and of two podcasts, one of them free.
    await shop().db.query(
      `insert into samples (product_id, position, map_url, audio_id, seconds, waveform) select p.id, 0, 'samples/' || p.key || '/0', m.id, 12.5, '{}' from products p,
         lateral (select id from media_files where kind = 'audio' order by id limit 1) m where p.key in ('chhava', 'tukaram', 'cast')`,
    )
    listener = await signedIn(shop())
    await grant(shop().context, listener.id, await idOf(shop(), 'products', 'chhava'), 'purchase')
    await withText(shop(), 'cast', timed('Free words'), { locale: 'en' })
    await withText(shop(), 'chhava', timed('विकत घेतलेले'))
  })

  it('[LN-6] has for a guest what is free and samples, in valid documents', async () => {
    const all = await entries()
    expect(all.length).toBeGreaterThanOrEqual(4)
    expect(manifestsIn(await entryOf('cast')).map(([kind]) => kind)).toEqual(['open-access', 'sample'])
    expect(manifestsIn(await entryOf('chhava')).map(([kind]) => kind)).toEqual(['sample'])
    // Free, but not a podcast: the shop plays it for listeners only.
    expect(manifestsIn(await entryOf('dnyaneshwari')).map(([kind]) => kind)).toEqual(['sample'])
    expect(await entryOf('serial')).toBeUndefined()
  })

  it('[LN-6] has manifests that the schema and a client library of Readium take, with sound that plays', async () => {
    for (const [token, keys] of [
      [undefined, ['cast', 'chhava']],
      [listener.token, ['cast', 'chhava', 'dnyaneshwari']],
    ] as const)
      for (const key of keys)
        for (const [kind, href = ''] of manifestsIn(await entryOf(key, token))) {
          const response = await open(href, token)
          const document = response.json()
          expect([kind, key, isManifest(document) ? [] : isManifest.errors]).toEqual([kind, key, []])
          expect(response.headers).toMatchObject({
            'content-type': 'application/audiobook+json; charset=utf-8',
            'cache-control': 'private, no-store',
          })
          const manifest = Manifest.deserialize(document)
          const [first] = manifest?.readingOrder.items ?? []
          expect([manifest?.metadata.title.getTranslation('mr'), first?.type]).toEqual([
            expect.stringMatching(/\S/),
            'audio/mpeg',
          ])
          expect((await open(first?.href ?? '')).statusCode).toBe(200)
        }
  })

  it('[LN-6] has permanent addresses for a free podcast, and its text', async () => {
    const [, href = ''] = manifestsIn(await entryOf('cast'))[0] ?? []
    const { readingOrder, resources } = (await open(href)).json()
    expect(readingOrder[0].href).toMatch(/^https:\/\/shop\.test\/media\/free\/episode-\d+\.mp3$/)
    const text = resources.find(({ type }: Link) => type === 'text/vtt')
    const response = await open(text.href)
    expect([response.statusCode, response.headers['content-type'], response.body]).toEqual([
      200,
      'text/vtt; charset=utf-8',
      expect.stringContaining('Free words'),
    ])
  })

  it('[LN-6] has no track that was removed, and does not count its time', async () => {
    const [, href = ''] = manifestsIn(await entryOf('cast'))[0] ?? []
    const before = (await open(href)).json()
    await shop().db.query(
      `insert into tracks (key, product_id, position, name, translations, seconds, audio_id, removed_at)
        select 'cast/removed', product_id, 99, 'Gone', translations, 600, audio_id, now() from tracks where audio_id is not null
          and product_id = (select id from products where key = 'cast') limit 1`,
    )
    expect((await open(href)).json()).toEqual(before)
    expect(await shop().db.query(`delete from tracks where key = 'cast/removed' returning 1`)).toHaveLength(1)
  })

  it('[LN-6] has for a listener what they own and what a plan covers, until it ends', async () => {
    const own = manifestsIn(await entryOf('chhava', listener.token))
    expect(own.map(([kind]) => kind)).toEqual(['open-access', 'sample'])
    const [, href = ''] = own[0] ?? []
    expect([(await open(href)).statusCode, (await open(href, (await signedIn(shop())).token)).statusCode]).toEqual([
      404, 404,
    ])
    const shelf: Catalog = (await open('/api/opds/shelf.json', listener.token)).json()
    expect([isCatalog(shelf), shelf.publications?.length]).toEqual([true, 1])
    expect((await open('/api/opds/shelf.json')).statusCode).toBe(401)
    const subscriber = await signedIn(shop())
    expect(manifestsIn(await entryOf('vyakti', subscriber.token))).toEqual([])
    await subscribe(shop(), subscriber, 'plan-30')
    expect(manifestsIn(await entryOf('vyakti', subscriber.token)).map(([kind]) => kind)).toEqual(['open-access'])
    const empty: Catalog = (await open('/api/opds/shelf.json', subscriber.token)).json()
    expect([isCatalog(empty), empty.publications]).toEqual([true, undefined])
  })

  it('[LN-6] [LN-4] tells a guest nothing of a text that is not free', async () => {
    const { trackId } = await withText(shop(), 'chhava', timed('विकत घेतलेले'))
    const read = async (ending: string, token?: string) =>
      (await open(`/media/text/${trackId}.mr.${ending}`, token)).statusCode
    for (const ending of ['vtt', 'srt', 'json', 'txt'])
      expect([ending, await read(ending), await read(ending, listener.token)]).toEqual([ending, 404, 200])
    for (const name of ['0.mr.vtt', `${trackId}.hi.vtt`, `${trackId}.mr.html`, '..%2f1.mr.vtt', `${trackId}.mr.vtt.br`])
      expect([name, (await open(`/media/text/${name}`, listener.token)).statusCode]).toEqual([name, 404])
    expect((await open(`/media/text/${trackId}.mr.vtt`, listener.token)).headers).toMatchObject({
      'cache-control': 'private, no-store',
      'content-security-policy': "sandbox; default-src 'none'",
    })
  })

  it.each([
    '/api/opds/catalog.json?after=x',
    '/api/opds/titles/1/other.json',
    '/api/opds/titles/999999/manifest.json',
    '/api/opds/titles/%2e%2e/manifest.json',
  ])('[LN-6] refuses %s', async (path) => {
    expect([400, 404]).toContain((await open(path)).statusCode)
  })
})
