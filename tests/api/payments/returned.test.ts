import { describe, expect, it } from 'vitest'
import { disputeHash } from '../../../src/server/adapters/payment/payu.ts'
import { SANDBOX_KEYS } from '../../../src/server/adapters/payment/sandbox.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import { giveTitle } from '../../../src/server/operations/manage-users.ts'
import { refundOrderLines } from '../../../src/server/payments/decisions/refund-order-lines.ts'
import { refundOrder } from '../../../src/server/payments/manage-orders.ts'
import { addToLibrary } from '../../../src/server/library/library.ts'
import { buyer, coupon, fillCart, type Buyer } from '../support/cart.ts'
import { answer, gift, owned, redeem, returnedAt, twoForms } from '../support/money.ts'
import {
  beginPayu,
  counts,
  decide,
  details,
  order,
  orderFor,
  shopWithGateways,
  postForm,
  pollOnce,
} from '../support/payments.ts'
import { advanceClock, ask } from '../support/personas.ts'
import { DAY, planPeriods } from '../support/renewals.ts'

const shop = shopWithGateways()

async function paid(...keys: string[]) {
  const one = await buyer(shop())
  return { one, ...(await pay(one, ...keys)) }
}
async function pay(one: Buyer, ...keys: string[]) {
  const token = await orderFor(shop(), one, ...keys)
  const key = await beginPayu(shop(), one, token)
  await answer(shop(), key, 'paid')
  return { token, key }
}
async function refund(token: string): Promise<void> {
  expect(await refundOrder(shop().context, token)).toMatchObject({ order: expect.any(Number) })
  await pollOnce(shop())
  expect(await counts(shop(), token)).toMatchObject({ status: 'refunded', grants: 0 })
}
/** A grant of a title that was paid twice before the shop refused it. */
const grantAgain = (token: string, { id }: Buyer) =>
  shop().db.query(
    `insert into grants (line_id, user_id, granted_at) select l.id, $2, now() from order_lines l join orders o on o.id = l.order_id
     where o.token = $1 on conflict do nothing`,
    [token, id],
  )

describe('a refund', () => {
  it('[MO-2] leaves what another order gives, and takes it with the last', async () => {
    const { one, a, b, keyA, keyB } = await twoForms(shop())
    await answer(shop(), keyA, 'paid')
    await answer(shop(), keyB, 'paid')
    await grantAgain(b, one)
    await refund(a)
    expect(await owned(shop(), one)).toEqual({ chhava: 'purchase', vyakti: 'purchase' })
    await refund(b)
    expect(await owned(shop(), one)).toEqual({})
  })

  it('[MO-2] of a giver leaves what the recipient bought, and of a buyer what was given', async () => {
    const present = await gift(shop(), 'chhava')
    const one = await buyer(shop())
    await redeem(shop(), one, present.code)
    const bought = await pay(one, 'vyakti')
    await grantAgain(bought.token, one)
    await shop().db.query(
      `insert into order_lines (order_id, position, variant, product_id, translations, sac, price, discount, cgst, sgst, igst)
       select o.id, 9, p.variant, p.id, p.translations, '998432', 0, 0, 0, 0, 0 from orders o, products p where o.token = $1 and p.key = 'chhava'`,
      [bought.token],
    )
    await grantAgain(bought.token, one)
    await refund(present.token)
    expect(await owned(shop(), one)).toEqual({ chhava: 'purchase', vyakti: 'purchase' })
    const [second, other] = [await gift(shop(), 'shyamchi-aai'), await buyer(shop())]
    await redeem(shop(), other, second.code)
    await refund(second.token)
    expect(await owned(shop(), other)).toEqual({})
  })

  it('[MO-2] leaves a title that an operator gave, and one that a running plan covers', async () => {
    const { one, token } = await paid('chhava')
    await giveTitle(shop().context, one.id, 'chhava')
    await refund(token)
    expect(await owned(shop(), one)).toEqual({ chhava: 'gift' })
    const other = await paid('vyakti')
    await pay(other.one, 'plan-30')
    await refund(other.token)
    const [entry] = await shop().db.query(`select how from library_entries where user_id = $1`, [other.one.id])
    expect(entry).toEqual({ how: 'subscription' })
    expect(await addToLibrary(shop().context, other.one.id, 0)).toEqual({ fault: 'notFound' })
  })

  it('[MO-2] of a running plan lets the plan that was to follow begin at once', async () => {
    const { one, token } = await paid('plan-30')
    await pay(one, 'plan-365')
    expect(await planPeriods(shop(), one)).toEqual([
      [0, 30],
      [30, 395],
    ])
    await refund(token)
    const [plan] = await shop().db.query<{ starts_at: Date; ends_at: Date }>(
      `select starts_at, ends_at from subscriptions where user_id = $1 and status = 'active'`,
      [one.id],
    )
    expect([plan?.starts_at, plan?.ends_at]).toEqual([
      shop().clock.now,
      new Date(shop().clock.now.getTime() + 365 * DAY * 1000),
    ])
  })

  it('[MO-2] of the rest of an order returns the rest only, with a credit note of the rest', async () => {
    const { one, b, keyA, keyB } = await twoForms(shop(), 'kid-1', 'kid-2')
    await answer(shop(), keyA, 'paid')
    await answer(shop(), keyB, 'paid')
    await pollOnce(shop())
    await refund(b)
    expect([returnedAt(shop(), keyB), shop().sandbox.find('payu', keyB)?.state]).toEqual([46_964, 'refunded'])
    expect(await owned(shop(), one)).toEqual({ 'kid-1': 'purchase' })
    const numbers = await shop().db.query<{ number: string }>(
      `select number from invoices i join orders o on o.id = i.order_id where o.token = $1 and kind = 'C'
       union all select number from line_refunds r join orders o on o.id = r.order_id where o.token = $1 order by 1`,
      [b],
    )
    expect(new Set(numbers.map(({ number }) => number)).size).toBe(2)
  })
})

