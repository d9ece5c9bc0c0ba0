import { expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { importFolder } from '../../../src/server/import/import-source.ts'
import type { CatalogFault } from '../../../src/server/import/source/fault.ts'
import { useSourceFolders } from '../support/source-folders.ts'
import { call, useShop } from '../support/shop.ts'

const shop = useShop('empty')
const { folderOf } = useSourceFolders()

async function bring(files: Record<string, string>) {
  const reported: CatalogFault[] = []
  const result = await importFolder(
    shop().context,
    { path: folderOf(`list-${Math.random()}`, files) },
    { report: (fault) => reported.push(fault), progress: () => undefined },
  )
  return {
    result,
    faults: reported.filter(({ isWarning }) => !isWarning),
    notes: reported.filter((one) => one.isWarning),
  }
}
const titles = () => shop().db.query('select key, name, price_inr from products order by key')
const menuSlugs = async () => (await call(shop(), endpoints.menu, {})).data.map(({ slug }) => slug)

it('[IM-1] a key made of a name has the author, and never overwrites the title of a stranger', async () => {
  await bring({ 'titles.csv': 'name,author,price,priceUsd\nDune,Frank Herbert,199,5\n' })
  await bring({ 'titles.csv': 'key,name,author\nstory,Story,Asha Joshi\n' })
  await bring({
    'titles.csv': 'name,author,price,priceUsd\nDune,Uma Rao,99,2\nStory,Vijay Kale,10,1\nStory,Asha Joshi,20,1\n',
  })
  expect(await titles()).toEqual([
    { key: 'dune-frank-herbert', name: 'Dune', price_inr: 19_900 },
    { key: 'dune-uma-rao', name: 'Dune', price_inr: 9_900 },
    { key: 'story', name: 'Story', price_inr: 2_000 },
    { key: 'story-vijay-kale', name: 'Story', price_inr: 1_000 },
  ])
})

it('[IM-3] a shop without a menu has one of what it has, in both languages', async () => {
  await bring({ 'titles.csv': 'key,name,type\nlions,Lions,kids\n' })
  const { data } = await call(shop(), endpoints.menu, {})
  expect(data.map(({ slug, custom_translation: words }) => [slug, words['en']?.name, words['mr']?.name])).toEqual([
    ['home', 'Home', expect.stringMatching(/\p{Script=Devanagari}/u)],
    ['audiobooks', 'Audiobook', expect.stringMatching(/\p{Script=Devanagari}/u)],
    ['kids', 'Kids', expect.stringMatching(/\p{Script=Devanagari}/u)],
  ])
})

it('[IM-3] a menu item that leads nowhere is a fault, and one from earlier blocks nothing', async () => {
  const { faults } = await bring({ 'menu.csv': 'slug,name\nhome,Home\nnowhere,Nowhere\n' })
  expect(faults.map(({ line, field, reason, given }) => [line, field, reason, given])).toEqual([
    [3, 'slug', 'noPage', 'nowhere'],
  ])
  expect(await menuSlugs()).toEqual(['home'])
  await shop().db.query(`insert into menu_items (slug, translations) values ('old page', '{"en":{"name":"Old"}}')`)
  expect(await menuSlugs()).toEqual(['home'])
})

it('[IM-6] a long review is cut at a word, and loses neither itself nor its title', async () => {
  const body = 'A word after another. '.repeat(200)
  const { faults, notes } = await bring({
    'titles.csv': 'key,name\nlong,Long\n',
    'reviews.csv': `title,name,stars,headline,review\nlong,Asha,5,${'Long heading '.repeat(20)},${body}\n`,
  })
  expect(faults).toEqual([])
  expect(notes.filter(({ reason }) => reason === 'shortened')).toHaveLength(1)
  const [review] = await shop().db.query<{ title: string; body: string }>('select title, body from reviews')
  expect(review?.title).toMatch(/^Long heading .*…$/)
  expect(review?.title.length).toBeLessThanOrEqual(100)
  expect(review?.body.startsWith('A word after another. A word')).toBe(true)
  expect(review?.body.length).toBeGreaterThan(1_900)
})

it('[IM-6] a title in another language shows it by its code, and is not found as an English one', async () => {
  const { faults } = await bring({ 'titles.csv': 'key,name,language\nhindi,Godan,Hindi\ncanada,Anne,en-CA\n' })
  expect(faults).toEqual([])
  expect(
    await shop().db.query(
      `select key, spoken, spoken_tag, genre_keys from products where spoken_tag is not null order by key`,
    ),
  ).toEqual([
    { key: 'canada', spoken: 'en', spoken_tag: 'en-CA', genre_keys: expect.any(Array) },
    { key: 'hindi', spoken: 'en', spoken_tag: 'hi', genre_keys: expect.any(Array) },
  ])
  const { data } = await call(shop(), endpoints.bulkProducts, { after: 0, limit: 100 })
  expect(
    data
      .map(({ spoken_tag: tag }) => tag)
      .filter(Boolean)
      .toSorted(),
  ).toEqual(['en-CA', 'hi'])
})
