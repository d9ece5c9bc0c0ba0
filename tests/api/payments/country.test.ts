import { beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { buyer, cartOf, fillCart, type Buyer } from '../support/cart.ts'
import { answer, owned } from '../support/money.ts'
import { beginPayu, decide, details, order, orderFor, shopWithGateways, visit } from '../support/payments.ts'
import { advanceClock, ask } from '../support/personas.ts'
import { DAY } from '../support/renewals.ts'
import { openSession } from '../../../src/server/accounts/sessions.ts'

const shop = shopWithGateways()
beforeAll(() => void (shop().app.guard.countryHeader = 'x-country'))
const from = (country: string) => ({ headers: { 'x-country': country } })

const profile = (one: Buyer, country: string, state = '') => ({
  first_name: 'Asha',
  last_name: 'Joshi',
  country,
  state,
  mobile: '+919876543210',
  email: one.email,
})
const move = async (one: Buyer, country: string, state = '', origin: object = {}) =>
  ask(shop(), endpoints.saveProfile, profile(one, country, state), { token: one.token, ...origin })

/** An order as the buyer's network sends it. */
async function orderFrom(one: Buyer, network: string, key = 'chhava') {
  const cart = await fillCart(shop(), one, key)
  const input = {
    order_currency: '1',
    gift_order: false,
    email: one.email,
    cart_token: cart,
    first_name: 'Asha',
    last_name: 'Joshi',
    country: 'IN',
    mobile: '+919876543210',
  }
  return (await ask(shop(), endpoints.createOrder, input, { token: one.token, ...from(network) })).body.data
    .order_token as string
}

async function payByPaypal(one: Buyer, token: string, payer?: string) {
  const { body } = await ask(shop(), endpoints.paypalCheckout, { token }, { token: one.token })
  const id = new URL(body.address).searchParams.get('token') ?? ''
  Object.assign(decide(shop(), 'paypal', id, 'approved'), { stateAfterCapture: 'paid', country: payer })
  await shop().app.inject(`/api/payment/paypal/return/${token}?token=${id}`)
  return (await details(shop(), one, token)).payment
}

describe('the country of a buyer', () => {
  it('[MO-3] is that of the profile when one other fact agrees', async () => {
    const one = await buyer(shop(), { country: 'US' })
    expect(await payByPaypal(one, await orderFrom(one, 'DE'), 'IN')).toBe('paid')
    const traveller = await buyer(shop())
    const token = await orderFrom(traveller, 'US')
    await answer(shop(), await beginPayu(shop(), traveller, token), 'paid')
    expect((await details(shop(), traveller, token)).payment).toBe('paid')
  })

  it('[MO-3] is held for the operator when network and payer speak against the profile', async () => {
    const one = await buyer(shop(), { country: 'US' })
    expect(await payByPaypal(one, await orderFrom(one, 'IN'), 'IN')).toBe('held')
    expect([await owned(shop(), one), shop().alarms]).toEqual([{}, expect.arrayContaining(['payment held'])])
    const other = await buyer(shop(), { country: 'US' })
    expect(await payByPaypal(other, await orderFrom(other, 'IN'), undefined)).toBe('held')
  })

  it('[MO-3] is held when a foreign card pays the rupee price from abroad', async () => {
    const one = await buyer(shop())
    const token = await orderFrom(one, 'US')
    const { body } = await ask(shop(), endpoints.payuCheckout, { token }, { token: one.token })
    await visit(shop(), body.form.action, body.form.fields)
    decide(shop(), 'payu', body.form.fields.txnid, 'started').mode = 'CC'
    await answer(shop(), body.form.fields.txnid, 'paid')
    expect((await details(shop(), one, token)).payment).toBe('held')
  })

  it('[MO-3] stays where the buyer pays and is, when one edit of the profile says otherwise', async () => {
    const one = await buyer(shop(), { state: 'KA' })
    await answer(shop(), await beginPayu(shop(), one, await orderFrom(one, 'IN', 'vyakti')), 'paid')
    expect((await move(one, 'US')).status).toBe(200)
    const token = await orderFrom(one, 'IN')
    expect(await details(shop(), one, token)).toMatchObject({
      summary: { currency: 'INR', taxes: [{ component: 'IGST' }], total: { amount: '234.82' } },
    })
    const cart = await cartOf(shop(), one)
    expect([cart.summary.currency, cart.charged_in]).toEqual(['INR', 'IN'])
    const abroad = await orderFrom(one, 'US', 'shyamchi-aai')
    expect((await details(shop(), one, abroad)).summary.currency).toBe('USD')
  })

  it('[MO-3] decides as before when the proxy names no country and the gateway no payer', async () => {
    const one = await buyer(shop(), { country: 'US' })
    const { body } = await order(shop(), one, await fillCart(shop(), one, 'chhava'), { country: 'US' })
    expect(await payByPaypal(one, body.data.order_token)).toBe('paid')
  })

  it('[MO-3] that changed after a payment is held unless the new payer shows it', async () => {
    const moved = async (payer: string | undefined) => {
      const one = await buyer(shop())
      await answer(shop(), await beginPayu(shop(), one, await orderFor(shop(), one, 'vyakti')), 'paid')
      await move(one, 'US')
      const { body } = await order(shop(), one, await fillCart(shop(), one, 'chhava'), { country: 'US' })
      return payByPaypal(one, body.data.order_token, payer)
    }
    expect([await moved('US'), await moved('IN'), await moved(undefined)]).toEqual(['paid', 'held', 'held'])
  })
})

describe('a change of country', () => {
  it('[MO-3] is written down, and possible twice in half a year', async () => {
    const one = await buyer(shop())
    expect((await move(one, 'US', '', from('IN'))).status).toBe(200)
    expect((await move(one, 'IN', 'KA')).status).toBe(200)
    expect((await move(one, 'IN', 'MH')).status).toBe(200)
    expect((await move(one, 'DE')).body).toMatchObject({ fault: 'badInput', fields: { country: 'limited' } })
    const noted = await shop().db.query(
      `select who, action, details from operator_actions where target = $1 order by id`,
      [`user ${one.id}`],
    )
    expect(noted).toEqual([
      { who: 'the listener', action: 'country', details: { from: 'IN', to: 'US', network: 'IN' } },
      { who: 'the listener', action: 'country', details: { from: 'US', to: 'IN' } },
    ])
    advanceClock(shop(), 181 * DAY)
    const token = await openSession(shop().context, one.id)
    expect((await move({ ...one, token }, 'DE')).status).toBe(200)
  })

  it('[MO-3] does not count while a new profile is filled in', async () => {
    const one = await buyer(shop())
    await shop().db.query('update users set profile_completed = false where id = $1', [one.id])
    for (const country of ['US', 'DE', 'FR', 'US']) expect((await move(one, country)).status).toBe(200)
  })
})
