import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { SHOP_LISTS } from '#contract/desk/shop/shop-lists.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import { call, idOf, useShop } from '../support/shop.ts'
import { enterDesk, sendAt } from '../support/staff.ts'

const shop = useShop()
type Row = Record<string, unknown>
type List = { version: string; rows: Row[]; pictures: Record<string, string> }

async function editor() {
  const { cookie } = await enterDesk(shop(), 'editor')
  const read = async (list: string) => (await sendAt(shop(), cookie, endpoints.deskShopList, { list })).json<List>()
  const save = (list: string, version: string, rows: Row[]) =>
    sendAt(shop(), cookie, endpoints.deskShopListSave, { list, version, rows })
  return { cookie, read, save }
}

const words = (name: string, description?: string) => ({ name, ...(description && { description }) })

describe('a list of the shop', () => {
  it.each(SHOP_LISTS)('[DK-11] %s is saved as it was read without a change', async (list) => {
    const { read, save } = await editor()
    const before = await read(list)
    const revision = await shop().db.query('select revision from catalog_version')
    const answer = await save(list, before.version, before.rows)
    expect(answer.json<List>()).toMatchObject({ version: before.version, rows: before.rows })
    expect(await shop().db.query('select revision from catalog_version')).toEqual(revision)
  })

  it('[DK-11] puts the menu into another order, adds an entry and removes one', async () => {
    const { read, save } = await editor()
    const { version, rows } = await read('menu')
    const added = { slug: 'faq', translations: { en: words('Questions'), mr: words('प्रश्न') } }
    const wanted = [added, ...rows.slice(1).toReversed()]
    expect((await save('menu', version, wanted)).statusCode).toBe(200)
    const shown = await call(shop(), endpoints.menu, {})
    expect(JSON.stringify(shown)).toContain('प्रश्न')
    expect((await read('menu')).rows.map(({ slug }) => slug)).toEqual(wanted.map(({ slug }) => slug))
    const [line] = await shop().db.query<{ who: string; details: object }>(
      `select who, details from operator_actions where target = 'list menu' order by id desc limit 1`,
    )
    expect(line).toMatchObject({
      who: expect.stringContaining('editor'),
      details: { added: ['faq'], removed: [rows[0]?.['slug']] },
    })
  })

  it('[DK-12] is not overwritten by somebody who has not seen the last change', async () => {
    const [one, other] = [await editor(), await editor()]
    const [mine, theirs] = [await one.read('texts'), await other.read('texts')]
    const text = (key: string) => ({ key, translations: { en: words('Note', '<p>Note</p>') } })
    expect((await one.save('texts', mine.version, [...mine.rows, text('note-of-one')])).statusCode).toBe(200)
    const late = await other.save('texts', theirs.version, [...theirs.rows, text('note-of-other')])
    expect([late.statusCode, late.json<{ fault: string }>().fault]).toEqual([409, 'changedMeanwhile'])
    const keys = (await other.read('texts')).rows.map(({ key }) => key)
    expect(keys).toContain('note-of-one')
    expect(keys).not.toContain('note-of-other')
  })

  it('[DK-11] shows news under its day in India, whether a moment or a day came in, and refuses what is neither', async () => {
    const { read, save } = await editor()
    const { version, rows } = await read('news')
    const dated = (created: string, index: number) => ({ ...rows[0], key: `dated-${index}`, created })
    const moments = ['2026-11-28T18:29:00Z', '2026-11-28T18:31:00Z', '2026-11-28', '2026-11-28T22:00:00']
    const saved = (await save('news', version, [...rows, ...moments.map(dated)])).json<List>()
    const days = moments.map((_, index) => saved.rows.find(({ key }) => key === `dated-${index}`)?.['created'])
    expect(days).toEqual(['2026-11-28', '2026-11-29', '2026-11-28', '2026-11-28'])
    const answer = await save('news', saved.version, [dated('', 0)])
    expect([answer.statusCode, answer.json().fields]).toEqual([400, { 'rows.0.created': 'date' }])
    await save('news', saved.version, rows)
  })

  it('[DK-11] saves nothing when a row is refused, and names its field', async () => {
    const { read, save } = await editor()
    const { version, rows } = await read('menu')
    const answer = await save('menu', version, [...rows, { slug: 'nowhere', translations: { en: words('Nowhere') } }])
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { fault: 'badInput', fields: { [`rows.${rows.length}.slug`]: 'noPage' } },
    ])
    expect((await read('menu')).version).toBe(version)
  })

  it('[DK-11] cleans what an editor writes, and reads no file of the server', async () => {
    const { read, save } = await editor()
    const { version, rows } = await read('faq')
    const answer = '<p>Yes<script>alert(1)</script> <a href="javascript:x">here</a></p>'
    const topic = {
      key: 'new-topic',
      title: { en: words('New') },
      queries: [{ que: { en: words('Is it safe?') }, ans: { en: words('Yes', answer) } }],
    }
    expect((await save('faq', version, [...rows, topic])).statusCode).toBe(200)
    const stored = JSON.stringify((await read('faq')).rows)
    expect(stored).toContain('Is it safe?')
    expect(stored).not.toMatch(/<script|javascript:/)
    const news = await read('news')
    for (const image of ['../../../../etc/hostname', '/etc/hostname', 'media/covers/none'])
      expect(
        (
          await save('news', news.version, [
            { key: 'x', kind: 'media', translations: { en: words('X') }, created: '2026-01-01', image },
          ])
        ).statusCode,
      ).toBe(400)
  })

  it('[DK-11] takes a new picture for a banner', async () => {
    const { cookie, read, save } = await editor()
    const png = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#7f3f5f' } })
      .png()
      .toBuffer()
    const sent = await sendAt(shop(), cookie, endpoints.deskShopPicture, {
      kind: 'banners',
      content: png.toString('base64'),
    })
    const { path, address } = sent.json<{ path: string; address: string }>()
    expect((await shop().app.inject({ url: address })).statusCode).toBe(200)
    const { version, rows } = await read('banners')
    const banner = {
      key: 'new',
      place: 'home',
      image: path,
      href: '/faq/',
      translations: { en: words('New'), mr: words('नवे') },
    }
    expect((await save('banners', version, [...rows, banner])).json<List>().pictures[path]).toBe(address)
    expect(JSON.stringify(await call(shop(), endpoints.banners, {}))).toContain('/faq/')
    const text = await sendAt(shop(), cookie, endpoints.deskShopPicture, {
      kind: 'news',
      content: Buffer.from('<html>').toString('base64'),
    })
    expect(text.json()).toMatchObject({ fault: 'notPicture' })
  })

  it('[DK-11] refuses support and accounts', async () => {
    for (const role of ['support', 'accounts'] as const) {
      const { cookie } = await enterDesk(shop(), role)
      const answer = await sendAt(shop(), cookie, endpoints.deskShopListSave, { list: 'menu', version: 'x', rows: [] })
      expect(answer.statusCode).toBe(403)
    }
  })
})

