import { expect, it, vi } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { planFulfiller } from '../../../src/server/plans/fulfil-plan.ts'
import { coveredTypes } from '../../../src/server/plans/subscriptions.ts'
import { buyer, type Buyer } from '../support/cart.ts'
import { answer, gift, redeem } from '../support/money.ts'
import { beginPayu, orderFor, shopWithGateways } from '../support/payments.ts'
import { idOf } from '../support/shop.ts'
import { enterDesk, sendAt } from '../support/staff.ts'

const shop = shopWithGateways()
const covered = async ({ id }: Buyer) => (await coveredTypes(shop().context, id))?.length

/** Saves the plan at the desk: from now on it covers these types. */
async function cover(key: string, audioTypes: string[]): Promise<void> {
  const { cookie } = await enterDesk(shop(), 'editor')
  const list = { list: 'plans' }
  const { version, rows } = (await sendAt(shop(), cookie, endpoints.deskShopList, list)).json<{
    version: string
    rows: { key: string }[]
  }>()
  const changed = rows.map((row) => (row.key === key ? { ...row, audioTypes } : row))
  const saved = await sendAt(shop(), cookie, endpoints.deskShopListSave, { ...list, version, rows: changed })
  expect(saved.statusCode).toBe(200)
}

it('[DK-11] [SB-1] a gift that waits and an order that is being paid cover what the plan covered when it was bought', async () => {
  const [given, other, payer] = [await buyer(shop()), await buyer(shop()), await buyer(shop())]
  const { code } = await gift(shop(), 'plan-365')
  const payment = await beginPayu(shop(), payer, await orderFor(shop(), payer, 'plan-365'))
  await cover('plan-365', ['audiobook'])
  const later = await gift(shop(), 'plan-365')
  await cover('plan-365', ['kids', 'audiobook', 'podcast'])
  await redeem(shop(), given, code)
  await redeem(shop(), other, later.code)
  await answer(shop(), payment, 'paid')
  const all = async () => [await covered(given), await covered(other), await covered(payer)]
  expect(await all()).toEqual([2, 1, 2])
  await cover('plan-365', ['podcast'])
  expect(await all()).toEqual([2, 1, 2])
})

it('[DK-11] [SB-1] a plan that begins while it is changed covers what it covered before', async () => {
  await cover('plan-365', ['kids', 'audiobook'])
  const one = await buyer(shop())
  const planId = await idOf(shop(), 'plans', 'plan-365')
  const waits = () =>
    shop().db.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
  let saving: Promise<void> | undefined
  await shop().db.transaction(async (inner) => {
    await planFulfiller.grant(inner, shop().clock.now, one.id, { planId, days: 365 })
    saving = cover('plan-365', ['podcast'])
    await vi.waitUntil(async () => (await waits()).length > 0, { timeout: 10_000 })
  })
  await saving
  expect(await covered(one)).toBe(2)
})
