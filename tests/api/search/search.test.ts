import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { importCatalog } from '../../../src/server/import/write-catalog.ts'
import { title } from '../support/fixture.ts'
import { call, send, useShop } from '../support/shop.ts'

const shop = useShop()
const found = async (q: string) => (await call(shop(), endpoints.search, { q })).top_products.map(({ name }) => name)

describe('search', () => {
  it.each([
    ['katha', 'मराठी कथा'],
    ['कथा', 'मराठी कथा'],
    ['marathi katha', 'मराठी कथा'],
    ['ज्ञानेश्वरी', 'Dnyaneshwari'],
    ['jnaneshwari', 'Dnyaneshwari'],
    ['gyaneshwari', 'Dnyaneshwari'],
    ['shyamchi aai', 'श्यामची आई'],
    ['chhava', 'छावा'],
    ['chava', 'छावा'],
    ['shriman yogi', 'श्रीमान योगी'],
    ['shreeman yogee', 'श्रीमान योगी'],
    ['तुकाराम', 'Tukaram'],
    ['पंचतंत्र', 'Panchatantra'],
  ])('[SE-3] finds a Marathi title by typing %s', async (typed, name) => {
    expect(await found(typed)).toContain(name)
  })

  it.each([
    ['dnyneshwari', 'Dnyaneshwari'],
    ['tukram', 'Tukaram'],
    ['tukarma', 'Tukaram'],
    ['pantatantra', 'Panchatantra'],
    ['panchatntra', 'Panchatantra'],
    ['तुकराम', 'Tukaram'],
  ])('[SE-3] forgives one typing error in %s', async (typed, name) => expect((await found(typed))[0]).toBe(name))

  it.each([
    ['dnyan', 'Dnyaneshwari'],
    ['पंच', 'Panchatantra'],
    ['shri', 'श्रीमान योगी'],
    ['tamarind la', 'Tamarind Lane'],
  ])('[SE-3] finds by the prefix %s', async (typed, name) => {
    expect(await found(typed)).toContain(name)
  })

  it.each([
    ['pu la deshpande', 'व्यक्ती आणि वल्ली'],
    ['पु. ल. देशपांडे', 'व्यक्ती आणि वल्ली'],
    ['pandurang gurav', 'Dnyaneshwari'],
    ['पांडुरंग', 'Dnyaneshwari'],
  ])('[SE-3] finds the titles of the author or narrator %s', async (typed, name) =>
    expect(await found(typed)).toContain(name),
  )

  it('[SE-3] ranks the exact name before names with the same prefix or sound', async () => {
    expect((await found('ज्ञानेश्वरी'))[0]).toBe('Dnyaneshwari')
    expect((await found('lion 1')).slice(0, 1)).toEqual(['Lion 1'])
  })

  it('[SE-3] matches Devanagari digits with ASCII digits', async () => {
    expect((await found('lion ७'))[0]).toBe('Lion 7')
  })

  it.each(['qwxkvj zzkq', 'zzzz', '…', "' or 1=1 --", '%', '_', '\\'])('[SE-2] finds nothing for %s', async (typed) => {
    const reply = await call(shop(), endpoints.search, { q: typed })
    expect(reply.top_products).toEqual([])
    expect(Object.values(reply.total_product_count)).toEqual([0, 0, 0, 0, 0])
  })

  it('[SE-2] groups results, and counts more than it returns', async () => {
    const reply = await call(shop(), endpoints.search, { q: 'lion' })
    expect(reply.total_product_count).toEqual({
      kids: 12,
      audiobook: 0,
      kathavanioriginal: 0,
      podcast: 0,
      'language-lab': 0,
    })
    expect(reply.kids).toHaveLength(12)
    expect(reply.top_products).toHaveLength(10)
  })

  it('[SE-2] returns up to 24 results of a group', async () => {
    const many = Array.from({ length: 95 }, (_, index) =>
      title(`heron-${index}`, { en: `Heron ${index}` }, index < 30 ? {} : { type: 'podcast' }),
    )
    await importCatalog(shop().context, { collections: {}, titles: many, folder: shop().folder })
    const reply = await call(shop(), endpoints.search, { q: 'heron' })
    expect(reply.total_product_count).toMatchObject({ audiobook: 30, podcast: 65 })
    expect([reply.audiobook.length, reply.podcast.length]).toEqual([24, 24])
    const listed = new Set([...reply.audiobook, ...reply.podcast].map(({ id }) => id))
    expect(reply.top_products).toHaveLength(10)
    expect(reply.top_products.every(({ id }) => listed.has(id))).toBe(true)
    // As a page asks: a few of each group, then one group to its end.
    const first = await call(shop(), endpoints.search, { q: 'heron', limit: 12 })
    expect([first.audiobook, first.podcast]).toEqual([reply.audiobook.slice(0, 12), reply.podcast.slice(0, 12)])
    const all = await call(shop(), endpoints.search, { q: 'heron', limit: 300, group: 'podcast' })
    expect([all.audiobook, all.top_products, all.total_product_count]).toEqual([[], [], reply.total_product_count])
    expect(new Set(all.podcast.map(({ id }) => id)).size).toBe(65)
    expect(all.podcast.slice(0, 24)).toEqual(reply.podcast)
  })

  it('[SE-2] gives all weak matches of a group that is asked for, and few of them otherwise', async () => {
    const plain = Array.from({ length: 45 }, (_, index) =>
      title(`egret-${index}`, { en: `Bird ${index}` }, { authors: ['egret-author'] }),
    )
    const people = [{ key: 'egret-author', translations: { en: { name: 'Egret Wader' } } }]
    await importCatalog(shop().context, { collections: { people }, titles: plain, folder: shop().folder })
    const first = await call(shop(), endpoints.search, { q: 'egret' })
    expect([first.audiobook.length, first.total_product_count.audiobook]).toEqual([20, 45])
    const all = await call(shop(), endpoints.search, { q: 'egret', limit: 60, group: 'audiobook' })
    expect(all.audiobook).toHaveLength(45)
  })

  it('[SE-2] counts titles of an author beside titles of that name, and shows them only where the names are few', async () => {
    const byStork = (type: 'audiobook' | 'podcast') =>
      Array.from({ length: 15 }, (_, index) =>
        title(`by-stork-${type}-${index}`, { en: `Pond ${type} ${index}` }, { type, authors: ['stork-author'] }),
      )
    const named = (type: 'audiobook' | 'podcast', count: number) =>
      Array.from({ length: count }, (_, index) =>
        title(`stork-${type}-${index}`, { en: `Stork ${type} ${index}` }, { type }),
      )
    const titles = [...byStork('audiobook'), ...byStork('podcast'), ...named('audiobook', 22), ...named('podcast', 3)]
    const people = [{ key: 'stork-author', translations: { en: { name: 'Stork Reed' } } }]
    await importCatalog(shop().context, { collections: { people }, titles, folder: shop().folder })
    for (const q of ['st', 'stork']) {
      const { audiobook, podcast, total_product_count: counts } = await call(shop(), endpoints.search, { q })
      expect([counts.audiobook, counts.podcast]).toEqual([37, 18])
      const storks = (cards: typeof audiobook) => cards.map(({ name }) => name.startsWith('Stork'))
      expect(storks(audiobook)).toEqual(Array(22).fill(true))
      expect(storks(podcast)).toEqual([...Array(3).fill(true), ...Array(15).fill(false)])
    }
  })

  it.each(['0', '301', 'many', '-1'])(
    '[SE-2] names a wrong number of titles as the invalid field: %s',
    async (limit) => {
      const reply = await shop().app.inject(`/api/v2/search/?q=lion&limit=${limit}`)
      expect([reply.statusCode, Object.keys(reply.json().fields)]).toEqual([400, ['limit']])
    },
  )

  it.each([endpoints.search, endpoints.searchSuggestion])(
    '[SE-1] names the query as the invalid field when it is too long: $path',
    async (row) => {
      const response = await send(shop().app, row, { q: 'x'.repeat(201) })
      expect([response.statusCode, response.json()]).toEqual([
        400,
        { status: false, fault: 'badInput', fields: { q: 'size' } },
      ])
    },
  )

  it('[SE-2] finds courses, originals and podcasts in their groups', async () => {
    expect((await call(shop(), endpoints.search, { q: 'spoken marathi' }))['language-lab']).toHaveLength(1)
    expect((await call(shop(), endpoints.search, { q: 'tamarind' })).kathavanioriginal).toHaveLength(1)
    expect((await call(shop(), endpoints.search, { q: 'morning' })).podcast).toHaveLength(1)
  })

  it('[SE-3] finds a podcast by the name and the description of an episode, and no book by a chapter', async () => {
    const tracks = [
      {
        key: 'stove/1',
        audio: '01.mp3',
        translations: {
          en: { name: 'Amti with a memory', description: 'Sour amti with kokum, in Wai.' },
          mr: { name: 'आठवणीची आमटी', description: 'कोकमाची आंबट आमटी.' },
        },
      },
      { key: 'stove/2', audio: '01.mp3', translations: { en: { name: 'Bhakri for forty' } } },
    ]
    const chapters = tracks.map((track) => ({ ...track, key: `book-${track.key}` }))
    const titles = [
      title('stove', { en: 'Chats at the stove' }, { type: 'podcast', tracks }),
      title('cookbook', { en: 'Kitchen stories' }, { tracks: chapters }),
    ]
    await importCatalog(shop().context, { collections: {}, titles, folder: shop().folder })
    for (const typed of ['Amti with a memory', 'आठवणीची आमटी', 'athvanichi amti', 'kokum', 'bhakri', 'bhakr'])
      expect([typed, await found(typed)]).toEqual([typed, ['Chats at the stove']])
  })

  it('[SE-1] suggests titles and authors for a prefix', async () => {
    const { suggested_products, suggested_authors } = await call(shop(), endpoints.searchSuggestion, { q: 'dnyanesh' })
    expect(suggested_products.map(({ name, product_slug }) => [name, product_slug])).toContainEqual([
      'Dnyaneshwari',
      'dnyaneshwari',
    ])
    expect(suggested_authors.map(({ name }) => name)).toEqual(['Sant Dnyaneshwar'])
  })

  it.each([
    ['is only in plans', 'subscription_only = true, is_free = false', true, '0.00'],
    ['has no sound yet', 'is_free = true', false, '0.00'],
    ['is sold in rupees alone', 'is_free = false, price_usd = 0', true, '199.00'],
  ])('[SE-1] the suggestion of a title that %s offers what its page offers', async (_what, columns, sounds, rupees) => {
    const { db } = shop()
    const key = 'kid-7'
    await db.query(`update products set subscription_only = false, price_inr = 19900, price_usd = 300 where key = $1`, [
      key,
    ])
    await db.query(`update products set ${columns} where key = $1`, [key])
    if (!sounds)
      await db.query('update tracks set audio_id = null from products p where p.id = product_id and p.key = $1', [key])
    const [{ name } = { name: '' }] = await db.query<{ name: string }>('select name from products where key = $1', [
      key,
    ])
    const { suggested_products: suggested } = await call(shop(), endpoints.searchSuggestion, { q: name })
    expect(suggested[0]).toMatchObject({ name, is_free: false, inr_price: { amount: rupees } })
    await db.query(
      'update tracks t set audio_id = m.id from products p, media_files m where p.id = t.product_id and p.key = $1 and m.id = (select max(audio_id) from tracks)',
      [key],
    )
  })

  it('[SE-1] suggests narrators beside authors, because they have pages, and nothing for an empty query', async () => {
    const { suggested_authors: people } = await call(shop(), endpoints.searchSuggestion, { q: 'pandurang' })
    expect(people.map(({ name }) => name)).toEqual(['Pandurang Gurav'])
    expect(await call(shop(), endpoints.searchSuggestion, { q: '??' })).toMatchObject({
      suggested_products: [],
      suggested_authors: [],
    })
    expect((await send(shop().app, endpoints.searchSuggestion, { q: '' })).statusCode).toBe(400)
  })

  it('[SE-2] excludes withdrawn titles', async () => {
    await shop().db.query(`update products set status = 'unpublished' where key = 'cast'`)
    expect(await found('morning cast')).toEqual([])
  })

  it('[SE-2] limits a client with endless requests, and no other client', async () => {
    const answers: number[] = []
    for (let requestCount = 0; requestCount < 300; requestCount += 1)
      answers.push(
        (await shop().app.inject({ url: '/api/search-suggestion/?q=zz', remoteAddress: '10.0.0.9' })).statusCode,
      )
    expect(answers.slice(0, 200).every((status) => status === 200)).toBe(true)
    const last = await shop().app.inject({ url: '/api/search-suggestion/?q=zz', remoteAddress: '10.0.0.9' })
    expect([last.statusCode, last.json()]).toEqual([429, { status: false, fault: 'tooMany' }])
    expect(
      (await shop().app.inject({ url: '/api/search-suggestion/?q=zz', remoteAddress: '10.0.0.10' })).statusCode,
    ).toBe(200)
  })
})