describe('a plan that a coupon made free', () => {
  /** A title that is paid and a free plan in one order, whose form of PayU is open. */
  async function orderWithFreePlan(one: Buyer, ...keys: string[]) {
    await shop().db.query(
      `insert into coupons (code, percent, applies_to) values ('FREEPLAN', 100, '{plan}') on conflict do nothing`,
    )
    const cart = await fillCart(shop(), one, ...keys)
    expect((await coupon(shop(), one, cart, 'FREEPLAN')).body.status).toBe(true)
    const { body } = await order(shop(), one, cart)
    const token: string = body.data.order_token
    return { token, key: await beginPayu(shop(), one, token) }
  }
  /** After the poller has sent the refund, and after PayU was asked again on the next day. */
  async function pollTwoDays() {
    await pollOnce(shop())
    advanceClock(shop(), DAY + 1)
    await pollOnce(shop())
  }
  const linesOf = (token: string) =>
    shop().db.query<{ id: number; order_id: number; price: number; discount: number }>(
      `select l.id, l.order_id, l.price, l.discount from order_lines l join orders o on o.id = l.order_id where o.token = $1`,
      [token],
    )

  it('[MO-2] stays when the shop refunds the only paid line, and nothing is left to refund', async () => {
    const one = await buyer(shop())
    const { token, key } = await orderWithFreePlan(one, 'chhava', 'plan-30')
    await answer(shop(), key, 'paid')
    const [title] = (await linesOf(token)).filter(({ price, discount }) => price > discount)
    const refunded = await refundOrderLines(shop().context, title?.order_id ?? 0, [title?.id ?? 0], {})
    expect(refunded).toEqual({ amount: 23_482, is_whole: false })
    await pollTwoDays()
    expect([returnedAt(shop(), key), await counts(shop(), token), await owned(shop(), one)]).toEqual([
      23_482,
      { grants: 1, invoices: 1, refunds: 0, status: 'paid' },
      {},
    ])
    expect(await planPeriods(shop(), one)).toHaveLength(1)
    expect(await refundOrder(shop().context, token)).toEqual({ fault: 'free' })
  })

  it('[MO-2] stays when the title beside it was bought meanwhile and goes back', async () => {
    const one = await buyer(shop())
    const first = await orderFor(shop(), one, 'chhava')
    const firstKey = await beginPayu(shop(), one, first)
    const { token, key } = await orderWithFreePlan(one, 'plan-30')
    await answer(shop(), firstKey, 'paid')
    await answer(shop(), key, 'paid')
    await pollTwoDays()
    expect([returnedAt(shop(), key), await counts(shop(), token)]).toEqual([
      23_482,
      { grants: 1, invoices: 1, refunds: 0, status: 'paid' },
    ])
    expect(await planPeriods(shop(), one)).toHaveLength(1)
  })

  it('[MO-2] goes when it is refunded together with the paid line', async () => {
    const one = await buyer(shop())
    const { token, key } = await orderWithFreePlan(one, 'chhava', 'plan-30')
    await answer(shop(), key, 'paid')
    const lines = await linesOf(token)
    const ids = lines.map(({ id }) => id)
    expect(await refundOrderLines(shop().context, lines[0]?.order_id ?? 0, ids, {})).toMatchObject({ is_whole: true })
    await pollTwoDays()
    expect(await counts(shop(), token)).toMatchObject({ status: 'refunded', grants: 0 })
  })
})

