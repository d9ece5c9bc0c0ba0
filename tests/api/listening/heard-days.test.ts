import { expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { openSession } from '../../../src/server/accounts/sessions.ts'
import { giveTitle } from '../../../src/server/operations/manage-users.ts'
import { buyer, type Buyer } from '../support/cart.ts'
import { playerOf, subscribe, withTracks } from '../support/listening.ts'
import { answer } from '../support/money.ts'
import { beginPayu, orderFor, shopWithGateways } from '../support/payments.ts'
import { advanceClock, ask } from '../support/personas.ts'

const shop = shopWithGateways()
const HOUR = 3_600
const DAY = 24 * HOUR

/** How a minute counts that was heard before the title was the listener's, and two minutes after it: all reported later. */
async function counted(key: string, become: (who: Buyer) => Promise<unknown>, isSaved = false) {
  const who = await buyer(shop())
  const title = await withTracks(shop(), key, [600])
  await subscribe(shop(), who, 'plan-365')
  if (isSaved) await ask(shop(), endpoints.addToLibrary, { product: title.id }, { token: who.token })
  // The address of the sound is signed before it is heard.
  await playerOf(shop(), who, title)
  advanceClock(shop(), HOUR)
  const before = shop().clock.now.getTime()
  advanceClock(shop(), 2 * DAY)
  who.token = await openSession(shop().context, who.id)
  await become(who)
  advanceClock(shop(), DAY)
  const after = shop().clock.now.getTime()
  advanceClock(shop(), DAY)
  who.token = await openSession(shop().context, who.id)
  const sent_at = shop().clock.now.getTime()
  const play = await playerOf(shop(), who, title)
  for (const [begun, minutes] of [
    [before, 1],
    [after, 2],
  ] as const) {
    await play('initiate', { event_at: begun, sent_at, start_seconds: '0' })
    await play('pause', { event_at: begun + minutes * 60_000, sent_at, pause_seconds: String(minutes * 60) })
  }
  return shop().db.query('select access, seconds from listening_days where product_id = $1 order by day', [title.id])
}
const buy = async (key: string, who: Buyer) =>
  answer(shop(), await beginPayu(shop(), who, await orderFor(shop(), who, key)), 'paid')

const PLAN_THEN_OWNED = [
  { access: 'plan', seconds: 60 },
  { access: 'owned', seconds: 120 },
]

it.each([
  ['chhava', false],
  ['shriman-yogi', true],
])(
  '[DK-10] what was heard under a plan before %s was bought counts for the plan, in the library or not: %s',
  async (key, isSaved) => {
    expect(await counted(key, (who) => buy(key, who), isSaved)).toEqual(PLAN_THEN_OWNED)
  },
)

it('[DK-10] what was heard under a plan before somebody gave the title counts for the plan', async () => {
  expect(await counted('marathi-katha', ({ id }) => giveTitle(shop().context, id, 'marathi-katha'), true)).toEqual(
    PLAN_THEN_OWNED,
  )
})
