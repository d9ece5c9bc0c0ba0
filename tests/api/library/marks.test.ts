import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { MAX_CHANGES, MAX_MARKS, type MarkChange } from '#contract/library/marks.ts'
import { eraseAccount } from '../../../src/server/privacy/personal-data-export.ts'
import { RETENTION } from '../../../src/server/privacy/retention.ts'
import { syncMarks } from '../../../src/server/library/marks.ts'
import { otherDevice, signedIn, subscribe, withTracks, type Listener, type Title } from '../support/listening.ts'
import { advanceClock, ask } from '../support/personas.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop()
let used = 0
/** A free title of its own for a test. */
async function titleOf(): Promise<Title> {
  const key = `kid-${(used += 1) % 12}`
  await shop().db.query('update products set is_free = true where key = $1', [key])
  return withTracks(shop(), key, [600, 300])
}
const nowMs = () => shop().clock.now.getTime()
const markOf = ({ id, tracks }: Title, more: Partial<MarkChange> = {}): MarkChange => ({
  ...{ id: randomUUID(), product_id: id, track_id: tracks[0] ?? 0, seconds: 12.5, until: null, note: '' },
  ...{ is_deleted: false, version: randomUUID(), based_on: [], is_new: true, changed_at: nowMs() },
  ...more,
})
/** What a listener makes of a mark that they see. */
const next = (before: MarkChange, more: Partial<MarkChange>): MarkChange => ({
  ...before,
  ...{ version: randomUUID(), based_on: [before.version], is_new: false, changed_at: nowMs() },
  ...more,
})
const sync = async ({ token }: Listener, changes: object[] = [], more: object = {}) =>
  ask(shop(), endpoints.syncMarks, { sent_at: nowMs(), changes, ...more }, { token })
const notesOf = async (listener: Listener) =>
  (await sync(listener)).body.marks.map(({ note }: { note: string }) => note)

describe('marks', () => {
  it('[RM-3] of one device are on the other, with the names of title and track, and are sent once', async () => {
    const [phone, title] = [await signedIn(shop()), await titleOf()]
    const laptop = await otherDevice(shop(), phone)
    const mark = markOf(title, { note: '  <b>Ovi</b> & श्लोक\u0007 ', until: 90 })
    const { body } = await sync(phone, [mark])
    expect(body.marks).toEqual([
      expect.objectContaining({
        id: mark.id,
        seconds: 12.5,
        until: 90,
        note: '<b>Ovi</b> & श्लोक',
        version: mark.version,
      }),
    ])
    expect(body.titles).toMatchObject([
      {
        id: title.id,
        product_audio_type: 'kids',
        tracks: [{ id: title.tracks[0], custom_translation: { en: { name: 'Track' } } }],
      },
    ])
    const there = (await sync(laptop)).body
    expect(there.marks).toEqual(body.marks)
    expect((await sync(laptop, [], { known: there.state })).body).toMatchObject({ marks: null, titles: [] })
  })

  it('[RM-3] repeated requests change nothing, whatever was changed between them', async () => {
    const [phone, title] = [await signedIn(shop()), await titleOf()]
    const laptop = await otherDevice(shop(), phone)
    const mark = markOf(title, { note: 'first' })
    const { state } = (await sync(phone, [mark])).body
    expect((await sync(phone, [mark])).body.state).toBe(state)
    await sync(laptop, [next(mark, { note: 'second' })])
    advanceClock(shop(), 60)
    // Its reply was lost, and its clock was set back meanwhile.
    await sync(phone, [mark], { sent_at: 5 })
    expect(await notesOf(phone)).toEqual(['second'])
  })

  it('[RM-3] the newer change of two devices wins, in whichever order they arrive, and deleted ones stay deleted', async () => {
    const [phone, title] = [await signedIn(shop()), await titleOf()]
    const laptop = await otherDevice(shop(), phone)
    const [one, two] = [markOf(title, { note: 'one' }), markOf(title, { note: 'two' })]
    await sync(phone, [one, two])
    const early = [next(one, { note: 'early' }), next(two, { note: 'early' })]
    advanceClock(shop(), 3_600)
    await sync(laptop, [next(one, { note: 'late' }), next(two, { is_deleted: true })])
    advanceClock(shop(), 3_600)
    expect((await sync(phone, early)).body.marks).toMatchObject([{ id: one.id, note: 'late' }])
    const [row] = await shop().db.query('select note, is_deleted from marks where id = $1', [two.id])
    expect(row).toEqual({ note: '', is_deleted: true })
  })

  it('[RM-3] a clock that is years ahead or behind decides nothing for longer than the next change', async () => {
    const [phone, title] = [await signedIn(shop()), await titleOf()]
    const laptop = await otherDevice(shop(), phone)
    const mark = markOf(title)
    await sync(phone, [mark])
    advanceClock(shop(), 10)
    await sync(phone, [next(mark, { note: 'ahead', changed_at: 9e15, based_on: [] })])
    advanceClock(shop(), 10)
    await sync(laptop, [next(mark, { note: 'after it' })])
    expect(await notesOf(phone)).toEqual(['after it'])
    await sync(laptop, [next(mark, { note: 'from 1970', changed_at: 0 })])
    expect(await notesOf(phone)).toEqual(['after it'])
    const [row] = await shop().db.query<{ changed_at: Date }>('select changed_at from marks where id = $1', [mark.id])
    expect(row?.changed_at.getTime()).toBeLessThanOrEqual(nowMs())
  })
})

