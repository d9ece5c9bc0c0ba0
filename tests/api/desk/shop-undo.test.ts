import { brand, applySettings } from '#brand/brand.ts'
import { applyColours, colours } from '#brand/colours.ts'
import { afterAll, describe, expect, it } from 'vitest'
import type { Role } from '#contract/desk/staff/roles.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { FIRM } from '../support/firm.ts'
import { advanceClock } from '../support/personas.ts'
import { idOf, useShop } from '../support/shop.ts'
import { enterDesk, sendAt } from '../support/staff.ts'

const shop = useShop()
type List = { version: string; rows: Record<string, unknown>[] }
type Changes = ReplyOf<typeof endpoints.deskChanges>['changes']
afterAll(() => {
  applySettings({})
  applyColours(undefined)
})

async function atDesk(role: Role = 'editor') {
  const { cookie } = await enterDesk(shop(), role)
  const at = (row: Parameters<typeof sendAt>[2], input: Record<string, unknown> = {}) =>
    sendAt(shop(), cookie, row, input)
  const changes = async () => (await at(endpoints.deskChanges)).json<{ changes: Changes }>().changes
  const undo = async () => (await at(endpoints.deskUndo, { id: (await changes())[0]?.id })).statusCode
  const list = async (name: string) => (await at(endpoints.deskShopList, { list: name })).json<List>()
  const saveList = async (name: string, edit: (rows: List['rows']) => List['rows']) => {
    const { version, rows } = await list(name)
    return (await at(endpoints.deskShopListSave, { list: name, version, rows: edit(rows) })).statusCode
  }
  return { at, changes, undo, list, saveList }
}

describe('an undo for the lists of the shop', () => {
  it('[DK-11] brings back what was removed, changed or moved in menu, questions and texts', async () => {
    const { saveList, list, undo, changes } = await atDesk()
    const edits: [string, (rows: List['rows']) => List['rows']][] = [
      ['menu', (rows) => rows.toReversed()],
      ['faq', () => []],
      ['texts', (rows) => rows.map((row) => ({ ...row, translations: { en: { name: 'Other', description: 'x' } } }))],
      ['testimonials', (rows) => [...rows, { key: 'new', translations: { en: { name: 'A', description: 'b' } } }]],
      ['news', () => []],
    ]
    for (const [name, edit] of edits) {
      const before = await list(name)
      expect([name, await saveList(name, edit)]).toEqual([name, 200])
      expect((await changes())[0]).toMatchObject({ area: 'lists', action: 'save list', target: name, can_undo: true })
      expect((await list(name)).rows).not.toEqual(before.rows)
      expect([name, await undo()]).toEqual([name, 200])
      expect([name, (await list(name)).rows]).toEqual([name, before.rows])
    }
  })

  it('[DK-11] of a plan gives it its price again; a new plan stays for its orders and is no longer sold', async () => {
    const { saveList, list, undo } = await atDesk()
    const before = await list('plans')
    await saveList('plans', ([first, ...rest]) => [{ ...first, priceInr: 12_300 }, ...rest])
    expect(await undo()).toBe(200)
    expect((await list('plans')).rows).toEqual(before.rows)
    await saveList('plans', (rows) => [...rows, { ...rows[1], key: 'plan-7', duration: 7, canPurchase: true }])
    expect(await undo()).toBe(200)
    expect((await list('plans')).rows.find(({ key }) => key === 'plan-7')).toMatchObject({ canPurchase: false })
  })

  it('[DK-12] is refused when somebody saved the list since, and when it was undone before', async () => {
    const { saveList, undo, at, changes } = await atDesk()
    await saveList('menu', (rows) => rows.toReversed())
    const [first] = await changes()
    await saveList('menu', (rows) => rows.slice(1))
    expect((await at(endpoints.deskUndo, { id: first?.id })).json().fault).toBe('changedMeanwhile')
    expect(await undo()).toBe(200)
    const both = await Promise.all([
      at(endpoints.deskUndo, { id: first?.id }),
      at(endpoints.deskUndo, { id: first?.id }),
    ])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  })

  it('[DK-11] brings back the order of a shelf', async () => {
    const { at, undo, changes } = await atDesk()
    const read = async () =>
      (await at(endpoints.deskShelf, { shelf: 'trending' })).json<ReplyOf<typeof endpoints.deskShelf>>()
    const idsOf = async () => (await read()).titles.map(({ id }) => id)
    const [before, more] = [await idsOf(), await idOf(shop(), 'products', 'chhava')]
    await at(endpoints.deskShelfSave, {
      shelf: 'trending',
      version: (await read()).version,
      ids: [more, ...before.toReversed()],
    })
    expect(await idsOf()).toEqual([more, ...before.toReversed()])
    expect((await changes())[0]).toMatchObject({ area: 'shelves', target: 'trending' })
    expect(await undo()).toBe(200)
    expect(await idsOf()).toEqual(before)
  })

  it('[DK-2] is offered to those who may change the list', async () => {
    const editor = await atDesk()
    await editor.saveList('menu', (rows) => rows.toReversed())
    const [change] = await editor.changes()
    const support = await atDesk('support')
    expect(await support.changes()).toEqual([])
    expect((await support.at(endpoints.deskUndo, { id: change?.id })).statusCode).toBe(404)
    const owner = await atDesk('owner')
    expect((await owner.at(endpoints.deskUndo, { id: change?.id })).statusCode).toBe(200)
  })
})

