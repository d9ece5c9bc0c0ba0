import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { importCatalog, type ImportFault } from '../../../src/server/import/write-catalog.ts'
import { notify } from '../../../src/server/notifications/notifications.ts'
import { openSession } from '../../../src/server/accounts/sessions.ts'
import { collections, source, title, titles } from '../support/fixture.ts'
import { advanceClock, ask, makeListener } from '../support/personas.ts'
import { idOf, useShop } from '../support/shop.ts'

const shop = useShop()
const names = (en: string, mr?: string) => ({ en: { name: en }, ...(mr && { mr: { name: mr } }) })

async function listener(email: string): Promise<{ id: number; token: string }> {
  const id = await makeListener(shop(), email)
  await shop().db.query('update users set created_at = $2 where id = $1', [id, shop().context.now()])
  return { id, token: await openSession(shop().context, id) }
}
async function read(token: string, offset = 0, limit = 10) {
  const { status, body } = await ask(shop(), endpoints.myNotification, { offset, limit }, { token })
  expect(status).toBe(200)
  return body
}
async function bring(more: { titles?: object[]; notifications?: object[] }): Promise<ImportFault[]> {
  const faults: ImportFault[] = []
  const { db, context, folder } = shop()
  const imported = {
    db,
    media: context.media,
    now: context.now,
    report: (fault: ImportFault) => void (fault.isWarning || faults.push(fault)),
  }
  const whole = source(folder)
  await importCatalog(imported, {
    ...whole,
    collections: { ...collections, notifications: more.notifications ?? [] },
    titles: [
      ...titles.filter(({ key }) => !more.titles?.some((row) => 'key' in row && row.key === key)),
      ...(more.titles ?? []),
    ],
  })
  return faults
}
const episode = (key: string, en: string, mr?: string) => ({ key, translations: names(en, mr), seconds: 60 })

describe('announcements', () => {
  it('[PR-4] leaves out the first import', async () => {
    const { token } = await listener('first@x.test')
    expect(await read(token)).toEqual({ status: true, count: 0, total: 0, data: [] })
  })

  it('[PR-4] announces a new title once, in the languages of its pages', async () => {
    const { token } = await listener('new@x.test')
    const fresh = title('fresh', { en: 'Fresh Voices', mr: 'ताजे आवाज' })
    await bring({ titles: [fresh] })
    await bring({ titles: [fresh] })
    const { count, data } = await read(token)
    expect(count).toBe(1)
    expect(data[0]).toMatchObject({
      notification_type: 'product_publish',
      title: 'New: Fresh Voices',
      custom_translation: { mr: { name: 'नवीन: ताजे आवाज' } },
      is_read: false,
      product: [{ id: await idOf(shop(), 'products', 'fresh') }],
      track: [],
    })
    expect(Date.parse(data[0].date_created)).toBe(shop().clock.now.getTime())
  })

  it('[PR-4] announces a new episode of a recurring title by name, but no new track of another title', async () => {
    const { token } = await listener('episode@x.test')
    const cast = titles.find(({ key }) => key === 'cast') ?? {}
    const book = titles.find(({ key }) => key === 'shyamchi-aai') ?? {}
    await bring({
      titles: [
        { ...cast, tracks: [episode('cast/1', 'Rain', 'पाऊस')] },
        { ...book, tracks: [episode('sa/1', 'One')] },
      ],
    })
    const { data } = await read(token)
    expect(
      data.filter(({ notification_type }: { notification_type: string }) => notification_type === 'episode_launch'),
    ).toHaveLength(1)
    expect(data[0]).toMatchObject({
      title: '‘Morning Cast’: a new episode',
      body: '“Rain” is here.',
      product: [{ id: await idOf(shop(), 'products', 'cast') }],
      track: [{ id: await idOf(shop(), 'tracks', 'cast/1') }],
    })
    expect(data[0].custom_translation.mr).toBeUndefined()
  })

  it('[PR-4] announces ten titles at most of a large import', async () => {
    await bring({ titles: Array.from({ length: 30 }, (_, index) => title(`many-${index}`, { en: `Many ${index}` })) })
    const announced = await shop().db.query<{ name: string }>(
      `select p.name from notifications n join products p on p.id = n.product_id where p.key like 'many-%' order by n.id`,
    )
    expect(announced.map(({ name }) => name)).toEqual(Array.from({ length: 10 }, (_, index) => `Many ${index + 20}`))
  })

  it('[OP-1] imports the publisher’s notifications, reports unknown references, and removes those that are no longer listed', async () => {
    const { token } = await listener('told@x.test')
    const message = {
      key: 'diwali',
      kind: 'promotional_notification',
      translations: { en: { name: 'Diwali', description: 'Two <b>weeks</b>.' } },
    }
    const faults = await bring({
      notifications: [
        message,
        { ...message, key: 'lost', product: 'nowhere' },
        { ...message, key: 'listen', kind: 'episode_launch', track: 'dn/2' },
      ],
    })
    expect(faults).toEqual([
      expect.objectContaining({ kind: 'notification', key: 'lost', field: 'product', reason: 'unknown' }),
    ])
    const { data } = await read(token)
    expect(data[0]).toMatchObject({
      product: [{ product_slug: 'dnyaneshwari' }],
      track: [{ key: 'dn/2', title: 'Two' }],
    })
    expect(data[1]).toMatchObject({
      title: 'Diwali',
      body: 'Two weeks.',
      notification_type: 'promotional_notification',
      product: [],
    })
    await bring({ notifications: [] })
    expect((await read(token)).data.map(({ title: name }: { title: string }) => name)).not.toContain('Diwali')
  })
})