/** Marks of an earlier time, with these ids. */
async function fillMarks({ id }: Listener, title: Title, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  await shop().db.query(
    `insert into marks (user_id, id, product_id, track_id, seconds, note, is_deleted, changed_at, versions, state)
     select $1, m.id, $2, $3, n, '', false, $5, array[m.id], 1 from unnest($4::uuid[]) with ordinality as m (id, n)`,
    [id, title.id, title.tracks[0], ids, shop().clock.now],
  )
  return ids
}

describe('marks are refused', () => {
  it('[RM-3] in a title that is not paid, and are taken again once it is, or where it was when they were made', async () => {
    const [listener, title] = [await signedIn(shop()), await titleOf()]
    await shop().db.query('update products set is_free = false where id = $1', [title.id])
    const mark = markOf(title)
    expect((await sync(listener, [mark])).body).toMatchObject({
      marks: [],
      refused: [{ id: mark.id, fault: 'noAccess' }],
    })
    await subscribe(shop(), listener, 'plan-365', [-9, -3])
    expect((await sync(listener, [mark])).body.refused).toHaveLength(1)
    const then = markOf(title, { changed_at: nowMs() - 5 * 86_400_000, note: 'on the train' })
    expect((await sync(listener, [then])).body).toMatchObject({ refused: [], marks: [{ note: 'on the train' }] })
    // What somebody wrote stays theirs after the plan.
    expect((await sync(listener, [next(then, { note: 'mine' })])).body).toMatchObject({
      refused: [],
      marks: [{ note: 'mine' }],
    })
  })

  it('[RM-3] of tracks of another title, of none, and of a mark that was deleted long ago; the others of the request are taken', async () => {
    const [listener, title, other] = [await signedIn(shop()), await titleOf(), await titleOf()]
    const wrong = markOf(title, { track_id: other.tracks[0] ?? 0 })
    const none = markOf(title, { product_id: 999_999_999_999, track_id: 999_999_999_999 })
    const gone = next(markOf(title), { note: 'gone' })
    const { body } = await sync(listener, [wrong, none, gone, markOf(title, { note: 'good' })])
    expect(body.refused).toEqual([
      { id: wrong.id, fault: 'notFound' },
      { id: none.id, fault: 'notFound' },
      { id: gone.id, fault: 'removed' },
    ])
    expect(body.marks).toMatchObject([{ note: 'good' }])
  })

  it('[RM-3] to strangers: an id of somebody else is another mark, and a guest has none', async () => {
    const [mine, stranger, title] = [await signedIn(shop()), await signedIn(shop()), await titleOf()]
    const mark = markOf(title, { note: 'mine' })
    await sync(mine, [mark])
    await sync(stranger, [next(mark, { note: 'stolen' }), next(mark, { is_deleted: true })])
    expect((await sync(stranger)).body.marks).toEqual([])
    await sync(stranger, [markOf(title, { id: mark.id, note: 'theirs' })])
    expect([await notesOf(mine), await notesOf(stranger)]).toEqual([['mine'], ['theirs']])
    expect((await ask(shop(), endpoints.syncMarks, { sent_at: 0, changes: [] })).status).toBe(401)
  })

  it('[RM-3] beyond their number, which deletions of the same exchange lower, wherever they stand in it', async () => {
    const [listener, title] = [await signedIn(shop()), await titleOf()]
    const [one = '', two = '', three = ''] = await fillMarks(listener, title, MAX_MARKS)
    advanceClock(shop(), 60)
    const removed = (id: string) => next(markOf(title, { id, version: id }), { is_deleted: true })
    const faultsOf = async (changes: MarkChange[]) =>
      (await sync(listener, changes)).body.refused.map(({ fault }: { fault: string }) => fault)
    expect(await faultsOf([removed(one), markOf(title)])).toEqual([])
    expect(await faultsOf([markOf(title), markOf(title), markOf(title), removed(two), removed(three)])).toEqual([
      'tooManyMarks',
    ])
    // What is gone already makes no more room, nor does a deletion that comes too late.
    const [last] = (await sync(listener)).body.marks
    const late = markOf(title, { id: last.id, version: randomUUID(), is_deleted: true, is_new: false, changed_at: 0 })
    expect(await faultsOf([removed(one), late, markOf(title)])).toEqual(['tooManyMarks'])
    expect((await sync(listener)).body.marks).toHaveLength(MAX_MARKS)
  })

  it('[RM-3] beyond their number, in all and at once, and no input breaks anything', async () => {
    const [listener, title] = [await signedIn(shop()), await titleOf()]
    await fillMarks(listener, title, MAX_MARKS - 5)
    const replies = await Promise.all(
      [1, 2, 3].map(() =>
        sync(
          listener,
          [1, 2, 3].map(() => markOf(title)),
        ),
      ),
    )
    const faults = replies.flatMap(({ body }) => body.refused.map(({ fault }: { fault: string }) => fault))
    expect(faults).toEqual(Array(4).fill('tooManyMarks'))
    const many = Array.from({ length: MAX_CHANGES + 1 }, () => markOf(title))
    expect((await sync(listener, many)).status).toBe(400)
    const bad = [
      ...[
        { note: 'x'.repeat(1_001) },
        { seconds: -1 },
        { seconds: 1e9 },
        { until: '5' },
        { id: 'me' },
        { changed_at: -1 },
      ],
      ...[
        { version: 'x' },
        { based_on: Array(30).fill(randomUUID()) },
        { note: 'a\0' },
        { note: null },
        { track_id: 0 },
      ],
    ].map((more) => ({ ...markOf(title), ...more }))
    for (const change of bad) expect([change, (await sync(listener, [change])).status]).toEqual([change, 400])
    const odd = [{ changed_at: 1e300 }, { seconds: 1e-9, until: 0 }, { note: '\ud800' }, { note: 'क'.repeat(1_000) }]
    for (const more of odd) expect((await sync(listener, [{ ...markOf(title), ...more }])).status).toBe(200)
    const cut = await signedIn(shop())
    expect((await sync(cut, [markOf(title, { note: 'Good \ud83d' })])).body.marks).toMatchObject([{ note: 'Good' }])
    expect((await sync(listener, Array(MAX_CHANGES).fill({ ...markOf(title), note: '"'.repeat(1_000) }))).status).toBe(
      200,
    )
  })
})

