import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { importCatalog, type ImportFault, type ImportSource } from '../../../src/server/import/write-catalog.ts'
import { catalogVersion } from '../../../src/server/catalog/bulk.ts'
import { collections, makeFolder, source, title, titles } from '../support/fixture.ts'
import { call, idOf, useShop, type TestShop } from '../support/shop.ts'

const filled = useShop()
const empty = useShop('empty')

async function importInto({ context, folder }: TestShop, values: Partial<ImportSource>) {
  const faults: ImportFault[] = []
  const result = await importCatalog(
    { ...context, report: (fault) => fault.isWarning || faults.push(fault) },
    { collections: {}, titles: [], folder, ...values },
  )
  return { ...result, faults }
}
const version = async (shop: TestShop) => (await catalogVersion(shop.db)).version
const minimal = (key: string, more: object = {}) => title(key, { en: `Book ${key}` }, more)

describe('a valid catalog', () => {
  it('[OP-1] changes nothing when imported again', async () => {
    const before = await version(filled())
    const files = readdirSync(filled().media, { recursive: true }).length
    const { changed, faults } = await importInto(filled(), source(filled().folder))
    expect([changed, faults, await version(filled())]).toEqual([0, [], before])
    expect(readdirSync(filled().media, { recursive: true })).toHaveLength(files)
  })

  it('[OP-1] changes the version and one title after a change of one title, and keeps its id and tracks', async () => {
    const before = await version(filled())
    const id = await idOf(filled(), 'products', 'dnyaneshwari')
    const tracks = await filled().db.query('select id, key from tracks order by key')
    const { changed } = await importInto(filled(), {
      titles: titles.map((row) => (row.key === 'dnyaneshwari' ? { ...row, priceInr: 24_900 } : row)),
    })
    expect([changed, await idOf(filled(), 'products', 'dnyaneshwari')]).toEqual([1, id])
    expect(await version(filled())).not.toBe(before)
    expect(await filled().db.query('select id, key from tracks order by key')).toEqual(tracks)
    expect((await call(filled(), endpoints.productDetails, { id })).product_details[0]?.inr_price.amount).toBe('249.00')
  })

  it('[OP-1] withdraws titles that a complete catalog does not name, and restores them', async () => {
    const without = titles.filter(({ key }) => key !== 'chhava')
    await importInto(filled(), {
      ...source(filled().folder),
      titles: without,
      collections: { ...collections, banners: [] },
    })
    expect((await call(filled(), endpoints.search, { q: 'chhava' })).top_products).toEqual([])
    expect((await call(filled(), endpoints.banners, {})).data).toEqual([])
    await importInto(filled(), source(filled().folder))
    expect((await call(filled(), endpoints.search, { q: 'chhava' })).top_products).toHaveLength(1)
  })

  it('[OP-1] leaves other titles unchanged when it is partial', async () => {
    await importInto(filled(), { titles: [minimal('extra')] })
    expect((await catalogVersion(filled().db)).titles).toBe(titles.length + 1)
  })
})