describe('reading notifications', () => {
  it('[PR-4] counts the unread notifications, and marks them as read when they are opened', async () => {
    const { id, token } = await listener('reader@x.test')
    const before = (await read(token)).count
    await notify(shop().context, { kind: 'promotional_notification', translations: names('For you'), userId: id })
    expect(await read(token, 0, 1)).toMatchObject({ count: before + 1, data: [{ title: 'For you', is_read: false }] })
    expect((await ask(shop(), endpoints.notificationRead, {}, { token })).body).toEqual({ status: true })
    expect(await read(token, 0, 1)).toMatchObject({ count: 0, total: before + 1, data: [{ is_read: true }] })
    await notify(shop().context, { kind: 'promotional_notification', translations: names('And more'), userId: id })
    expect((await read(token, 0, 2)).data.map(({ is_read }: { is_read: boolean }) => is_read)).toEqual([false, true])
  })

  it('[PR-4] shows a new account what was announced before it, as read', async () => {
    await bring({ notifications: [{ key: 'old', kind: 'promotional_notification', translations: names('Old news') }] })
    advanceClock(shop(), 60)
    const newborn = await listener('newborn@x.test')
    const { count, total, data } = await read(newborn.token, 0, 50)
    expect([count, total > 0]).toEqual([0, true])
    expect(data.find(({ title: name }: { title: string }) => name === 'Old news')).toMatchObject({ is_read: true })
    advanceClock(shop(), 60)
    await bring({
      notifications: [{ key: 'new', kind: 'promotional_notification', translations: names('Fresh news') }],
    })
    expect(await read(newborn.token, 0, 1)).toMatchObject({ count: 1, data: [{ title: 'Fresh news', is_read: false }] })
  })

  it('[PR-4] attack case 67: shows no notification of another listener, and marks only the own ones as read', async () => {
    const [a, b] = [await listener('a@x.test'), await listener('b@x.test')]
    await notify(shop().context, { kind: 'promotional_notification', translations: names('Only for A'), userId: a.id })
    expect(JSON.stringify(await read(b.token, 0, 50))).not.toContain('Only for A')
    await ask(shop(), endpoints.notificationRead, {}, { token: b.token })
    expect((await read(a.token)).data[0]).toMatchObject({ title: 'Only for A', is_read: false })
  })

  it('[PR-4] returns ten per page, and limits the page size', async () => {
    const { id, token } = await listener('pages@x.test')
    for (let index = 0; index < 12; index += 1) {
      await notify(shop().context, {
        kind: 'promotional_notification',
        translations: names(`No. ${index}`),
        userId: id,
      })
    }
    const [first, second] = [await read(token), await read(token, 10)]
    expect(first.data[0].title).toBe('No. 11')
    expect(second.data[1].title).toBe('No. 0')
    expect(first.total).toBe(second.total)
    expect((await read(token, -5, -5)).data).toHaveLength(1)
    expect((await read(token, 0, 100_000)).data.length).toBeLessThanOrEqual(50)
    expect((await ask(shop(), endpoints.myNotification, { offset: '0', limit: 10 }, { token })).status).toBe(400)
  })

  it('[PR-4] shows a new listener the public notifications of the last month only', async () => {
    await shop().db.query(
      `update notifications set created_at = $1::timestamptz - interval '31 days' where user_id is null`,
      [shop().context.now()],
    )
    await shop().db.query(
      `update notifications set created_at = $1::timestamptz - interval '29 days' where id = (select max(id) from notifications where user_id is null)`,
      [shop().context.now()],
    )
    const { token } = await listener('late@x.test')
    expect((await read(token)).total).toBe(1)
  })

  it('[PR-4] shows a notification of a withdrawn title without a link', async () => {
    const { id, token } = await listener('gone@x.test')
    const productId = await idOf(shop(), 'products', 'vyakti')
    await notify(shop().context, { kind: 'product_publish', translations: names('New'), userId: id, productId })
    await shop().db.query(`update products set status = 'unpublished' where id = $1`, [productId])
    expect((await read(token)).data[0]).toMatchObject({ title: 'New', product: [], track: [] })
  })

  it('[PR-4] needs a session', async () => {
    expect((await ask(shop(), endpoints.myNotification, { offset: 0, limit: 10 })).status).toBe(401)
    expect((await ask(shop(), endpoints.notificationRead, {})).status).toBe(401)
  })
})
