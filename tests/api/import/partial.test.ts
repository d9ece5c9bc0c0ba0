import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { runImport } from '../../../scripts/import/run.ts'
import { importFolder, type FolderImportOptions } from '../../../src/server/import/import-source.ts'
import type { CatalogFault } from '../../../src/server/import/source/fault.ts'
import type { TitleChange } from '../../../src/server/import/stored/changes.ts'
import { picture, SPEECH } from '../support/mp3s.ts'
import { useSourceFolders } from '../support/source-folders.ts'
import { call, useShop } from '../support/shop.ts'

const shop = useShop('empty')
const { folderOf } = useSourceFolders()

async function bring(path: string, order: Partial<FolderImportOptions> = {}) {
  const faults: CatalogFault[] = []
  const changes: TitleChange[] = []
  const result = await importFolder(
    shop().context,
    { path, ...order },
    {
      report: (fault) => void (fault.isWarning || faults.push(fault)),
      reportChange: (change) => changes.push(change),
      progress: () => undefined,
    },
  )
  return { result, faults, changes }
}

const WHOLE = {
  'titles.csv':
    'key,name.en,name.mr,description.en,description.mr,spoken,type,authors,artists,categories,priceInr,priceUsd,published,ages,shelves,popularity,institute\n' +
    'asha,Asha,आशा,<p>Long</p>,<p>मजकूर</p>,mr,kids,Asha Joshi,Vijay Kale,Lions,199,4.99,2024-03-15,5-8,popular:2,70,School\n',
  'tracks.csv':
    'title,key,position,name.en,name.mr,file,free\nasha,one,1,One,एक,a.mp3,yes\nasha,two,2,Two,दोन,b.mp3,no\n',
  'reviews.csv': 'title,reviewer,stars,headline,review,date\nasha,Vijay,5,Good,Very good,1/1/2026\n',
  'people.csv':
    'key,name.en,name.mr,description.en,photo,popular\nasha-joshi,Asha Joshi,आशा जोशी,<p>Born</p>,p.jpg,3\n',
  'a.mp3': SPEECH,
  'b.mp3': SPEECH,
}

const everything = async () =>
  shop().db.query(
    `select to_jsonb(p) - 'updated_at' - 'digest' as title,
       (select jsonb_agg(to_jsonb(t) order by t.position) from tracks t where t.product_id = p.id) as tracks,
       (select jsonb_agg(to_jsonb(r) order by r.id) from reviews r where r.product_id = p.id) as reviews,
       (select jsonb_agg(to_jsonb(l) order by l.role) from product_people l where l.product_id = p.id) as people,
       (select jsonb_agg(to_jsonb(c)) from product_categories c where c.product_id = p.id) as categories,
       (select jsonb_agg(to_jsonb(s)) from placements s where s.product_id = p.id) as shelves,
       (select jsonb_agg(to_jsonb(x) - 'updated_at' - 'digest' order by x.key) from people x) as persons
     from products p where p.key = 'asha'`,
  )

async function whole() {
  await bring(folderOf('whole', { ...WHOLE, 'p.jpg': await picture(700) }))
  const [before] = await everything()
  if (!before) throw new Error('the title is not there')
  return before
}

