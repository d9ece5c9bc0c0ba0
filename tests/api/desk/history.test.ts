import { beforeEach, describe, expect, it } from 'vitest'
import { DESK_PAGE } from '#contract/desk/list-fields.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import { listChanges, undoChange } from '../../../src/server/desk/history/changes.ts'
import { rememberChange } from '../../../src/server/desk/history/remember.ts'
import type { Restorer } from '../../../src/server/desk/history/restorer.ts'
import { applyRetention } from '../../../src/server/privacy/retention.ts'
import type { StaffCaller } from '../../../src/server/http/staff.ts'
import { useShop } from '../support/shop.ts'
import { enterDesk, sendAt } from '../support/staff.ts'

const shop = useShop('empty')
const DAY = 86_400_000
const rethrow = (error: unknown): never => {
  throw error
}
/** One text of the shop, which editors may change. */
const notes: Restorer = {
  roles: ['editor'],
  read: async ({ db }, { target }) =>
    (await db.query<{ value: unknown }>('select value from shop_state where key = $1', [target]))[0]?.value,
  write: async ({ db }, { target, before }) => {
    await db.query('delete from shop_state where key = $1', [target])
    if (before !== null)
      await db.query('insert into shop_state (key, value) values ($1, $2)', [target, JSON.stringify(before)])
  },
}
const RESTORERS = { notes }
let editor: StaffCaller
const staffAs = async (role: 'owner' | 'editor' | 'support'): Promise<StaffCaller> => {
  const { staffId } = await enterDesk(shop(), role)
  return { staffId, role, email: `${role}@desk.test`, name: `the ${role}`, session: Buffer.alloc(0), isSteppedUp: true }
}
const current = async () =>
  (await shop().db.query<{ value: unknown }>(`select value from shop_state where key = 'note'`))[0]?.value

/** Writes a value as an area does: the change and what it replaced in one transaction. */
async function write(value: object | null): Promise<number> {
  const before = (await current()) ?? null
  return shop().db.transaction(async (inner) => {
    await notes.write({ ...shop().context, db: inner }, { target: 'note', before: value, after: null })
    const change = { staff: editor, area: 'notes', action: 'write note', target: 'note', before, after: value }
    return rememberChange(inner, shop().clock.now, change)
  })
}
const undo = (id: number, staff = editor) => undoChange(shop().context, RESTORERS, staff, id)

beforeEach(async () => {
  shop().clock.now = new Date('2026-11-21T06:00:00Z')
  await shop().db.query(`delete from shop_state where key = 'note'`)
  editor = await staffAs('editor')
})

describe('a change at the desk', () => {
  it('[DK-4] is undone once, by name in the audit log', async () => {
    await write({ text: 'one' })
    const id = await write({ text: 'two' })
    expect(await undo(id)).toEqual({})
    expect(await current()).toEqual({ text: 'one' })
    expect(await undo(id)).toEqual({ fault: 'alreadyUndone' })
    const [action] = await shop().db.query('select who, action, target from operator_actions order by id desc limit 1')
    expect(action).toEqual({ who: 'the editor', action: 'undo write note', target: 'note' })
  })

  it('[DK-4] that made something is undone by taking it away', async () => {
    expect(await undo(await write({ text: 'one' }))).toEqual({})
    expect(await current()).toBeUndefined()
  })

  it('[DK-12] is not undone over what somebody changed since', async () => {
    const id = await write({ text: 'one' })
    await write({ text: 'two' })
    expect(await undo(id)).toEqual({ fault: 'changedMeanwhile' })
    expect(await current()).toEqual({ text: 'two' })
  })

  it('[DK-2] is listed for and undone by the roles of its area only', async () => {
    const id = await write({ text: 'one' })
    const support = await staffAs('support')
    expect(await undo(id, support)).toEqual({ fault: 'notFound' })
    expect((await listChanges(shop().context, RESTORERS, support, { page: 1 })).changes).toEqual([])
    const owner = await staffAs('owner')
    const { changes } = await listChanges(shop().context, RESTORERS, owner, { area: 'notes', page: 1 })
    expect(changes[0]).toMatchObject({ id, action: 'write note', target: 'note', can_undo: true, undone_at: null })
    expect(await undo(id, owner)).toEqual({})
  })

  it('[DK-5] stays for 30 days', async () => {
    const id = await write({ text: 'one' })
    const start = shop().clock.now
    shop().clock.now = new Date(start.getTime() + 30 * DAY - 60_000)
    await applyRetention(shop().context, rethrow)
    expect(
      (await listChanges(shop().context, RESTORERS, editor, { page: 1 })).changes.map((change) => change.id),
    ).toContain(id)
    shop().clock.now = new Date(start.getTime() + 30 * DAY + 60_000)
    expect(await undo(id)).toEqual({ fault: 'notFound' })
    await applyRetention(shop().context, rethrow)
    expect(await shop().db.query('select 1 from desk_changes where id = $1', [id])).toEqual([])
  })

  it('[DK-4] of a number that is none is not found', async () => {
    const { cookie } = await enterDesk(shop(), 'editor')
    expect((await sendAt(shop(), cookie, endpoints.deskUndo, { id: 999_999 })).statusCode).toBe(404)
    expect((await sendAt(shop(), cookie, endpoints.deskUndo, { id: 'x' })).statusCode).toBe(400)
    expect((await sendAt(shop(), cookie, endpoints.deskChanges, { page: 2 })).json()).toMatchObject({ changes: [] })
  })
})

it('[DK-4] the oldest of many changes is on the last page, which also answers for the pages after it', async () => {
  const oldest = await write({ text: 'first' })
  for (let round = 0; round < DESK_PAGE; round += 1) await write({ text: String(round) })
  const first = await listChanges(shop().context, RESTORERS, editor, { page: 1 })
  expect(first.changes).toHaveLength(DESK_PAGE)
  expect(first.changes.map(({ id }) => id)).not.toContain(oldest)
  const after = await listChanges(shop().context, RESTORERS, editor, { page: first.pages + 7 })
  expect([after.page, after.pages]).toEqual([first.pages, first.pages])
  expect(after.changes.map(({ id }) => id)).toContain(oldest)
})
