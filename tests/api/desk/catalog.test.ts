import { describe, expect, it } from 'vitest'
import { TABLES, type DoctorReport, type Finding, type ImportReport } from '#contract/desk/catalog/catalog.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import { idOf, useShop } from '../support/shop.ts'
import { enterDesk, sendAt } from '../support/staff.ts'

const shop = useShop()

async function editor() {
  const { cookie } = await enterDesk(shop(), 'editor')
  const send = (table: string, text: string | Buffer, version?: string, format = 'csv') =>
    sendAt(shop(), cookie, endpoints.deskImport, {
      table,
      format,
      content: Buffer.from(text).toString('base64'),
      ...(version && { version }),
    })
  const exported = async (table: string) =>
    (await sendAt(shop(), cookie, endpoints.deskExport, { table })).json<{ text: string }>().text
  const doctor = async () => (await sendAt(shop(), cookie, endpoints.deskDoctor)).json<DoctorReport>()
  return { cookie, send, exported, doctor }
}

const NOTHING = { changed: 0, change_count: 0, faults: [] as { is_left_out: boolean }[] }

describe('a table', () => {
  it('[DK-11] shows what it would change, and changes it only then', async () => {
    const { send } = await editor()
    const key = (await shop().db.query<{ key: string }>(`select key from products where price_inr > 0 limit 1`))[0]?.key
    const table = `key,priceInr\n${key},123.50\nno-such,oops\n`
    const preview = (await send('titles', table)).json<ImportReport>()
    expect(preview).toMatchObject({ is_applied: false, rows: 2, change_count: 1 })
    expect(preview.changes[0]?.fields).toMatchObject([{ field: 'priceInr', after: '123.5' }])
    expect(preview.faults.some(({ line, reason }) => line === 3 && reason !== '')).toBe(true)
    const price = async () =>
      (await shop().db.query<{ p: number }>('select price_inr as p from products where key = $1', [key]))[0]?.p
    expect(await price()).not.toBe(12_350)
    const applied = (await send('titles', table, preview.version)).json<ImportReport>()
    expect([applied.is_applied, await price()]).toEqual([true, 12_350])
    expect((await send('titles', table, preview.version)).json()).toMatchObject({ fault: 'changedMeanwhile' })
  })

  it.each(TABLES)('[DK-11] of %s imports again as it was exported, without a change', async (table) => {
    const { send, exported } = await editor()
    const text = await exported(table)
    // A list of which the shop has nothing has no file either.
    const again = text === '' ? NOTHING : (await send(table, text)).json<ImportReport>()
    expect(again).toMatchObject({ changed: 0, change_count: 0 })
    expect(again.faults.filter((fault) => fault.is_left_out)).toEqual([])
  })

  it('[DK-11] that is none is refused with the reason', async () => {
    const { send } = await editor()
    const sheet = (await send('titles', Buffer.from('PK\u0003\u0004 a spreadsheet'))).json<ImportReport>()
    expect(sheet.faults[0]).toMatchObject({ reason: 'spreadsheet' })
    expect((await send('titles', '')).statusCode).toBe(400)
    expect((await send('titles', '../../etc/passwd,x\n1,2\n')).statusCode).toBe(200)
  })
})

