import { beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { allFeeds } from '../../../src/server/catalog/feeds.ts'
import { categorySliders } from '../../../src/server/catalog/categories.ts'
import { call, idOf, useShop } from '../support/shop.ts'

/** What a publisher took down appears in no list, and only free sound leaves the shop without a sign-in. */
const shop = useShop()
const names = (cards: { name: string }[]) => cards.map(({ name }) => name)
const setStatus = (key: string, status: string) =>
  shop().db.query('update products set status = $2 where key = $1', [key, status])

describe('a title that was taken down', () => {
  beforeAll(async () => void (await setStatus('tukaram', 'unpublished')))

  it('[HM-1] [HM-2] leaves its place on a shelf to the next', async () => {
    const { popular_picks } = await call(shop(), endpoints.indexPopular, { limit: 1 })
    expect(names(popular_picks)).toEqual(['Dnyaneshwari'])
  })

  it('[FA-2] leaves the slider and the page of its category', async () => {
    const [devotional] = await categorySliders(shop().db, 'genre', 10)
    expect(names(devotional?.products ?? [])).toEqual(['Dnyaneshwari'])
  })

  it('[HM-2] takes authors who have no other title from the popular ones, as their pages go', async () => {
    const popular = async () => names((await call(shop(), endpoints.indexPopular, { limit: 10 })).popular_author)
    const director = await idOf(shop(), 'people', 'sant-dnyaneshwar')
    expect(await popular()).toEqual(['पु. ल. देशपांडे', 'Sant Dnyaneshwar'])
    await setStatus('vyakti', 'unpublished')
    expect(await popular()).toEqual(['Sant Dnyaneshwar'])
    await shop().db.query(`update product_people set role = 'director' where person_id = $1`, [director])
    expect(await popular()).toEqual([])
    const { data } = await call(shop(), endpoints.bulkAuthors, { after: 0, limit: 100 })
    expect(data.map(({ id }) => id)).not.toContain(director)
  })
})

describe('the slider of a category', () => {
  it('[KI-1] shows the newest titles first', async () => {
    const [animals] = await categorySliders(shop().db, 'kids', 3)
    expect(names(animals?.products ?? [])).toEqual(['Lion 11', 'Lion 10', 'Lion 9'])
  })
})

describe('the feed of a podcast', () => {
  it('[SD-7] holds free tracks only, and the feed ends when none is free', async () => {
    const podcast = await idOf(shop(), 'products', 'cast')
    const [track] = await shop().db.query<{ audio_id: number }>(
      'select audio_id from tracks where audio_id is not null',
    )
    await shop().db.query(
      `insert into tracks (key, product_id, position, name, translations, seconds, audio_id, is_free)
       values ('cast/1', $1, 0, 'One', '{"en":{"name":"One"}}', 5, $2, true), ('cast/2', $1, 1, 'Two', '{"en":{"name":"Two"}}', 5, $2, false)`,
      [podcast, track?.audio_id],
    )
    await shop().db.query('update products set is_free = false where id = $1', [podcast])
    const episodesOf = async () =>
      (await allFeeds(shop().db)).find(({ product_id }) => product_id === podcast)?.episodes
    expect(await episodesOf()).toHaveLength(1)
    await shop().db.query(`update tracks set is_free = false where key = 'cast/1'`)
    expect(await episodesOf()).toBeUndefined()
  })
})
