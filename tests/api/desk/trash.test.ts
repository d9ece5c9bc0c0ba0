import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TitleEdit } from '#contract/desk/titles/title-edit.ts'
import { titleUrl } from '#contract/listening/listening.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { emptyTrash } from '../../../src/server/desk/history/empty-trash.ts'
import { signTrack } from '../../../src/server/listening/track-address.ts'
import { applyRetention } from '../../../src/server/privacy/retention.ts'
import { storeSound } from '../support/stored-sound.ts'
import { makeListener } from '../support/personas.ts'
import { idOf, useShop } from '../support/shop.ts'
import { enterDesk, sendAt } from '../support/staff.ts'

const shop = useShop()
const DAY = 86_400_000
const START = new Date('2026-11-21T06:00:00Z')
let cookie = ''
const rethrow = (error: unknown): never => {
  throw error
}
const at = (row: Parameters<typeof sendAt>[2], input: Record<string, unknown> = {}) =>
  sendAt(shop(), cookie, row, input)
const read = async (id: number) => (await at(endpoints.deskTitle, { id })).json<ReplyOf<typeof endpoints.deskTitle>>()
const change = async (id: number, to: string) =>
  (await at(endpoints.deskChangeState, { id, version: (await read(id)).version, change: to })).json()
const save = async (id: number, edit: Partial<TitleEdit>) => {
  const { version, title } = await read(id)
  return at(endpoints.deskSaveTitle, { id, version, title: { ...title, ...edit } })
}
/** Some days later, for somebody who has just signed in. */
async function wait(days: number): Promise<void> {
  shop().clock.now = new Date(START.getTime() + days * DAY)
  cookie = (await enterDesk(shop(), 'editor')).cookie
}
const inTrash = async () =>
  (await at(endpoints.deskTitles, { state: 'trash' })).json<ReplyOf<typeof endpoints.deskTitles>>().titles
const rowsOf = async (table: string, id: number) =>
  (await shop().db.query(`select 1 from ${table} where product_id = $1`, [id])).length
const objects = () => readdirSync(join(shop().media, 'audio'))

beforeAll(async () => void (cookie = (await enterDesk(shop(), 'editor')).cookie))
beforeEach(() => wait(0))

describe('the trash of the desk', () => {
  it('[DK-5] deletes a title for good after 30 days, with the media that nothing else uses', async () => {
    const id = await idOf(shop(), 'products', 'marathi-katha')
    const own = await storeSound(shop(), 'only here')
    const { tracks } = (await read(id)).title
    const shared = tracks[0]?.audio ?? ''
    await save(id, { tracks: [...tracks, { translations: { en: { name: 'Own' } }, audio: own, isFree: false }] })
    const { cover } = await read(id)
    const coverFile = join(shop().media, `${cover}.webp`)
    await change(id, 'trash')
    expect(
      (await inTrash()).map(({ id: one, trash }) => [one, trash?.stays, trash && Date.parse(trash.until)]),
    ).toEqual([[id, false, START.getTime() + 30 * DAY]])
    expect([existsSync(coverFile), objects().includes(own.slice('media/audio/'.length))]).toEqual([true, true])
    await wait(29.99)
    expect(await emptyTrash(shop().context)).toBe(0)
    expect((await read(id)).state).toBe('trash')
    await wait(30)
    // Two workers at once: one of them finds it.
    const [one, other] = await Promise.all([emptyTrash(shop().context), emptyTrash(shop().context)])
    expect(one + other).toBe(1)
    await wait(30.01)
    await Promise.all([applyRetention(shop().context, rethrow), applyRetention(shop().context, rethrow)])
    expect((await at(endpoints.deskTitle, { id })).statusCode).toBe(404)
    expect([await rowsOf('tracks', id), await rowsOf('placements', id)]).toEqual([0, 0])
    expect([existsSync(coverFile), objects().includes(own.slice('media/audio/'.length))]).toEqual([false, false])
    expect(objects()).toContain(shared.slice('media/audio/'.length))
    const actions = await shop().db.query(
      `select who, action from operator_actions where target = 'marathi-katha' and who = 'the shop'`,
    )
    expect(actions).toEqual([{ who: 'the shop', action: 'delete title' }])
  })

  it('[DK-5] keeps a title that a listener owns: taken down, and it plays for them', async () => {
    const id = await idOf(shop(), 'products', 'vyakti')
    const userId = await makeListener(shop(), 'keeps@x.test')
    await shop().db.query(
      `insert into library_entries (user_id, product_id, how, added_at) values ($1, $2, 'purchase', now())`,
      [userId, id],
    )
    await change(id, 'trash')
    expect((await inTrash()).find((title) => title.id === id)?.trash?.stays).toBe(true)
    await wait(31)
    expect(await emptyTrash(shop().context)).toBe(1)
    await applyRetention(shop().context, rethrow)
    expect((await read(id)).state).toBe('hidden')
    expect(await inTrash()).toEqual([])
    const url = titleUrl(id)
    expect(await signTrack(shop().context, userId, { url, key: 'vyakti/whole' })).toBeDefined()
  })

  it('[DK-5] keeps a title that an order names, and one whose royalties are counted', async () => {
    const [ordered, heard] = [await idOf(shop(), 'products', 'shriman-yogi'), await idOf(shop(), 'products', 'serial')]
    const userId = await makeListener(shop(), 'refunded@x.test')
    await shop().db.query(
      `with o as (insert into orders (token, user_id, fingerprint, status, is_gift, locale, email, first_name, last_name, mobile, country, state,
         seller_state, currency, subtotal, discount, cgst, sgst, igst, total, created_at, expires_at)
         values ('t', $1, '\\x00', 'refunded', false, 'en', 'a@x.test', 'A', 'B', '1', 'IN', 'MH', 'MH', 'INR', 100, 0, 9, 9, 0, 118, now(), now()) returning id)
       insert into order_lines (order_id, position, variant, product_id, translations, sac, price, discount, cgst, sgst, igst)
         select o.id, 0, p.variant, p.id, p.translations, '9', 100, 0, 9, 9, 0 from o, products p where p.id = $2`,
      [userId, ordered],
    )
    await shop().db.query(
      `insert into listening_days (day, product_id, access, part, seconds) values ('2026-11-01', $1, 'plan', 0, 60)`,
      [heard],
    )
    await change(ordered, 'trash')
    await change(heard, 'trash')
    await wait(31)
    expect(await emptyTrash(shop().context)).toBe(2)
    expect([(await read(ordered)).state, (await read(heard)).state]).toEqual(['hidden', 'hidden'])
    expect(await rowsOf('order_lines', ordered)).toBe(1)
  })

  it('[DK-5] lets go of a title that is taken out on the last day, and begins anew when it is deleted again', async () => {
    const id = await idOf(shop(), 'products', 'shyamchi-aai')
    await change(id, 'trash')
    await wait(29.9)
    expect((await change(id, 'restore')).state).toBe('draft')
    await wait(31)
    expect(await emptyTrash(shop().context)).toBe(0)
    await change(id, 'trash')
    await wait(60)
    expect(await emptyTrash(shop().context)).toBe(0)
    await wait(61)
    expect(await emptyTrash(shop().context)).toBe(1)
    expect((await at(endpoints.deskTitle, { id })).statusCode).toBe(404)
  })

  it('[DK-4] an undo and the end of the trash at one moment leave the title whole or gone, never half', async () => {
    const id = await idOf(shop(), 'products', 'kid-3')
    const { change: number } = await change(id, 'trash')
    await shop().db.query(`update desk_changes set changed_at = $2 where id = $1`, [number, START])
    await shop().db.query(`update products set trashed_at = $2 where id = $1`, [id, new Date(START.getTime() - DAY)])
    await wait(29.5)
    const [undone, taken] = await Promise.all([at(endpoints.deskUndo, { id: number }), emptyTrash(shop().context)])
    const after = await at(endpoints.deskTitle, { id })
    expect([
      [200, 0, 200, 'shown'],
      [409, 1, 404, undefined],
    ]).toContainEqual([undone.statusCode, taken, after.statusCode, after.json().state])
    expect(await shop().db.query(`select id from products where key = 'kid-3'`)).toEqual(taken ? [] : [{ id }])
  })
})