describe('a shelf', () => {
  it('[DK-11] gets titles in an order, once, and refuses an old version', async () => {
    const { cookie } = await editor()
    const send = (version: string, ids: number[]) =>
      sendAt(shop(), cookie, endpoints.deskShelfSave, { shelf: 'featured', version, ids })
    const read = async () =>
      (await sendAt(shop(), cookie, endpoints.deskShelf, { shelf: 'featured' })).json<{
        version: string
        titles: { id: number }[]
      }>()
    const before = await read()
    const choices = (await sendAt(shop(), cookie, endpoints.deskTitleChoices, { q: '' })).json<{
      titles: { id: number }[]
    }>()
    const ids = choices.titles
      .slice(0, 3)
      .map(({ id }) => id)
      .toReversed()
    expect((await send(before.version, [...ids, ids[0] ?? 0])).statusCode).toBe(200)
    expect((await read()).titles.map(({ id }) => id)).toEqual(ids)
    expect((await send(before.version, [])).json()).toMatchObject({ fault: 'changedMeanwhile' })
    expect((await send((await read()).version, [999_999_999])).json()).toMatchObject({ fault: 'notFound' })
  })

  it('[DK-11] finds titles by Marathi letters too', async () => {
    const { cookie } = await editor()
    const [{ name }] = (await shop().db.query<{ name: string }>(
      `select translations->'mr'->>'name' as name from products where status = 'published' and translations ? 'mr' limit 1`,
    )) as [{ name: string }]
    const found = (await sendAt(shop(), cookie, endpoints.deskTitleChoices, { q: name.slice(0, 4) })).json<{
      titles: object[]
    }>()
    expect(found.titles.length).toBeGreaterThan(0)
  })
})

describe('a plan', () => {
  it('[DK-11] changes its price and coverage for new subscriptions only', async () => {
    const { read, save } = await editor()
    const { version, rows } = await read('plans')
    const [plan] = rows
    const planId = await idOf(shop(), 'plans', String(plan?.['key']))
    const [user] = await shop().db.query<{ id: number }>(
      `insert into users (email) values ('runs@x.test') returning id`,
    )
    await shop().db.query(
      `insert into subscriptions (user_id, plan_id, starts_at, ends_at) values ($1, $2, '2026-11-01', '2027-11-01')`,
      [user?.id, planId],
    )
    const before = await shop().db.query(
      'select plan_id, starts_at, ends_at, status from subscriptions where user_id = $1',
      [user?.id],
    )
    const changed = rows.map((row) =>
      row === plan ? { ...row, priceInr: 77_700, audioTypes: ['podcast'], duration: 5 } : row,
    )
    expect((await save('plans', version, changed)).statusCode).toBe(200)
    const { coveredTypes } = await import('../../../src/server/plans/subscriptions.ts')
    const covered = await coveredTypes(shop().context, user?.id ?? 0)
    expect(covered).toHaveLength(Object(plan)['audioTypes'].length)
    expect(
      await shop().db.query('select plan_id, starts_at, ends_at, status from subscriptions where user_id = $1', [
        user?.id,
      ]),
    ).toEqual(before)
    const [stored] = await shop().db.query<{ price_inr: number }>('select price_inr from plans where id = $1', [planId])
    expect(stored?.price_inr).toBe(77_700)
  })
})