describe('a table with few columns', () => {
  it('[IM-1] of keys and prices changes prices, and nothing else of a title', async () => {
    const before = await whole()
    const { faults, result } = await bring(folderOf('prices', { 'titles.csv': 'key,priceInr\nasha,249\n' }))
    expect([faults, result]).toEqual([[], expect.objectContaining({ rows: 1, titles: 1, changed: expect.any(Number) })])
    expect(await everything()).toEqual([{ ...before, title: { ...(before['title'] as object), price_inr: 24_900 } }])
  })

  it('[IM-1] of people keeps their texts and pictures', async () => {
    const { persons: before } = await whole()
    expect(before).toMatchObject([{ photo_id: expect.any(Number), popular: 3 }, {}])
    await bring(folderOf('persons', { 'people.csv': 'key,popular\nasha-joshi,9\n' }))
    const [after] = await everything()
    expect(after?.['persons']).toEqual((before as object[]).map((one, at) => (at === 0 ? { ...one, popular: 9 } : one)))
  })

  it('[IM-1] of tracks keeps names in the other language, sound and what is free', async () => {
    await whole()
    await bring(
      folderOf('tracks', {
        'titles.csv': 'key\nasha\n',
        'tracks.csv': 'title,key,name.en\nasha,one,First\nasha,two,Second\n',
      }),
    )
    const [after] = await everything()
    expect(after?.['tracks']).toMatchObject([
      {
        key: 'asha/one',
        translations: { en: { name: 'First' }, mr: { name: 'एक' } },
        is_free: true,
        audio_id: expect.any(Number),
      },
      { key: 'asha/two', translations: { en: { name: 'Second' }, mr: { name: 'दोन' } }, is_free: false },
    ])
  })

  it('[IM-1] [PD-5] of tracks says the day of an episode, and what its feed said of it stays', async () => {
    await whole()
    await shop().db.query(
      `update tracks set episode = '{"guid": "g-1", "published": "2024-03-15T06:30:00.000Z"}' where key = 'asha/one'`,
    )
    await bring(
      folderOf('days', {
        'titles.csv': 'key\nasha\n',
        'tracks.csv': 'title,key,Date\nasha,one,16/03/2024\nasha,two,२३ मार्च २०२४\n',
      }),
    )
    const [{ id } = { id: 0 }] = await shop().db.query<{ id: number }>(`select id from products where key = 'asha'`)
    const { data } = await call(shop(), endpoints.bulkProducts, { after: 0, limit: 50 })
    const tracks = data.find((title) => title.id === id)?.producttracks
    expect(tracks?.map(({ published }) => published)).toEqual(['2024-03-16', '2024-03-23'])
    const [after] = await everything()
    expect(after?.['tracks']).toMatchObject([
      { episode: { guid: 'g-1', published: '2024-03-15T18:30:00.000Z' } },
      { episode: { published: '2024-03-22T18:30:00.000Z' } },
    ])
  })

  it('[IM-1] whose cell is empty clears the field, and a text without a language clears no other', async () => {
    await whole()
    const folder = folderOf('empty', { 'titles.csv': 'key,priceUsd,ages,categories,description.mr\nasha,,,,\n' })
    await bring(folder)
    expect((await everything())[0]).toMatchObject({
      title: {
        price_inr: 19_900,
        price_usd: 0,
        ages: null,
        translations: { en: { description: '<p>Long</p>' }, mr: { name: 'आशा' } },
      },
      categories: null,
      tracks: [{}, {}],
    })
  })
})

describe('a dry run', () => {
  async function dry(table: string, ...args: string[]) {
    const lines: string[] = []
    await runImport(
      ['--dry-run', ...args, folderOf('dry', { 'titles.csv': table })],
      async () => ({ context: shop().context, close: async () => undefined }),
      { line: (text) => lines.push(text) },
    )
    return lines
  }

  it('[IM-1] tells of each title what changes and what is lost', async () => {
    const before = await whole()
    const lines = await dry('key,priceInr,ages,name.en,shelves\nasha,249,,Asha again,\nnew,99,,New,\n')
    expect(lines.filter((line) => /^(?:CHANGE|NEW)/.test(line))).toEqual([
      'CHANGE  titles.csv line 2 (asha): name.en Asha → Asha again; priceInr 199 → 249; LOST ages "5-8"; LOST shelves "popular:2"',
      'NEW  titles.csv line 3 (new)',
    ])
    expect(await everything()).toEqual([before])
  })

  it('[IM-1] tells the same to a program', async () => {
    await whole()
    const lines = await dry('key,priceInr\nasha,249\n', '--json')
    expect(lines.map((line) => JSON.parse(line)).find(({ change }) => change)).toEqual({
      change: {
        kind: 'title',
        key: 'asha',
        names: expect.objectContaining({ en: expect.any(String) }),
        file: 'titles.csv',
        line: 2,
        fields: [{ field: 'priceInr', before: '199', after: '249' }],
      },
    })
  })

  it('[IM-6] shows five messages of a kind and counts the others', async () => {
    const rows = Array.from({ length: 1_606 }, (_, index) => `k${index},Title ${index},$59.99`)
    const lines = await dry(`key,name,priceInr\n${rows.join('\n')}\n`)
    expect(lines.filter((line) => line.startsWith('FAULT'))).toHaveLength(5)
    expect(lines.find((line) => line.includes('more like'))).toContain('and 1,601 more')
  })
})

it('[IM-2] refuses a dollar sign in a column of rupees, and no price is wrong', async () => {
  const { faults } = await bring(
    folderOf('signs', {
      'titles.csv':
        'key,name,Price,priceInr\nd,In dollars,$59.99,\nr,In rupees,₹ 199,\nw,Wrong,,$59.99\np,Plain,"1.299,50",\n',
    }),
  )
  expect(faults.filter(({ reason }) => reason !== 'pricedSilent').map(({ line, reason }) => [line, reason])).toEqual([
    [4, 'currency'],
  ])
  expect(
    await shop().db.query(`select key, price_inr, price_usd from products where key = any('{d,r,w,p}') order by key`),
  ).toEqual([
    { key: 'd', price_inr: 0, price_usd: 5_999 },
    { key: 'p', price_inr: 129_950, price_usd: 0 },
    { key: 'r', price_inr: 19_900, price_usd: 0 },
  ])
})
