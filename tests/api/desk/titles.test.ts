import { assert } from 'superstruct'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TitleEdit } from '#contract/desk/titles/title-edit.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { manage } from '../../../scripts/manage/run.ts'
import { makeListener } from '../support/personas.ts'
import { idOf, send, useShop } from '../support/shop.ts'
import { enterDesk, sendAt } from '../support/staff.ts'

const shop = useShop()
type Editing = ReplyOf<typeof endpoints.deskTitle>
let cookie = ''
beforeAll(async () => void ({ cookie } = await enterDesk(shop(), 'editor')))

const at = (row: Parameters<typeof sendAt>[2], input: Record<string, unknown> = {}) =>
  sendAt(shop(), cookie, row, input)
const read = async (id: number) => (await at(endpoints.deskTitle, { id })).json<Editing>()
const save = async (id: number, change: Partial<TitleEdit>, version?: string) => {
  const editing = await read(id)
  const title = { ...editing.title, ...change }
  return at(endpoints.deskSaveTitle, { id, version: version ?? editing.version, title })
}
const change = async (id: number, to: string, more = {}) =>
  at(endpoints.deskChangeState, { id, version: (await read(id)).version, change: to, ...more })
const create = async (name: string) =>
  (await at(endpoints.deskCreateTitle, { type: 'audiobook', spoken: 'mr', name })).json<{ id: number; key: string }>()
const isPublic = async (id: number) =>
  (await send(shop().app, endpoints.bulkProducts, { after: 0, limit: 500 }))
    .json<{ data: { id: number }[] }>()
    .data.some((title) => title.id === id)
const list = async (input: object) =>
  (await at(endpoints.deskTitles, { ...input })).json<ReplyOf<typeof endpoints.deskTitles>>()
/** The sound of a title of the fixture. */
const sound = async () => (await read(await idOf(shop(), 'products', 'tukaram'))).title.tracks[0]?.audio ?? ''

