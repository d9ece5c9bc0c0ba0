import { describe, expect, it } from 'vitest'
import { ROLES } from '#contract/desk/staff/roles.ts'
import { endpointList, endpoints } from '#contract/http/endpoints.ts'
import { openSession } from '../../../src/server/accounts/sessions.ts'
import { makeListener } from '../support/personas.ts'
import { useShop } from '../support/shop.ts'
import { enterDesk, sendAt } from '../support/staff.ts'
import { MATRIX } from './role-matrix.ts'

const shop = useShop()
const calls = endpointList.filter(([, row]) => row.auth === 'staff')

describe.each(ROLES)('at the desk, the role %s', (role) => {
  it.each(calls)('[DK-2] may call %s only when the table of roles names it', async (name, row) => {
    const { cookie } = await enterDesk(shop(), role)
    const { statusCode, json } = await sendAt(shop(), cookie, row)
    const isAllowed = MATRIX[name]?.[0].includes(role)
    const isRefused = statusCode === 403 && json<{ fault?: string }>().fault === 'notAllowed'
    expect([isRefused, statusCode === 401]).toEqual([!isAllowed, false])
  })
})

describe('the table of roles', () => {
  it('[DK-2] names every call of the desk, and no other', () => {
    expect(Object.keys(MATRIX).toSorted()).toEqual(calls.map(([name]) => name).toSorted())
  })

  it.each(calls)('[DK-2] says whether %s asks for the second factor again', async (name, row) => {
    const { cookie } = await enterDesk(shop(), 'owner')
    const start = shop().clock.now
    shop().clock.now = new Date(start.getTime() + 11 * 60_000)
    const { statusCode, json } = await sendAt(shop(), cookie, row)
    shop().clock.now = start
    expect(statusCode === 403 && json<{ fault?: string }>().fault === 'stepUp').toBe(MATRIX[name]?.[1] === '!')
  })
})

describe('a session at the desk', () => {
  it('[DK-1] ends after eight hours, and with the person', async () => {
    const { cookie, staffId } = await enterDesk(shop(), 'owner')
    const ask = async () => (await sendAt(shop(), cookie, endpoints.deskMe)).statusCode
    const start = shop().clock.now
    expect(await ask()).toBe(200)
    shop().clock.now = new Date(start.getTime() + 8 * 3_600_000 + 1)
    expect(await ask()).toBe(401)
    shop().clock.now = start
    expect(await ask()).toBe(200)
    await shop().db.query('update staff set ended_at = now() where id = $1', [staffId])
    expect(await ask()).toBe(401)
  })

  it('[DK-1] asks for the second factor again after ten minutes', async () => {
    const { cookie } = await enterDesk(shop(), 'owner')
    const start = shop().clock.now
    const isSteppedUp = async () =>
      (await sendAt(shop(), cookie, endpoints.deskMe)).json<{ is_stepped_up: boolean }>().is_stepped_up
    expect(await isSteppedUp()).toBe(true)
    shop().clock.now = new Date(start.getTime() + 10 * 60_000)
    expect(await isSteppedUp()).toBe(false)
    shop().clock.now = start
  })

  it('[DK-1] is not one of a listener, and the token of a listener is none', async () => {
    const token = await openSession(shop().context, await makeListener(shop(), 'nobody@x.test'))
    for (const cookie of [`desk_session=${token}`, '', 'desk_session=', `other=1; desk_session=${token}; x=2`])
      expect((await sendAt(shop(), cookie, endpoints.deskMe)).statusCode).toBe(401)
  })
})