describe('an invalid catalog', () => {
  it('[OP-1] reports each invalid row with line, key, field and reason, and imports the rest', async () => {
    const values = [
      minimal('good-1'),
      { ...minimal('bad-price'), priceInr: -5 },
      { ...minimal('bad-type'), type: 'film' },
      'not a row',
      { ...minimal('unknown'), isBest: true },
      { ...minimal('nameless'), translations: {} },
      { ...minimal('blank'), translations: { en: { name: '\u200b ' } } },
      minimal('good-1'),
      minimal('good-2'),
      ...['hi-12', 'zh-cmn'].map((spoken) => ({ ...minimal(`spoken-${spoken}`), spoken })),
    ]
    const { faults, titles: count } = await importInto(empty(), { titles: values })
    expect(faults.map(({ line, key, field, reason }) => [line, key, field, reason])).toEqual([
      [2, 'bad-price', 'priceInr', 'min'],
      [3, 'bad-type', 'type', 'type'],
      [4, undefined, '-', 'type'],
      [5, 'unknown', 'isBest', 'unknown'],
      [8, 'good-1', 'key', 'repeated'],
      [10, 'spoken-hi-12', 'spoken', 'language'],
      [11, 'spoken-zh-cmn', 'spoken', 'language'],
      [6, 'nameless', 'translations', 'required'],
      [7, 'blank', 'translations', 'required'],
    ])
    expect(count).toBe(2)
  })

  it('[OP-1] imports a title without missing people and files', async () => {
    const { faults } = await importInto(empty(), {
      titles: [
        minimal('poor', {
          authors: ['nobody'],
          cover: 'none.png',
          samples: ['../setup.ts', 'cover.png'],
          tracks: [
            { key: 'poor/1', translations: { en: { name: 'A' } }, audio: 'none.mp3', seconds: 5 },
            { key: 'poor/2', translations: { en: { name: 'B' } }, seconds: 7 },
            { key: 'poor/3', translations: { en: { name: 'C' } }, audio: '01.mp3', part: { from: 10, to: 20 } },
          ],
        }),
      ],
    })
    expect(faults.map(({ field, reason }) => [field, reason])).toEqual([
      ['authors', 'unknown'],
      ['tracks.0.audio', 'missing'],
      ['samples.0', 'outsideFolder'],
      ['samples.1', 'notMp3'],
      ['cover', 'missing'],
    ])
    expect(
      (await call(empty(), endpoints.productDetails, { id: await idOf(empty(), 'products', 'poor') }))
        .product_details[0],
    ).toMatchObject({
      cover: null,
      sampletracks: [],
      // Twelve seconds that were said and a chapter, cut between two frames.
      total_tracks_length: 22.18,
    })
  })

  it('[AD-3] refuses noise and HTML as audio, and a decompression bomb as a picture', async () => {
    const folder = await makeFolder(mkdtempSync(join(tmpdir(), 'shop-bad-')))
    writeFileSync(
      join(folder, 'noise.mp3'),
      Buffer.from(Array.from({ length: 60_000 }, (_, index) => (index * 7919) % 251)),
    )
    writeFileSync(
      join(folder, 'sync.mp3'),
      Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(5_000, 0x55)]),
    )
    writeFileSync(join(folder, 'page.mp3'), '<html>'.repeat(500))
    writeFileSync(join(folder, 'empty.mp3'), '')
    writeFileSync(join(folder, 'page.png'), '<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"/>')
    const { faults } = await importInto(
      { ...empty(), folder },
      {
        titles: [minimal('noisy', { samples: ['noise.mp3', 'sync.mp3', 'page.mp3', 'empty.mp3'], cover: 'page.png' })],
      },
    )
    expect(faults.map(({ field }) => field)).toEqual(['samples.0', 'samples.1', 'samples.2', 'samples.3', 'cover'])
  })

  it('[OP-1] refuses a title with the tracks of another', async () => {
    const tracks = [{ key: 'shared/1', translations: { en: { name: 'A' } }, seconds: 5 }]
    const { faults } = await importInto(empty(), {
      titles: [minimal('owner', { tracks, isFree: true }), minimal('thief', { tracks, isFree: true })],
    })
    expect(faults).toEqual([{ kind: 'track', line: 0, key: 'shared/1', field: 'key', reason: 'repeated' }])
  })

  it('[SB-1] stores sanitised HTML only', async () => {
    const [unsafe] = (
      await call(filled(), endpoints.productDetails, { id: await idOf(filled(), 'products', 'unsafe') })
    ).product_details
    expect(unsafe?.custom_translation['en']?.description).toBe('<p>Kind <a>words</a></p>')
  })

  it('[AX-2] normalises letters, and keeps joiners only inside Devanagari', async () => {
    await importInto(empty(), { titles: [title('zw', { mr: 'सूर्\u200Dय\u200B आणि\u200D cafe\u0301' })] })
    const [row] = await empty().db.query<{ name: string }>(`select name from products where key = 'zw'`)
    expect(row?.name).toBe('सूर्\u200Dय आणि caf\u00E9')
  })
})

describe('an import that is killed', () => {
  it('[OP-1] leaves complete titles, and is completed by the next import', async () => {
    const many = Array.from({ length: 450 }, (_, index) =>
      minimal(`many-${index}`, {
        tracks: [{ key: `many-${index}/1`, translations: { en: { name: 'A' } }, seconds: 5 }],
      }),
    )
    function* cut() {
      yield* many.slice(0, 430)
      throw new Error('killed')
    }
    await expect(importInto(empty(), { titles: cut() })).rejects.toThrow('killed')
    const [half] = await empty().db.query<{ titles: number; tracks: number }>(
      `select count(*) as titles, sum(track_count) as tracks from products where key like 'many-%'`,
    )
    expect(half).toEqual({ titles: 400, tracks: 400 })
    expect((await importInto(empty(), { titles: many })).titles).toBe(450)
    const [whole] = await empty().db.query<{ count: number }>(`select count(*) from tracks where key like 'many-%'`)
    expect(whole?.count).toBe(450)
  })

  it('[OP-1] has the same result when two imports run at once', async () => {
    const many = Array.from({ length: 60 }, (_, index) =>
      minimal(`both-${index}`, {
        isFree: true,
        samples: ['01.mp3'],
        tracks: [1, 2].map((at) => ({ key: `both-${index}/${at}`, translations: { en: { name: 'A' } }, seconds: at })),
      }),
    )
    let reading = 0
    let goOn = (): void => undefined
    const gate = new Promise<void>((resolve) => (goOn = resolve))
    // Neither has written when the other looks at what is stored.
    async function* together() {
      yield* many
      if ((reading += 1) === 2) goOn()
      await gate
    }
    const rowsOf = async ({ db }: TestShop) => ({
      titles: await db.query(
        `select key, name, translations, status, search_text, track_count, total_seconds from products
         where key like 'both-%' order by key`,
      ),
      tracks: await db.query(
        `select p.key as title, t.key, t.name, t.seconds, t.position from tracks t join products p on p.id = t.product_id
         where t.key like 'both-%' order by t.key`,
      ),
      samples: await db.query(
        `select p.key as title, s.position, s.seconds from samples s join products p on p.id = s.product_id
         where p.key like 'both-%' order by p.key, s.position`,
      ),
    })
    const [one, two] = await Promise.all([
      importInto(empty(), { titles: together() }),
      importInto(empty(), { titles: together() }),
    ])
    expect([one.titles, two.titles, one.faults, two.faults]).toEqual([60, 60, [], []])
    await importInto(filled(), { titles: many })
    const expected = await rowsOf(filled())
    expect(Object.values(expected).map(({ length }) => length)).toEqual([60, 120, 60])
    expect(await rowsOf(empty())).toEqual(expected)
  })
})
