import { expect, it, vi } from 'vitest'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import { $gate, leaveGate, undoChange } from '#stores/desk/call.ts'
import { advanceClock } from '../../api/support/personas.ts'
import { useShop } from '../../api/support/shop.ts'
import { enterDesk, sendAt } from '../../api/support/staff.ts'
import { useNetwork } from '../support/network.ts'

const shop = useShop()
const network = useNetwork(shop)
const FORM = { percent: 20, uses_left: null, per_buyer: null, applies_to: null, starts: '', ends: '' }

it('[DK-1] an undo of a coupon asks for the second factor, and goes on once it is given', async () => {
  const { cookie, staffId } = await enterDesk(shop(), 'editor')
  network.cookie = cookie
  await sendAt(shop(), cookie, endpoints.deskCouponSave, { ...FORM, code: 'WRONG', version: '' })
  const { changes } = (await sendAt(shop(), cookie, endpoints.deskChanges)).json<
    ReplyOf<typeof endpoints.deskChanges>
  >()
  const id = changes[0]?.id ?? 0
  advanceClock(shop(), 11 * 60)
  const givenUp = undoChange(id)
  await vi.waitFor(() => expect($gate.get()).toBe('stepUp'))
  leaveGate(false)
  expect(await givenUp).toBe('stepUp')
  const undone = undoChange(id)
  await vi.waitFor(() => expect($gate.get()).toBe('stepUp'))
  await shop().db.query('update staff_sessions set factor_at = $2 where staff_id = $1', [staffId, shop().clock.now])
  leaveGate(true)
  expect(await undone).toBeUndefined()
  expect(await undoChange(id)).toBe('alreadyUndone')
})
