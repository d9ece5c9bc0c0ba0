import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { buyer, type Buyer } from '../support/cart.ts'
import { giftOrder, paidGift, payGift } from '../support/gifts.ts'
import { shopWithGateways } from '../support/payments.ts'
import { ask } from '../support/personas.ts'

const shop = shopWithGateways()
const CONTACT = { first_name: 'Mira', last_name: 'Rao', mobile: '9876511111', country: 'IN' }
const NO_CONTACT = { email: null, first_name: null, last_name: null, mobile: null, country: null }

/** A gift of somebody with an account, paid. */
async function giftOf(giver: Buyer, more: object = {}, key = 'chhava') {
  const authorization = `Token ${giver.token}`
  const { token } = await giftOrder(shop(), authorization, more, [key])
  await payGift(shop(), authorization, token)
  const { body } = await ask(shop(), endpoints.givenGift, { token }, giver)
  return { token, code: body.data.code as string }
}
const redeem = (code: string, one: Buyer) => ask(shop(), endpoints.redeemGift, { code }, one)
const giftsOf = async (one: Buyer) => (await ask(shop(), endpoints.myData, {}, one)).body.data.gifts

describe('gifts in an export', () => {
  it('[PR-5] name the recipient to the giver and to the proved address itself, not to whoever redeemed', async () => {
    const [giver, friend, stranger] = [await buyer(shop()), await buyer(shop()), await buyer(shop())]
    const { code } = await giftOf(giver, { email: friend.email })
    const { code: second } = await paidGift(shop(), { email: friend.email.toUpperCase() }, {}, ['kid-1'])
    expect((await redeem(code, stranger)).status).toBe(200)
    expect((await redeem(second, friend)).status).toBe(200)
    const message = { message: 'Well done', occasion: 'thought', redeemed_at: expect.any(String) }
    expect(await giftsOf(giver)).toMatchObject([{ email: friend.email, ...CONTACT, ...message }])
    expect(await giftsOf(stranger)).toMatchObject([{ ...NO_CONTACT, ...message }])
    expect(await giftsOf(friend)).toMatchObject([{ ...CONTACT, ...message }])
  })

  it('[PR-5] name nobody to an address that was only typed', async () => {
    const typed = await buyer(shop())
    const { code } = await paidGift(shop(), { email: typed.email })
    await shop().db.query('update users set email = null, contact_email = $2 where id = $1', [typed.id, typed.email])
    expect((await redeem(code, typed)).status).toBe(200)
    expect(await giftsOf(typed)).toMatchObject([NO_CONTACT])
  })
})
