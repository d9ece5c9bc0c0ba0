import { expect, it, vi } from 'vitest'
import { deskEndSession } from '#contract/desk/staff/members.ts'
import type { Role } from '#contract/desk/staff/roles.ts'
import { deskMe } from '#contract/desk/staff/staff.ts'
import { call } from '#client/browser-call.ts'
import { openStaffSession } from '../../../src/server/desk/staff/sessions.ts'
import { $gate, deskCall, leaveGate } from '#stores/desk/call.ts'
import { setStaff } from '#stores/desk/staff.ts'
import { useShop } from '../../api/support/shop.ts'
import { enterDesk } from '../../api/support/staff.ts'
import { useNetwork } from '../support/network.ts'

const shop = useShop()
const network = useNetwork(shop)

/** As the dialog of the gate signs in. */
async function signIn(cookie: string): Promise<void> {
  network.cookie = cookie
  const me = await call(deskMe, {})
  if (!me.ok) throw new Error(me.fault)
  setStaff(me.value)
}

async function endSessions(): Promise<void> {
  await shop().db.query('delete from staff_sessions')
}

const asked = () => network.requests.filter(({ path }) => path === deskEndSession.path).length
const enter = async (role: Role) => (await enterDesk(shop(), role)).cookie

/** Presses something after the session has ended, and signs in as somebody in the dialog. */
async function pressAfterEnd(next: string): Promise<{ ok: boolean; fault?: string }> {
  const pressed = deskCall(deskEndSession, { id: 1 })
  await vi.waitUntil(() => $gate.get() === 'signedOut')
  await signIn(next)
  leaveGate(true)
  return pressed
}

it('[DK-1] what one person pressed is not done by another one who signs in', async () => {
  await signIn(await enter('support'))
  await endSessions()
  expect(await pressAfterEnd(await enter('owner'))).toMatchObject({ ok: false, fault: 'signedOut' })
  expect(asked()).toBe(1)
})

it('[DK-1] what somebody pressed is done once they have signed in again', async () => {
  const { cookie, staffId } = await enterDesk(shop(), 'support')
  await signIn(cookie)
  await endSessions()
  const token = await openStaffSession(shop().context, staffId, { isComplete: true })
  // No session has this number: the call itself was answered.
  expect(await pressAfterEnd(`desk_session=${token}`)).toMatchObject({ ok: false, fault: 'notFound' })
  expect(asked()).toBe(2)
})