describe('the catalog doctor', () => {
  const found = async (finding: Finding) => {
    const { doctor } = await editor()
    return (await doctor()).findings.find((row) => row.finding === finding)
  }

  it('[DK-13] names each title that lacks something, with its id', async () => {
    const id = (
      await shop().db.query<{ id: number }>(`select id from products where status = 'published' order by id limit 1`)
    )[0]?.id
    await shop().db.query(`update products set translations = translations - 'mr', cover_id = null where id = $1`, [id])
    await shop().db.query('delete from product_people where product_id = $1', [id])
    for (const finding of ['marathi', 'cover', 'author'] as const)
      expect(
        (await found(finding))?.items.map((item) => item.id),
        finding,
      ).toContain(id)
  })

  it('[DK-13] finds doubles, equal sound, tracks without length and dead links', async () => {
    const [one, other] = await shop().db.query<{ id: number }>(
      `select p.id from products p where p.status = 'published' and exists (select 1 from tracks t where t.product_id = p.id and t.audio_id is not null) order by id limit 2`,
    )
    await shop().db.query(
      `update products p set translations = o.translations from products o where o.id = $1 and p.id = $2`,
      [one?.id, other?.id],
    )
    await shop().db.query(`delete from product_people where product_id = any($1) and role = 'author'`, [
      [one?.id, other?.id],
    ])
    await shop().db.query(
      `update tracks set audio_id = (select audio_id from tracks where product_id = $1 and audio_id is not null limit 1), seconds = 0 where product_id = $2`,
      [one?.id, other?.id],
    )
    await shop().db.query(
      `insert into site_texts (key, translations, digest) values ('broken', '{"en":{"name":"Broken","description":"<a href=\\"/title/gone\\">x</a>"}}', '')`,
    )
    for (const finding of ['double', 'sameSound', 'seconds'] as const)
      expect(
        (await found(finding))?.items.map((item) => item.id),
        finding,
      ).toContain(other?.id)
    const links = [
      '/family-category-details/editors_pick',
      '/family-category-details/latest_launch/',
      '/about-us',
      '/gone',
      '/title/100%-marathi/',
    ]
    for (const [at, href] of links.entries())
      await shop().db.query(
        `insert into site_texts (key, translations, digest) values ('link ' || $1, jsonb_build_object('en', jsonb_build_object('name', 'x', 'description', '<a href="' || $2 || '">x</a>')), '')`,
        [String(at), href],
      )
    expect((await found('deadLink'))?.items).toMatchObject([
      { kind: 'text', key: 'texts/broken', detail: '/title/gone' },
      { kind: 'text', key: 'texts/link 3', detail: '/gone' },
      { kind: 'text', key: 'texts/link 4', detail: '/title/100%-marathi/' },
    ])
  })

  it('[DK-13] names banners that lead nowhere, and those that do in one language', async () => {
    const { db } = shop()
    const [person] = await db.query<{ id: number }>(
      `update people set translations = '{"en":{"name":"Writer"}}' where id = (select person_id from product_people l
         join products p on p.id = l.product_id where p.status = 'published' and l.role = 'author' limit 1) returning id`,
    )
    const [title] = await db.query<{ id: number; slug: string }>(
      `select id, slug from products where status = 'published' and audio_type <> 'languagelab' order by id limit 1`,
    )
    const [shelf] = await db.query<{ id: number }>(`select id from categories where kind = 'kids' order by id limit 1`)
    const alive = [
      '/mr/kids/',
      '/leaflets/listeners-en.pdf',
      `/product-details/${title?.id}/${title?.slug}`,
      `/product-details/${title?.id}/old-name/`,
      `/category-details/${shelf?.id}/x/`,
      '/family-category-details/evergreen',
      '/search/moon/',
    ]
    const dead = [
      '/leaflets/gone.pdf',
      `/author/${person?.id}/x/`,
      '/author/999999/gone/',
      '/family-category-details/gone/',
      `/category-details/999999/x/`,
      '/mr/gone/',
    ]
    for (const [at, href] of [...alive, ...dead].entries())
      await db.query(
        `insert into banners (key, place, translations, href, position, digest)
         values ('leads ' || lpad($1, 2, '0'), 'home', '{"en":{"name":"x"},"mr":{"name":"x"}}', $2, 0, '')`,
        [String(at), href],
      )
    await db.query(
      `insert into banners (key, place, translations, href, position, digest) values ('only english', 'home', '{"en":{"name":"x"}}', $1, 0, '')`,
      [`/author/${person?.id}/x/`],
    )
    const items = (await found('deadLink'))?.items.filter(({ key }) => /leads|only/.test(key))
    expect(items?.map(({ detail }) => detail).toSorted()).toEqual(
      dead.map((href) => (href.endsWith(`/${person?.id}/x/`) ? `/mr${href}` : href)).toSorted(),
    )
  })

  it('[DK-13] mends the numbers of tracks and removes a category without titles', async () => {
    const { cookie } = await editor()
    const fix = (finding: string, id: number) => sendAt(shop(), cookie, endpoints.deskDoctorFix, { finding, id })
    const [title] = await shop().db.query<{ id: number }>(
      `select product_id as id from tracks t join products p on p.id = t.product_id where p.status = 'published' group by 1 having count(*) > 1 limit 1`,
    )
    const order = () =>
      shop().db.query<{ id: number }>('select id from tracks where product_id = $1 order by position', [title?.id])
    const before = await order()
    await shop().db.query('update tracks set position = position * 7 + 3 where product_id = $1', [title?.id])
    expect((await found('trackOrder'))?.items.map(({ id }) => id)).toEqual([title?.id])
    expect((await fix('trackOrder', title?.id ?? 0)).statusCode).toBe(200)
    expect([await found('trackOrder'), await order()]).toEqual([undefined, before])
    await shop().db.query(
      `insert into categories (key, kind, name, translations, digest) values ('empty', 'genre', 'Empty', '{"en":{"name":"Empty"}}', '')`,
    )
    const id = await idOf(shop(), 'categories', 'empty')
    expect((await found('emptyCategory'))?.items.map((item) => item.id)).toContain(id)
    expect((await fix('emptyCategory', id)).statusCode).toBe(200)
    expect((await fix('emptyCategory', id)).statusCode).toBe(404)
    const [used] = await shop().db.query<{ id: number }>('select category_id as id from product_categories limit 1')
    expect((await fix('emptyCategory', used?.id ?? 0)).statusCode).toBe(404)
  })
})

