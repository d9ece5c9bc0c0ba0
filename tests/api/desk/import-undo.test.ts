import { describe, expect, it } from 'vitest'
import type { ImportReport } from '#contract/desk/catalog/catalog.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import { drawImportedCovers } from '../../../src/server/desk/catalog/imported-covers.ts'
import { coverOf, withDrawnCover } from '../support/drawn-cover.ts'
import { useShop } from '../support/shop.ts'
import { enterDesk, sendAt } from '../support/staff.ts'

const shop = useShop()
type Change = { id: number; action: string; target: string }

async function editor() {
  const { cookie } = await enterDesk(shop(), 'editor')
  const at = (row: Parameters<typeof sendAt>[2], input: Record<string, unknown> = {}) =>
    sendAt(shop(), cookie, row, input)
  const send = async (table: string, text: string, version?: string) =>
    (
      await at(endpoints.deskImport, {
        ...{ table, format: 'csv', content: Buffer.from(text).toString('base64') },
        ...(version !== undefined && { version }),
      })
    ).json<ImportReport>()
  /** Applies a table after its preview; returns the change. */
  const apply = async (table: string, text: string) =>
    (await send(table, text, (await send(table, text)).version)).change
  const exported = async (table: string) => (await at(endpoints.deskExport, { table })).json<{ text: string }>().text
  const undo = async (id: number | null) => (await at(endpoints.deskUndo, { id })).statusCode
  const changes = async () => (await at(endpoints.deskChanges)).json<{ changes: Change[] }>().changes
  return { at, send, apply, exported, undo, changes }
}

/** What each table adds or changes. */
const TABLES = {
  titles: 'key,priceInr\ntukaram,123.50\nchhava,77\n',
  people: 'key,name.en\nnew-author,New Author\n',
  categories: 'key,kind,position,name.en\nnew-genre,genre,9,New genre\n',
  synonyms: 'key,words\nnew-words,saga|tale\n',
  texts: 'key,name.en,description.en\nnew-text,New text,Words\n',
}

