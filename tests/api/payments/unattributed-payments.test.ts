import { describe, expect, it } from 'vitest'
import { payuAnswer } from '../../../src/server/adapters/payment/sandbox-replies.ts'
import { addTo, buyer, variantOf, type Buyer } from '../support/cart.ts'
import { sentTo } from '../support/personas.ts'
import { beginPayu, counts, decide, order, orderFor, shopWithGateways, postForm } from '../support/payments.ts'
import { eraseAccount, buyerWithMandate, toDebit, toNotice, work } from '../support/renewals.ts'

const shop = shopWithGateways()
const tokenOf = async (key: string) => {
  const [row] = await shop().db.query<{ token: string }>(
    'select token from orders o join payment_attempts a on a.order_id = o.id where a.key = $1',
    [key],
  )
  return row?.token ?? ''
}
const mailsToNobody = async () => (await sentTo(shop(), '')).length
/** The bank accepts the payment after the account was erased. */
async function paidTooLate(key: string) {
  const payment = decide(shop(), 'payu', key, 'paid')
  await postForm(shop(), '/api/payment/payu/webhook', payuAnswer(payment))
  await work(shop())
  return { state: payment.state, ...(await counts(shop(), await tokenOf(key))) }
}
const BACK = { state: 'refunded', grants: 0, invoices: 0, refunds: 1 }

describe('an account that is erased while a payment is in progress', () => {
  it('[PY-2] gets a refund for a payment with an open form of the gateway', async () => {
    const one = await buyer(shop())
    const key = await beginPayu(shop(), one, await orderFor(shop(), one, 'chhava'))
    await eraseAccount(shop(), one)
    expect(await paidTooLate(key)).toEqual({ ...BACK, status: 'cancelled' })
    expect(await mailsToNobody()).toBe(0)
  })

  it('[PY-2] sends nothing to an erased address', async () => {
    const one = await buyer(shop())
    const { body } = await addTo(shop(), one, await variantOf(shop(), 'products', 'chhava'), { gift_cart: true })
    const friend = { gift_order: true, email: 'friend@x.test', message: 'For you' }
    const created = await order(shop(), one, body.data.token, friend)
    const key = await beginPayu(shop(), one, created.body.data.order_token)
    await eraseAccount(shop(), one)
    expect(await paidTooLate(key)).toEqual({ ...BACK, status: 'cancelled' })
    expect(await mailsToNobody()).toBe(0)
  })

  it('[SB-4] attack case 43: gets a refund for a debit in progress', async () => {
    const { one, mandate } = await buyerWithMandate(shop())
    mandate.next = 'pending'
    await toNotice(shop())
    await toDebit(shop())
    const key = await pendingOf(one)
    await eraseAccount(shop(), one)
    expect(await paidTooLate(key)).toEqual({ ...BACK, status: 'cancelled' })
    expect([mandate.isEnded, await mailsToNobody()]).toEqual([true, 0])
  })
})

async function pendingOf({ id }: Buyer): Promise<string> {
  const [attempt] = await shop().db.query<{ key: string }>(
    `select a.key from payment_attempts a join orders o on o.id = a.order_id where o.user_id = $1 and a.state = 'pending'`,
    [id],
  )
  return attempt?.key ?? ''
}