describe('media that nothing refers to', () => {
  it('[DK-5] stay while an undo of 30 days may need them, and go after it', async () => {
    const id = await idOf(shop(), 'products', 'chhava')
    const [first, second] = [await storeSound(shop(), 'first'), await storeSound(shop(), 'second')]
    const track = { translations: { en: { name: 'A' } }, isFree: false }
    await save(id, { tracks: [{ ...track, audio: first }] })
    const [saved] = (await read(id)).title.tracks
    await wait(1)
    await save(id, { tracks: [{ ...track, key: saved?.key, audio: second }] })
    const has = (path: string) => objects().includes(path.slice('media/audio/'.length))
    for (const [days, isThere] of [
      [2, true],
      [30.9, true],
      [33, false],
    ] as const) {
      await wait(days)
      await applyRetention(shop().context, rethrow)
      expect([days, has(first), has(second)]).toEqual([days, isThere, true])
    }
  })

  it('[DK-4] of a deleted title stay while the undo of another title may need them', async () => {
    const [gone, other] = [await idOf(shop(), 'products', 'kid-6'), await idOf(shop(), 'products', 'kid-7')]
    const [shared, second] = [await storeSound(shop(), 'shared'), await storeSound(shop(), 'other')]
    const track = { translations: { en: { name: 'A' } }, isFree: false }
    for (const id of [gone, other]) await save(id, { tracks: [{ ...track, audio: shared }] })
    await change(gone, 'trash')
    await wait(20)
    const [saved] = (await read(other)).title.tracks
    const { change: number } = (await save(other, { tracks: [{ ...track, key: saved?.key, audio: second }] })).json<{
      change: number
    }>()
    await wait(31)
    await emptyTrash(shop().context)
    await applyRetention(shop().context, rethrow)
    expect((await at(endpoints.deskTitle, { id: gone })).statusCode).toBe(404)
    expect((await at(endpoints.deskUndo, { id: number })).statusCode).toBe(200)
    expect((await read(other)).title.tracks[0]?.audio).toBe(shared)
    expect(objects()).toContain(shared.slice('media/audio/'.length))
  })

  it('[DK-3] stay when the same file is sent again on the day on which they would go', async () => {
    const path = await storeSound(shop(), 'again')
    const stored = async () =>
      (
        await shop().db.query<{ unused: boolean }>(
          'select unused_since is not null as unused from media_files where path = $1',
          [path.slice('media/'.length)],
        )
      )[0]
    await wait(1)
    await applyRetention(shop().context, rethrow)
    expect(await stored()).toEqual({ unused: true })
    await wait(32)
    expect(await storeSound(shop(), 'again')).toBe(path)
    await applyRetention(shop().context, rethrow)
    expect(objects()).toContain(path.slice('media/audio/'.length))
  })
})