describe('an imported table', () => {
  it.each(Object.entries(TABLES))('[DK-11] [DK-12] of %s is taken back as a whole', async (table, text) => {
    const { apply, exported, undo, changes } = await editor()
    const before = await exported(table)
    const change = await apply(table, text)
    expect(change).toEqual(expect.any(Number))
    expect(await exported(table)).not.toBe(before)
    expect((await changes())[0]).toMatchObject({ id: change, action: 'import table', target: table })
    expect(await undo(change)).toBe(200)
    expect(await exported(table)).toBe(before)
    expect(await undo(change)).toBe(409)
  })

  it('[DK-11] [DK-12] that was taken back and comes again says that its titles are in the trash', async () => {
    const { apply, send, undo } = await editor()
    const table = 'name,authors,priceInr,spoken\nThe Ferry,Kamala Iyer,99,en\n'
    expect(await undo(await apply('titles', table))).toBe(200)
    const { changed, faults } = await send('titles', table)
    expect(changed).toBe(0)
    expect(faults).toEqual(
      expect.arrayContaining([expect.objectContaining({ line: 2, reason: 'inTrash', given: 'The Ferry' })]),
    )
    // A title that is not in the trash is not said to be.
    const { faults: others } = await send('titles', 'key,priceInr\ntukaram,90\n')
    expect(others.filter(({ reason }) => reason === 'inTrash')).toEqual([])
  })

  it('[DK-11] [DK-12] of titles gets covers, which do not stand in the way of taking it back', async () => {
    const { apply, undo } = await editor()
    const { db, context } = shop()
    const change = await apply('titles', 'key,name,authors,priceInr,spoken\nthe-weir,The Weir,Kamala Iyer,99,en\n')
    // Another one without a cover came by the command, which decides for itself.
    await db.query(`update products set cover_id = null where key = 'dnyaneshwari'`)
    expect(await coverOf(shop(), 'the-weir')).toBeNull()
    const drawn = await Promise.all([drawImportedCovers(context), drawImportedCovers(context)])
    expect(Math.max(...drawn)).toBe(1)
    expect(await coverOf(shop(), 'the-weir')).toMatch(/^covers\/drawn/)
    expect(await coverOf(shop(), 'dnyaneshwari')).toBeNull()
    expect(await drawImportedCovers(context)).toBe(0)
    expect(await undo(change)).toBe(200)
  })

  it.each([
    ['titles', 'key,priceInr\nvyakti,311\n'],
    ['tracks', 'title,key,name\nvyakti,vyakti-more,One more\n'],
    ['reviews', 'title,key,name,score,body\nvyakti,of-table,Asha,5,Good\n'],
  ])('[DK-11] of %s leaves the covers that the shop drew', async (table, text) => {
    const { apply, send } = await editor()
    const drawn = await withDrawnCover(shop(), 'vyakti')
    expect(drawn).toMatch(/^covers\/drawn/)
    expect((await send(table, text)).changes.map(({ key }) => key)).toEqual(['vyakti'])
    await apply(table, text)
    expect(await coverOf(shop(), 'vyakti')).toBe(drawn)
  })

  it('[DK-11] of tracks gets a cover drawn anew when its author has another name by now', async () => {
    const { apply } = await editor()
    const { db, context } = shop()
    const drawn = await withDrawnCover(shop(), 'vyakti')
    await db.query(
      `update people set translations = '{"en": {"name": "Renamed"}, "mr": {"name": "नवे नाव"}}' where id in (
         select l.person_id from product_people l join products p on p.id = l.product_id where p.key = 'vyakti' and l.role = 'author')`,
    )
    await apply('tracks', 'title,key,name\nvyakti,vyakti-last,The last\n')
    await drawImportedCovers(context)
    const again = await coverOf(shop(), 'vyakti')
    expect(again).toMatch(/^covers\/drawn/)
    expect(again).not.toBe(drawn)
  })

  it('[DK-11] of reviews leaves a cover to titles whose author has another name by now, and the next table draws it anew', async () => {
    const { apply } = await editor()
    const keys = ['vyakti', 'tukaram']
    const { db, context } = shop()
    const drawn = [await withDrawnCover(shop(), 'vyakti'), await withDrawnCover(shop(), 'tukaram')]
    await db.query(
      `update people set translations = '{"en": {"name": "Of today"}, "mr": {"name": "आजचे नाव"}}' where id in (
         select l.person_id from product_people l join products p on p.id = l.product_id where p.key = any($1) and l.role = 'author')`,
      [keys],
    )
    await apply(
      'reviews',
      `title,key,name,score,body\n${keys.map((key) => `${key},later-${key},Asha,5,Good\n`).join('')}`,
    )
    const covers = () => Promise.all(keys.map((key) => coverOf(shop(), key)))
    expect(await covers()).toEqual(drawn)
    await apply('titles', `key,priceInr\n${keys.map((key) => `${key},313\n`).join('')}`)
    expect(await covers()).toEqual(drawn)
    await drawImportedCovers(context)
    for (const [at, cover] of (await covers()).entries()) {
      expect(cover).toMatch(/^covers\/drawn/)
      expect(cover).not.toBe(drawn[at])
    }
    // What shows what is so is not drawn again.
    expect(await drawImportedCovers(context)).toBe(0)
  })

  it('[DK-12] is not taken back over what somebody changed since', async () => {
    const { apply, exported, undo } = await editor()
    const first = await apply('titles', 'key,priceInr\ntukaram,201\n')
    await apply('titles', 'key,priceInr\ntukaram,202\n')
    expect(await undo(first)).toBe(409)
    expect(await exported('titles')).toContain('202')
  })

  it('[DK-11] of coupons is not remembered: it is money', async () => {
    const { apply, changes } = await editor()
    const count = (await changes()).length
    expect(await apply('coupons', 'code,percent\nTABLE10,10\n')).toBeNull()
    expect(await changes()).toHaveLength(count)
  })
})

describe('a person or category that was added while a title was edited', () => {
  it.each(['people', 'categories'] as const)('[DK-12] goes again from %s, unless something names it', async (of) => {
    const { at, undo, changes } = await editor()
    const add = async (en: string) =>
      (await at(endpoints.deskAddChoice, { of, kind: 'genre', en })).json<{ choice: { key: string } }>().choice.key
    const isThere = async (key: string) =>
      (await shop().db.query(`select 1 from ${of} where key = $1`, [key])).length === 1
    const added = await add('Added by mistake')
    const [change] = await changes()
    expect(change?.action).toBe(of === 'people' ? 'add person' : 'add category')
    expect([await undo(change?.id ?? 0), await isThere(added)]).toEqual([200, false])
    const named = await add('Named by a title')
    const [later] = await changes()
    await shop().db.query(
      of === 'people'
        ? `insert into product_people (product_id, person_id, role, position)
            select p.id, x.id, 'author', 9 from products p, people x where p.key = 'tukaram' and x.key = $1`
        : `insert into product_categories (product_id, category_id, position) select p.id, x.id, 9 from products p, categories x where p.key = 'tukaram' and x.key = $1`,
      [named],
    )
    expect([await undo(later?.id ?? 0), await isThere(named)]).toEqual([409, true])
  })
})