describe('a notification', () => {
  const FORM = {
    title_en: 'Monsoon sale',
    title_mr: 'पावसाळी सवलत',
    body_en: 'From <b>today</b>',
    body_mr: '',
    product_id: null,
    send_at: '',
  }

  it('[DK-11] goes to everybody at once, or at its time, and is taken back before it', async () => {
    const { cookie } = await editor()
    const { sendPlanned } = await import('../../../src/server/notifications/planned.ts')
    const send = (changes: object) => sendAt(shop(), cookie, endpoints.deskNotificationSend, { ...FORM, ...changes })
    type Lists = { sent: { title_en: string; body_en: string }[]; planned: { id: number; title_en: string }[] }
    expect((await send({})).json<Lists>()).toMatchObject({ sent: [{ title_en: 'Monsoon sale' }], planned: [] })
    const at = new Date(shop().clock.now.getTime() + 3_600_000).toISOString()
    const planned = (await send({ title_en: 'Later', send_at: at })).json<Lists>().planned
    await send({ title_en: 'Never', send_at: at })
    const never = (await sendAt(shop(), cookie, endpoints.deskNotifications))
      .json<Lists>()
      .planned.find((row) => row.title_en === 'Never')
    expect((await sendAt(shop(), cookie, endpoints.deskNotificationCancel, { id: never?.id })).statusCode).toBe(200)
    expect((await sendAt(shop(), cookie, endpoints.deskNotificationCancel, { id: never?.id })).statusCode).toBe(404)
    expect([planned.length, await sendPlanned(shop().context)]).toEqual([1, 0])
    const later = { ...shop().context, now: () => new Date(shop().clock.now.getTime() + 3_700_000) }
    expect([await sendPlanned(later), await sendPlanned(later)]).toEqual([1, 0])
    const { sent } = (await sendAt(shop(), cookie, endpoints.deskNotifications)).json<Lists>()
    expect(sent.map((row) => row.title_en).slice(0, 2)).toEqual(['Later', 'Monsoon sale'])
  })

  it('[DK-11] needs a title, and no time of the past', async () => {
    const { cookie } = await editor()
    const send = (changes: object) => sendAt(shop(), cookie, endpoints.deskNotificationSend, { ...FORM, ...changes })
    expect((await send({ title_en: '', title_mr: '', body_en: '' })).statusCode).toBe(400)
    expect((await send({ title_mr: '', body_mr: 'मजकूर' })).statusCode).toBe(400)
    expect((await send({ send_at: '2020-01-01T00:00:00Z' })).json()).toMatchObject({ fault: 'past' })
    expect((await send({ product_id: 999_999 })).json()).toMatchObject({ fault: 'notFound' })
  })
})
