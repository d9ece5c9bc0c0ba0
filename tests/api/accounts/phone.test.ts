import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { openSession } from '../../../src/server/accounts/sessions.ts'
import { buyer, fillCart } from '../support/cart.ts'
import { order } from '../support/payments.ts'
import { ask, makeListener } from '../support/personas.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop()

describe('[WD-2] a phone number', () => {
  const PROFILE = { first_name: 'Anne-Marie', last_name: "O'Neil", state: '', email: 'phone@x.test' }

  it('is checked by the country of the profile, and stored in one form', async () => {
    const token = await openSession(shop().context, await makeListener(shop(), PROFILE.email))
    const save = (country: string, mobile: string) =>
      ask(shop(), endpoints.saveProfile, { ...PROFILE, country, mobile }, { token })
    const readStored = async () =>
      (await ask(shop(), endpoints.myProfile, {}, { token })).body.data.my_profile.mobile as string
    expect(await save('US', '1234567890')).toMatchObject({ status: 400, body: { fields: { mobile: 'mobile' } } })
    for (const [country, typed, stored] of [
      ['US', '(202) 555-0142', '2025550142'],
      ['US', '+91 98765 43210', '+919876543210'],
      ['SG', '8123 4567', '81234567'],
    ] as const) {
      expect((await save(country, typed)).body).toEqual({ status: true })
      expect(await readStored()).toBe(stored)
    }
  })

  it('is checked at the checkout', async () => {
    const one = await buyer(shop())
    const cart = await fillCart(shop(), one, 'chhava')
    const refused = await order(shop(), one, cart, { mobile: '1234567890' })
    expect(refused).toMatchObject({ status: 400, body: { fault: 'badInput', fields: { mobile: 'mobile' } } })
    expect((await order(shop(), one, cart, { mobile: '98765 43210' })).status).toBe(200)
  })
})