describe('an undo for coupons', () => {
  const FORM = { percent: 20, uses_left: 100, per_buyer: 1, applies_to: ['kids'], starts: '', ends: '2026-12-31' }
  /** Saves a coupon as it is now with changes. */
  const saverOf =
    ({ at }: Awaited<ReturnType<typeof atDesk>>, code: string) =>
    async (change: object) => {
      const { coupons } = (await at(endpoints.deskCoupons)).json<ReplyOf<typeof endpoints.deskCoupons>>()
      const version = coupons.find((one) => one.code === code)?.version ?? ''
      return (await at(endpoints.deskCouponSave, { ...FORM, code, ...change, version })).statusCode
    }

  it('[DK-11] gives a coupon its terms again, less what orders used since', async () => {
    const desk = await atDesk()
    const { undo } = desk
    const save = saverOf(desk, 'DIWALI')
    const stored = async () =>
      (
        await shop().db.query(
          `select percent, uses_left, per_buyer, applies_to, expires from coupons where code = 'DIWALI'`,
        )
      )[0]
    expect(await save({})).toBe(200)
    const before = await stored()
    expect(await save({ percent: 90, uses_left: 500, per_buyer: null, applies_to: null, ends: '' })).toBe(200)
    await shop().db.query(`update coupons set uses_left = uses_left - 3 where code = 'DIWALI'`)
    expect(await undo()).toBe(200)
    expect(await stored()).toEqual({ ...before, uses_left: 97 })
  })

  it('[DK-11] keeps a limit that somebody else gave since, until that change is undone', async () => {
    const desk = await atDesk()
    const save = saverOf(desk, 'OFFER')
    await save({ uses_left: null })
    expect(await save({ uses_left: null, percent: 30 })).toBe(200)
    const [raised] = await desk.changes()
    expect(await save({ uses_left: 100, uses_shown: null, percent: 30 })).toBe(200)
    const undo = () => desk.at(endpoints.deskUndo, { id: raised?.id })
    expect((await undo()).json()).toMatchObject({ fault: 'changedMeanwhile' })
    expect(await desk.undo()).toBe(200)
    expect((await undo()).statusCode).toBe(200)
    expect(await shop().db.query(`select percent, uses_left from coupons where code = 'OFFER'`)).toEqual([
      { percent: 20, uses_left: null },
    ])
  })

  it('[DK-1] [DK-11] needs the second factor again, as a save of a coupon does', async () => {
    const desk = await atDesk()
    const save = saverOf(desk, 'FACTOR')
    await save({})
    await save({ percent: 10 })
    advanceClock(shop(), 11 * 60)
    const [change] = await desk.changes()
    const refused = await desk.at(endpoints.deskUndo, { id: change?.id })
    expect([refused.statusCode, refused.json<{ fault: string }>().fault]).toEqual([403, 'stepUp'])
    expect(await shop().db.query(`select percent from coupons where code = 'FACTOR'`)).toEqual([{ percent: 10 }])
    // Another person, who has just given it.
    expect(await (await atDesk()).undo()).toBe(200)
  })

  it('[DK-11] ends a coupon that was added: orders may name it', async () => {
    const { at, undo } = await atDesk()
    await at(endpoints.deskCouponSave, { ...FORM, code: 'WRONG', version: '' })
    expect(await undo()).toBe(200)
    const { coupons } = (await at(endpoints.deskCoupons)).json<ReplyOf<typeof endpoints.deskCoupons>>()
    expect(coupons.find(({ code }) => code === 'WRONG')?.is_ended).toBe(true)
  })
})

describe('an undo for settings', () => {
  it('[DK-11] brings back name and colours in this process too; no editor takes back the name', async () => {
    const owner = await atDesk('owner')
    const read = async () => (await owner.at(endpoints.deskSettings)).json<ReplyOf<typeof endpoints.deskSettings>>()
    const { values, versions } = await read()
    const before = { name: { ...brand.name }, kumkum: colours.kumkum }
    await owner.at(endpoints.deskNameSave, {
      ...{ ...values.name, name: { en: 'Godavari', mr: 'गोदावरी' } },
      version: String(versions['name']),
    })
    const [named] = await owner.changes()
    await owner.at(endpoints.deskLookSave, {
      ...{ colours: { light: { kumkum: '#8f1f2f' }, dark: {} }, headings: 'mukta' },
      version: String(versions['look']),
    })
    expect([brand.name.en, colours.kumkum]).toEqual(['Godavari', '#8f1f2f'])
    const editor = await atDesk()
    expect((await editor.changes()).map(({ target }) => target)).not.toContain('name')
    expect((await editor.at(endpoints.deskUndo, { id: named?.id })).statusCode).toBe(404)
    expect(await editor.undo()).toBe(200)
    expect((await owner.at(endpoints.deskUndo, { id: named?.id })).statusCode).toBe(200)
    expect({ name: { ...brand.name }, kumkum: colours.kumkum }).toEqual(before)
    // Whoever read the settings before the change may not save over it.
    expect((await read()).versions).toMatchObject({ name: 2, look: 2 })
  })

  it('[DK-11] is not there for the firm: documents name it', async () => {
    const { at, changes } = await atDesk('owner')
    const { versions } = (await at(endpoints.deskSettings)).json<ReplyOf<typeof endpoints.deskSettings>>()
    expect((await at(endpoints.deskFirmSave, { firm: FIRM, version: String(versions['firm']) })).statusCode).toBe(200)
    expect((await changes()).filter(({ target }) => target === 'firm')).toEqual([])
  })
})