describe('the titles of the desk', () => {
  it('[DK-3] are found by a name in either script, by author, key, state, type and what they lack', async () => {
    const keys = async (input: object) => (await list(input)).titles.map(({ key }) => key)
    expect(await keys({ q: 'ज्ञानेश्वरी' })).toContain('dnyaneshwari')
    expect(await keys({ q: 'dnyaneshwari' })).toContain('dnyaneshwari')
    expect(await keys({ q: 'shyamchi aai' })).toEqual(['shyamchi-aai'])
    expect(await keys({ q: 'Deshpande' })).toContain('vyakti')
    expect(await keys({ type: 'podcast' })).toEqual(['cast'])
    expect(await keys({ gap: 'english', type: 'audiobook' })).toContain('chhava')
    expect(await keys({ gap: 'english' })).not.toContain('tukaram')
    expect(await keys({ state: 'trash' })).toEqual([])
    expect(await keys({ q: "%' or 1=1 --" })).toEqual([])
  })

  it('[DK-3] start as a draft that no page shows, and are published with one call', async () => {
    const { id, key } = await create('गोष्ट <3 & मी')
    expect(await isPublic(id)).toBe(false)
    const { title, gaps, state } = await read(id)
    expect([state, title.translations, title.cover]).toEqual(['draft', { mr: { name: 'गोष्ट <3 & मी' } }, null])
    expect(gaps).toContain('tracks')
    const tracks = [{ translations: { mr: { name: 'एक' } }, audio: await sound(), isFree: false }]
    const saved = await save(id, {
      tracks,
      priceInr: 19_900,
      priceUsd: 300,
      translations: { ...title.translations, en: { name: 'A tale' } },
    })
    expect([saved.statusCode, await isPublic(id)]).toEqual([200, false])
    expect((await change(id, 'publish')).json()).toMatchObject({ state: 'shown', owners: 0 })
    expect(await isPublic(id)).toBe(true)
    expect((await read(id)).title).toMatchObject({ priceInr: 19_900, translations: { en: { name: 'A tale' } } })
    const [notification] = await shop().db.query(`select 1 from notifications where product_id = $1`, [id])
    expect(notification).toBeDefined()
    const actions = await shop().db.query<{ action: string; who: string; details: object }>(
      'select action, who, details from operator_actions where target = $1 order by id',
      [key],
    )
    expect(actions.map(({ action }) => action)).toEqual(['create title', 'save title', 'publish title'])
    // Who changed a price is found with both prices.
    const prices = { priceInr: { from: 0, to: 19_900 }, priceUsd: { from: 0, to: 300 } }
    expect(actions.map(({ details }) => details)).toEqual([{}, prices, {}])
    expect(new Set(actions.map(({ who }) => who)).size).toBe(1)
  })

  it('[DK-3] come under the day of their publication in India, however long ago they were begun', async () => {
    const start = shop().clock.now
    const tracks = [{ translations: { mr: { name: 'एक' } }, audio: await sound(), isFree: false }]
    const begin = async (name: string, more: Partial<TitleEdit> = {}) => {
      const title = await create(name)
      await save(title.id, { tracks, ...more })
      return title
    }
    const [waits, chosen, ended, shown] = [
      await begin('Begun early'),
      await begin('Of a chosen day', { published: '2026-11-02' }),
      await begin('Published at once'),
      await begin('Shown by an operator'),
    ]
    const day = async ({ id }: { id: number }) => (await read(id)).title.published
    await change(ended.id, 'publish')
    // Half past midnight of 6 January in India.
    shop().clock.now = new Date('2027-01-05T19:00:00Z')
    ;({ cookie } = await enterDesk(shop(), 'editor'))
    const { change: first } = (await change(waits.id, 'publish')).json<{ change: number }>()
    await change(chosen.id, 'publish')
    for (const to of ['trash', 'restore', 'publish']) await change(ended.id, to)
    await manage(['titles', 'show', shown.key], async () => ({
      context: shop().context,
      close: async () => undefined,
    }))
    expect([await day(waits), await day(chosen), await day(ended), await day(shown)]).toEqual([
      '2027-01-06',
      '2026-11-02',
      '2026-11-21',
      '2027-01-06',
    ])
    expect((await at(endpoints.deskUndo, { id: first })).statusCode).toBe(200)
    expect([(await read(waits.id)).state, await day(waits)]).toEqual(['draft', '2026-11-21'])
    shop().clock.now = new Date('2027-01-06T19:00:00Z')
    ;({ cookie } = await enterDesk(shop(), 'editor'))
    for (const to of ['publish', 'hide', 'publish']) await change(waits.id, to)
    expect([await day(waits), await isPublic(waits.id)]).toEqual(['2027-01-07', true])
    shop().clock.now = start
    ;({ cookie } = await enterDesk(shop(), 'editor'))
  })

  it('[DK-3] wait for their day', async () => {
    const { id } = await create('Later')
    const tracks = [{ translations: { mr: { name: 'एक' } }, audio: await sound(), isFree: false }]
    await save(id, { tracks })
    expect((await change(id, 'schedule', { published: '2026-11-21' })).json()).toMatchObject({ fault: 'notFuture' })
    expect((await change(id, 'schedule', { published: '2026-12-25' })).json()).toMatchObject({ state: 'scheduled' })
    expect(await isPublic(id)).toBe(false)
  })

  it('[DK-3] are not published or scheduled without a recording, and a published one may lose its last', async () => {
    const { id } = await create('Nothing to hear')
    const silent = { translations: { mr: { name: 'एक' } }, audio: null, isFree: false }
    for (const tracks of [[], [silent]]) {
      await save(id, { tracks })
      expect((await change(id, 'publish')).json()).toMatchObject({ fault: 'noRecording' })
      expect((await change(id, 'schedule', { published: '2026-12-25' })).json()).toMatchObject({ fault: 'noRecording' })
    }
    expect([(await read(id)).state, await isPublic(id)]).toEqual(['draft', false])
    const tracks = [{ ...silent, audio: await sound() }]
    await save(id, { tracks })
    expect((await change(id, 'schedule', { published: '2026-12-25' })).json()).toMatchObject({ state: 'scheduled' })
    expect((await save(id, { tracks: [] })).json()).toMatchObject({ fields: { tracks: 'noRecording' } })
    expect((await change(id, 'publish')).json()).toMatchObject({ state: 'shown' })
    expect((await save(id, { tracks: [] })).statusCode).toBe(200)
    expect((await change(id, 'publish')).json()).toMatchObject({ state: 'shown' })
  })

  it('[DK-12] refuse the second of two editors, who overwrites nothing', async () => {
    const id = await idOf(shop(), 'products', 'chhava')
    const { version } = await read(id)
    expect((await save(id, { priceInr: 10_000 }, version)).statusCode).toBe(200)
    const second = await save(id, { priceInr: 20_000 }, version)
    expect([second.statusCode, second.json().fault]).toEqual([409, 'changedMeanwhile'])
    expect((await read(id)).title.priceInr).toBe(10_000)
    expect((await read(id)).changed?.staff).toMatch(/^editor/)
  })

  it('[DK-3] keep the places of listeners when tracks are moved, renamed or get another file', async () => {
    const id = await idOf(shop(), 'products', 'dnyaneshwari')
    const before = await shop().db.query<{ id: number; key: string }>(
      'select id, key from tracks where product_id = $1 order by position',
      [id],
    )
    const [one, two] = (await read(id)).title.tracks
    if (!one || !two) throw new Error('no tracks')
    const more = { key: undefined, translations: { en: { name: 'One' } }, audio: await sound(), isFree: true }
    const tracks = [{ ...two, audio: await sound() }, { ...one, translations: { en: { name: 'First' } } }, more]
    expect((await save(id, { tracks })).statusCode).toBe(200)
    const after = await shop().db.query<{ id: number; key: string }>(
      'select id, key from tracks where product_id = $1 order by position',
      [id],
    )
    expect(after.slice(0, 2)).toEqual(before.toReversed())
    expect(after[2]?.key).toBe('dnyaneshwari/one')
  })

  it('[DK-3] take no spoken language that a page cannot name', async () => {
    const { id } = await create('Another language')
    for (const spoken of ['hi-12', 'zh-cmn', 'en-u-nu-deva']) {
      const reply = await save(id, { spoken })
      expect([spoken, reply.statusCode, Object.values(reply.json().fields)]).toEqual([spoken, 400, ['language']])
    }
    expect((await save(id, { spoken: 'en-CA' })).statusCode).toBe(200)
    expect((await read(id)).title.spoken).toBe('en-CA')
    // One that an older release took is opened, so that it can be mended.
    await shop().db.query(`update products set spoken_tag = 'hi-12' where id = $1`, [id])
    const stored = await read(id)
    assert(stored, endpoints.deskTitle.reply)
    expect(stored.title.spoken).toBe('hi-12')
  })

  it('[DK-3] name the field of what is wrong, and write nothing', async () => {
    const id = await idOf(shop(), 'products', 'chhava')
    const { version, title } = await read(id)
    const wrong: [Partial<TitleEdit>, string, string][] = [
      [{ translations: { en: { name: ' ' } } }, 'translations', 'required'],
      [{ authors: ['nobody'] }, 'people', 'unknown'],
      [{ published: '2030-01-01' }, 'published', 'future'],
      [{ cover: 'media/covers/0123456789abcdef' }, 'cover', 'missing'],
      [{ tracks: [{ translations: {}, audio: null, isFree: false }] }, 'tracks.0.name', 'required'],
    ]
    for (const [part, field, fault] of wrong) {
      const reply = await at(endpoints.deskSaveTitle, { id, version, title: { ...title, ...part } })
      expect([reply.statusCode, reply.json().fields]).toEqual([400, expect.objectContaining({ [field]: fault })])
    }
    expect((await read(id)).version).toBe(version)
  })

  it('[DK-5] stay with their buyers when they are hidden or deleted, and come back from the trash', async () => {
    const id = await idOf(shop(), 'products', 'vyakti')
    const userId = await makeListener(shop(), 'owner@x.test')
    await shop().db.query(
      `insert into library_entries (user_id, product_id, how, added_at) values ($1, $2, 'purchase', now())`,
      [userId, id],
    )
    expect((await change(id, 'hide')).json()).toMatchObject({ state: 'hidden', owners: 1 })
    expect(await isPublic(id)).toBe(false)
    expect((await change(id, 'trash')).json()).toMatchObject({ state: 'trash' })
    expect((await save(id, { priceInr: 1 })).json().fault).toBe('inTrash')
    expect((await list({ q: 'vyakti' })).titles).toEqual([])
    expect((await list({ state: 'trash' })).titles.map(({ key }) => key)).toEqual(['vyakti'])
    expect((await change(id, 'restore')).json()).toMatchObject({ state: 'draft' })
    expect(await shop().db.query('select 1 from library_entries where product_id = $1', [id])).toHaveLength(1)
  })

  it('[DK-4] are as before after an undo, published again if they were', async () => {
    const id = await idOf(shop(), 'products', 'shriman-yogi')
    const before = await read(id)
    const { change: number } = (await change(id, 'hide')).json<{ change: number }>()
    expect((await at(endpoints.deskUndo, { id: number })).statusCode).toBe(200)
    const after = await read(id)
    expect([after.state, after.version]).toEqual(['shown', before.version])
  })

  it('[DK-3] name people and categories that are found as they sound, or made on the spot', async () => {
    const found = (await at(endpoints.deskChoices, { of: 'people', q: 'dnyaneshwar' })).json()
    expect(found.choices[0]).toMatchObject({ key: 'sant-dnyaneshwar' })
    const added = (await at(endpoints.deskAddChoice, { of: 'people', en: 'Asha Kale', mr: 'आशा काळे' })).json()
    expect(added.choice).toEqual({ key: 'asha-kale', names: { en: 'Asha Kale', mr: 'आशा काळे' } })
    expect((await at(endpoints.deskAddChoice, { of: 'people', en: 'Asha Kale' })).json().choice.key).toBe('asha-kale-2')
    expect((await at(endpoints.deskAddChoice, { of: 'categories', en: ' ' })).json().fault).toBe('nameNeeded')
    const genre = (await at(endpoints.deskAddChoice, { of: 'categories', kind: 'kids', mr: 'सागर' })).json().choice
    const id = await idOf(shop(), 'products', 'tukaram')
    expect((await save(id, { authors: ['asha-kale'], categories: [genre.key] })).statusCode).toBe(200)
    expect((await list({ q: 'आशा काळे' })).titles.map(({ key }) => key)).toContain('tukaram')
  })

  it('[DK-3] offer the categories of which a word begins so, and all of them before anything is typed', async () => {
    for (const en of ['History', 'Self-help, short story'])
      await at(endpoints.deskAddChoice, { of: 'categories', en, mr: en === 'History' ? 'इतिहास' : '' })
    const names = async (q: string) =>
      (await at(endpoints.deskChoices, { of: 'categories', q }))
        .json<ReplyOf<typeof endpoints.deskChoices>>()
        .choices.map((choice) => choice.names.en)
    expect(await names('story')).toEqual(['Self-help, short story'])
    expect(await names('HELP')).toEqual(['Self-help, short story'])
    expect(await names('इति')).toEqual(['History'])
    expect(await names('100%')).toEqual([])
    expect((await names('')).length).toBeGreaterThan(3)
  })

  it('[DK-3] have no day that no calendar has', async () => {
    const { id } = await create('A day')
    for (const published of ['2024-02-31', '2023-02-29', '0000-01-01', '2024-13-01']) {
      const answer = await save(id, { published })
      expect([answer.statusCode, answer.json<{ fields: object }>().fields], published).toEqual([
        400,
        { 'title.published': expect.any(String) },
      ])
    }
    expect((await save(id, { published: '2024-02-29' })).statusCode).toBe(200)
  })
})
