import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { openSession } from '../../../src/server/accounts/sessions.ts'
import { importCatalog } from '../../../src/server/import/write-catalog.ts'
import { sendWeeklyNews } from '../../../src/server/notifications/weekly-news.ts'
import { collections, source, title, titles } from '../support/fixture.ts'
import { advanceClock, ask, makeListener, PASSWORD, sentTo } from '../support/personas.ts'
import { idOf, useShop } from '../support/shop.ts'

const shop = useShop()
const WEEK = 7 * 86_400
const SERIES = { key: 'tales', translations: { en: { name: 'Tales' }, mr: { name: 'कथामाला' } } }
const AUTHOR = { key: 'teller', translations: { en: { name: 'The Teller' }, mr: { name: 'कथाकार' } } }

async function listener(email: string) {
  const id = await makeListener(shop(), email)
  await shop().db.query('update users set created_at = $2 where id = $1', [id, shop().context.now()])
  return { id, email, token: await openSession(shop().context, id) }
}
/** Published titles of the series, all in one import. Each import takes back what the one before brought. */
async function bring(...keys: string[]): Promise<void> {
  const { db, context, folder } = shop()
  const faults: unknown[] = []
  const of = { series: 'tales', authors: ['teller'] }
  await importCatalog(
    { db, media: context.media, now: context.now, report: (fault) => void (fault.isWarning || faults.push(fault)) },
    {
      ...source(folder),
      collections: { ...collections, people: [...(collections.people ?? []), AUTHOR], series: [SERIES] },
      titles: [
        ...titles,
        ...keys.map((key, at) => title(key, { en: `Tale ${key}`, mr: `कथा ${key}` }, { ...of, seriesNumber: at + 1 })),
      ],
    },
  )
  expect(faults).toEqual([])
}
const seriesId = () => idOf(shop(), 'series', 'tales')
const follow = (token: string, id: number, kind: 'series' | 'person' = 'series', is_followed = true) =>
  ask(shop(), endpoints.setFollow, { kind, id, is_followed }, { token })
const notes = async (token: string): Promise<{ title: string; body: string; custom_translation: object }[]> =>
  (await ask(shop(), endpoints.myNotification, { offset: 0, limit: 50 }, { token })).body.data
const followsOf = async (token: string) => (await ask(shop(), endpoints.myFollows, {}, { token })).body.follows

describe('following a series', () => {
  it('[RM-5] stands in the list, once, and ends; one without a published title is not followed', async () => {
    const { token } = await listener('list@x.test')
    await bring('a')
    const id = await seriesId()
    for (const _ of [1, 2]) expect((await follow(token, id)).status).toBe(200)
    expect(await followsOf(token)).toMatchObject([
      { kind: 'series', id, custom_translation: { mr: { name: 'कथामाला' } } },
    ])
    await follow(token, id, 'series', false)
    expect(await followsOf(token)).toEqual([])
    await bring()
    expect((await follow(token, id)).status).toBe(404)
    expect((await follow(token, 999_999)).status).toBe(404)
  })

  it('[RM-5] tells each new title once, of two that come at once, and also who follows its author too', async () => {
    const [fan, other] = [await listener('fan@x.test'), await listener('other@x.test')]
    await bring('b')
    await follow(fan.token, await seriesId())
    await follow(fan.token, await idOf(shop(), 'people', 'teller'), 'person')
    await bring('c', 'd')
    const mine = (await notes(fan.token)).filter(({ title: text }) => /Tale [cd]/.test(text))
    expect(mine.map(({ title: text }) => text).toSorted()).toEqual([
      'New, and you follow Tales: Tale c',
      'New, and you follow Tales: Tale d',
    ])
    expect(mine[0]?.body).toContain('a series that you follow')
    expect(JSON.stringify(mine[0]?.custom_translation)).toContain('कथामाला – नवीन: कथा')
    const theirs = (await notes(other.token)).filter(({ title: text }) => /Tale [cd]/.test(text))
    expect(theirs.map(({ title: text }) => text).toSorted()).toEqual(['New: Tale c', 'New: Tale d'])
  })

  it('[RM-5] brings the weekly mail, in the language of who wants it', async () => {
    const fan = await listener('weekly@x.test')
    await bring('e')
    await follow(fan.token, await seriesId())
    const wanted = { token: fan.token, headers: { 'accept-language': 'mr' } }
    expect((await ask(shop(), endpoints.setWeeklyNews, { is_wanted: true }, wanted)).status).toBe(200)
    await bring('f', 'g')
    advanceClock(shop(), WEEK)
    await Promise.all([1, 2].map(() => sendWeeklyNews(shop().context)))
    const [mail, ...others] = await sentTo(shop(), fan.email)
    expect(others).toEqual([])
    expect(mail?.body.match(/कथामाला – नवीन: कथा [fg]/g)).toHaveLength(2)
  })

  it('[RM-5] is in the export of all data, and goes with the account', async () => {
    const fan = await listener('leaves@x.test')
    await bring('h')
    await follow(fan.token, await seriesId())
    const { body } = await ask(shop(), endpoints.myData, {}, { token: fan.token })
    expect(JSON.stringify(body)).toContain('"series_key":"tales"')
    const gone = { password: PASSWORD, confirmed: true as const }
    expect((await ask(shop(), endpoints.deleteAccount, gone, { token: fan.token })).status).toBe(200)
    expect(await shop().db.query('select 1 from follows where user_id = $1', [fan.id])).toEqual([])
  })
})