describe('deleted marks', () => {
  it('[RM-3] are forgotten after a year, and never fill more than the others may', async () => {
    const [listener, title] = [await signedIn(shop()), await titleOf()]
    await shop().db.query(
      `insert into marks (user_id, id, product_id, track_id, seconds, note, is_deleted, changed_at, versions, state)
       select $1, gen_random_uuid(), $2, $3, n, '', true, $5::timestamptz - n * interval '1 second', '{}', 1 from generate_series(1, $4::int) n`,
      [listener.id, title.id, title.tracks[0], MAX_MARKS, shop().clock.now],
    )
    const mark = markOf(title)
    await sync(listener, [mark])
    await sync(listener, [next(mark, { is_deleted: true })])
    const count = async () => (await shop().db.query('select 1 from marks where user_id = $1', [listener.id])).length
    expect(await count()).toBe(MAX_MARKS)
    advanceClock(shop(), 367 * 86_400)
    for (const { what, remove } of RETENTION) if (what.includes('mark')) await remove?.(shop().context)
    expect(await count()).toBe(0)
  })

  it('[RM-3] [PR-5] go with the account, also while a device sends', async () => {
    const [listener, title] = [await signedIn(shop()), await titleOf()]
    await sync(listener, [markOf(title, { note: 'private' })])
    const owners = await shop().db.query<{ id: number; email: string; password_hash: string }>(
      'select id, email, password_hash from users where id = $1',
      [listener.id],
    )
    const sending = Array.from({ length: 6 }, () => sync(listener, [markOf(title)]))
    for (const owner of owners) await eraseAccount(shop().context, owner, 'en')
    expect((await Promise.all(sending)).filter(({ status }) => status !== 200 && status !== 401)).toEqual([])
    const late = { sent_at: nowMs(), changes: [markOf(title)] }
    expect(await syncMarks(shop().context, listener.id, late)).toEqual({ fault: 'signedOut' })
    expect(await shop().db.query('select 1 from marks where user_id = $1', [listener.id])).toEqual([])
  })
})