describe('a payment that the bank takes back', () => {
  it('[MO-2] ends the access at the next look, a refund as well as a chargeback', async () => {
    const [refunded, charged, stored] = [await paid('chhava'), await paid('chhava'), await paid('chhava')]
    decide(shop(), 'payu', refunded.key, 'refunded')
    advanceClock(shop(), DAY + 1)
    await pollOnce(shop())
    expect(await counts(shop(), refunded.token)).toMatchObject({ status: 'refunded', grants: 0 })
    advanceClock(shop(), 60 * DAY)
    decide(shop(), 'payu', charged.key, 'paid').isChargedBack = true
    await pollOnce(shop())
    advanceClock(shop(), 40 * DAY)
    await pollOnce(shop())
    expect(await owned(shop(), charged.one)).toEqual({})
    expect(await owned(shop(), stored.one)).toEqual({ chhava: 'purchase' })
  })

  it('[MO-2] is looked for during 180 days, less and less often', async () => {
    const { key } = await paid('chhava')
    const state = async () => {
      const [row] = await shop().db.query<{ checks: number; check_at: Date | null }>(
        'select checks, check_at from payment_attempts where key = $1',
        [key],
      )
      return row
    }
    for (let day = 0; day < 179; day += 1) {
      advanceClock(shop(), DAY)
      await pollOnce(shop())
    }
    expect((await state())?.checks).toBe(14)
    advanceClock(shop(), 2 * DAY)
    await pollOnce(shop())
    expect(await state()).toEqual({ checks: 15, check_at: null })
  })

  it('[MO-2] is known at once by the dispute webhook of PayU, when its signature is right', async () => {
    const { one, key } = await paid('chhava')
    decide(shop(), 'payu', key, 'paid').isChargedBack = true
    const fields = { txn_id: key, cb_amount: '234.82', cb_id: '7', cb_type: 'chargeback', cb_status: 'lost' }
    const send = (signature: string) =>
      shop().app.inject({
        method: 'POST',
        url: '/api/payment/payu/webhook',
        payload: JSON.stringify(fields),
        headers: { 'content-type': 'application/json', 'x-payu-dispute-webhook-signature-v2': signature },
      })
    expect((await send('x'.repeat(128))).json()).toEqual({ status: false })
    expect(await owned(shop(), one)).toEqual({ chhava: 'purchase' })
    const { key: merchant, salt } = SANDBOX_KEYS.payu
    expect((await send(disputeHash(fields, merchant, salt))).json()).toEqual({ status: true })
    expect(await owned(shop(), one)).toEqual({})
  })

  it.each([
    [
      'PAYMENT.CAPTURE.REFUNDED',
      (id: string) => ({
        id: 'R1',
        links: [{ rel: 'up', href: `https://api.paypal.com/v2/payments/captures/C${id}` }],
      }),
    ],
    ['PAYMENT.CAPTURE.REVERSED', (id: string) => ({ id: `C${id}` })],
    [
      'CUSTOMER.DISPUTE.RESOLVED',
      (id: string) => ({ dispute_id: 'D', disputed_transactions: [{ seller_transaction_id: `C${id}` }] }),
    ],
  ])('[MO-2] is known at once by %s of PayPal, though it does not name the order', async (event, resourceOf) => {
    const one = await buyer(shop(), { country: 'US' })
    const { body: created } = await order(shop(), one, await fillCart(shop(), one, 'chhava'), { country: 'US' })
    const { body } = await ask(
      shop(),
      endpoints.paypalCheckout,
      { token: created.data.order_token },
      { token: one.token },
    )
    const id = new URL(body.address).searchParams.get('token') ?? ''
    decide(shop(), 'paypal', id, 'approved').stateAfterCapture = 'paid'
    await shop().app.inject(`/api/payment/paypal/return/${created.data.order_token}?token=${id}`)
    expect(await owned(shop(), one)).toEqual({ chhava: 'purchase' })
    const payment = decide(shop(), 'paypal', id, event.endsWith('REFUNDED') ? 'refunded' : 'paid')
    payment.isChargedBack = !event.endsWith('REFUNDED')
    const text = JSON.stringify({ id: `WH-${event}-${id}`, event_type: event, resource: resourceOf(id) })
    const headers = shop().sandbox.signWebhook(text, `${shop().address}/dev/pay/paypal/cert`)
    await shop().app.inject({ method: 'POST', url: '/api/payment/paypal/webhook', payload: text, headers })
    expect(await owned(shop(), one)).toEqual({})
    expect((await details(shop(), one, created.data.order_token)).status).toBe('refunded')
  })

  it('[MO-2] keeps an order whose part the shop itself returned', async () => {
    const { one, b, keyA, keyB } = await twoForms(shop(), 'kid-4', 'kid-5')
    await answer(shop(), keyA, 'paid')
    await answer(shop(), keyB, 'paid')
    await pollOnce(shop())
    advanceClock(shop(), DAY + 1)
    await pollOnce(shop())
    await postForm(shop(), '/api/payment/payu/webhook', {})
    expect(await counts(shop(), b)).toMatchObject({ status: 'paid', grants: 1 })
    expect(Object.keys(await owned(shop(), one))).toEqual(['kid-4', 'kid-5'])
  })
})
