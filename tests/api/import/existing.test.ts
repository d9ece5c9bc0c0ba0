import { expect, it } from 'vitest'
import { importCatalog } from '../../../src/server/import/write-catalog.ts'
import type { CatalogFault } from '../../../src/server/import/source/fault.ts'
import { importFolder, type FolderImportOptions } from '../../../src/server/import/import-source.ts'
import { title } from '../support/fixture.ts'
import { makeListener } from '../support/personas.ts'
import { bareSpeech, picture, SPEECH, tag, textFrame } from '../support/mp3s.ts'
import { useSourceFolders } from '../support/source-folders.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop('empty')
const { base, folderOf } = useSourceFolders()
const TABLE = 'key,name,price,priceUsd\nsold,A title,99,2\n'
const speech = (part: number) => Buffer.concat([tag([textFrame('TIT2', `Part ${part}`)]), bareSpeech()])

async function bring(path: string, order: Partial<FolderImportOptions> = {}) {
  const reported: CatalogFault[] = []
  const result = await importFolder(
    shop().context,
    { path, ...order },
    { report: (fault) => reported.push(fault), progress: () => undefined },
  )
  return {
    result,
    reported: reported.flatMap(({ field, reason, given: value }) => (field === 'tracks' ? [[reason, value]] : [])),
  }
}

async function existingTitle(key = 'sold') {
  const [row] = await shop().db.query(
    `select p.name, p.cover_id, p.track_count, (select count(*) from samples where product_id = p.id) as samples,
       (select array_agg(t.key order by t.position) from current_tracks t where t.product_id = p.id and t.audio_id is not null and t.seconds > 1) as tracks,
       (select array_agg(t.id order by t.id) from current_tracks t where t.product_id = p.id) as ids,
       (select count(*) from listening_positions l join current_tracks t on t.id = l.track_id where l.product_id = p.id) as places
     from products p where p.key = $1`,
    [key],
  )
  return row
}

const FILES = {
  'sold/01.mp3': speech(1),
  'sold/02.mp3': speech(2),
  'sold/03.mp3': speech(3),
  'sold/sample.mp3': SPEECH,
}
const THREE = ['sold/01', 'sold/02', 'sold/03']

async function sell() {
  await shop().db.query(`delete from products`)
  await bring(folderOf('whole', { 'titles.csv': TABLE, 'sold/cover.jpg': await picture(700), ...FILES }))
  const user = await makeListener(shop(), `${Math.random()}@x.test`)
  await shop().db.query(
    `insert into listening_positions (user_id, track_id, product_id, opened_at, seconds) select $1, id, product_id, now(), 5 from tracks where key like 'sold/%'`,
    [user],
  )
  const before = await existingTitle()
  expect(before).toMatchObject({ track_count: 3, samples: 1, tracks: THREE, places: 3, cover_id: expect.any(Number) })
  return before
}

it('[OP-1] keeps tracks, sample, cover and positions of a title without its folder, and reports it in a dry run too', async () => {
  const before = await sell()
  const bare = folderOf('bare', { 'titles.csv': TABLE.replace('A title', 'Mended') })
  expect((await bring(bare, { isDryRun: true })).reported).toEqual([['soundKept', '3']])
  expect((await bring(bare, { replaceFiles: true })).reported).toEqual([['soundKept', '3']])
  expect(await existingTitle()).toEqual({ ...before, name: 'Mended' })
  expect((await bring(bare)).result).toMatchObject({ changed: 0 })
})

it('[OP-1] keeps and counts the other tracks for a folder with fewer files', async () => {
  const before = await sell()
  const part = folderOf('part', { 'titles.csv': TABLE, 'sold/02.mp3': speech(2), 'sold/02b.mp3': speech(9) })
  expect((await bring(part, { isDryRun: true })).reported).toEqual([['tracksKept', '2']])
  expect((await bring(part)).reported).toEqual([['tracksKept', '2']])
  expect(await existingTitle()).toMatchObject({
    cover_id: before?.['cover_id'],
    samples: 1,
    tracks: ['sold/01', 'sold/02', 'sold/02b', 'sold/03'],
    places: 3,
  })
  expect((await bring(part)).result).toMatchObject({ changed: 0 })
  expect((await bring(part, { replaceFiles: true })).reported).toEqual([['tracksGone', '2']])
  expect(await existingTitle()).toMatchObject({
    cover_id: null,
    samples: 0,
    tracks: ['sold/02', 'sold/02b'],
    places: 1,
  })
})

it('[OP-1] recognises tracks of renamed files', async () => {
  const before = await sell()
  const files = { 'sold/1 - One.mp3': speech(1), 'sold/2 - Two.mp3': speech(2), 'sold/3 - Three.mp3': speech(3) }
  expect((await bring(folderOf('renamed', { 'titles.csv': TABLE, ...files }))).reported).toEqual([])
  expect(await existingTitle()).toEqual(before)
})

it('[OP-1] keeps the audio of listed tracks without files', async () => {
  await sell()
  const tracks = 'title,key,position,name\nsold,01,1,One\nsold,02,2,Two\nsold,03,3,Three\n'
  expect((await bring(folderOf('listed', { 'titles.csv': TABLE, 'tracks.csv': tracks }))).reported).toEqual([
    ['soundKept', '3'],
  ])
  expect(await existingTitle()).toMatchObject({ track_count: 3, tracks: THREE, places: 3 })
})

it('[OP-1] keeps the existing file for a missing or broken one', async () => {
  const before = await sell()
  const broken = { 'sold/02.mp3': 'broken off', 'sold/sample.mp3': '', 'sold/cover.jpg': 'no picture' }
  await bring(folderOf('broken', { 'titles.csv': TABLE, ...FILES, ...broken }))
  expect(await existingTitle()).toEqual(before)
})

it('[OP-1] removes tracks by complete rows, and loses no audio by a missing file', async () => {
  await sell()
  const named = (key: string) => ({ key, translations: { en: { name: key } }, audio: 'none.mp3' })
  const row = title(
    'sold',
    { en: 'A title' },
    { tracks: ['sold/01', 'sold/02'].map(named), cover: 'none.jpg', samples: ['none.mp3'] },
  )
  await importCatalog(shop().context, { collections: {}, titles: [row], folder: base })
  expect(await existingTitle()).toMatchObject({
    track_count: 2,
    samples: 1,
    tracks: ['sold/01', 'sold/02'],
    cover_id: expect.any(Number),
  })
})

it('[OP-1] keeps pictures of people, banners and news when a new one is unusable', async () => {
  const tables = {
    'titles.csv': TABLE,
    'people.csv': 'key,name,photo\nasha,Asha,new.jpg\n',
    'news.csv': 'key,name,kind,created,image\nn,News,media,1/1/2026,new.jpg\n',
    'banners.csv': 'key,name,place,image,href\nb,Banner,home,new.jpg,/\n',
  }
  const pictures = () =>
    shop().db.query(
      'select (select photo_id from people), (select picture_id from news) as news, (select picture_id from banners) as banner',
    )
  await bring(folderOf('pictures', { ...tables, 'new.jpg': await picture(700) }))
  const before = await pictures()
  expect(before).toEqual([{ photo_id: expect.any(Number), news: expect.any(Number), banner: expect.any(Number) }])
  await bring(folderOf('pictureless', tables))
  expect(await pictures()).toEqual(before)
})
