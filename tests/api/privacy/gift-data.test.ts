import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { openSession } from '../../../src/server/accounts/sessions.ts'
import { sendDueGifts } from '../../../src/server/gifts/send-gift.ts'
import { buyer, type Buyer } from '../support/cart.ts'
import { giftOrder, paidGift, payGift } from '../support/gifts.ts'
import { shopWithGateways } from '../support/payments.ts'
import { ask, PASSWORD, sentTo } from '../support/personas.ts'

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

const later = (email: string) => ({ email, deliver_on: '2027-03-01', deliver_time: '09:00', time_zone: 'Asia/Kolkata' })
const erase = (one: Buyer) =>
  ask(shop(), endpoints.deleteAccount, { password: PASSWORD, confirmed: true }, { token: one.token })

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

describe('a gift whose giver erased the account', () => {
  it('[PR-5] is delivered from a friend, in the language of each reader', async () => {
    const [giver, friend, other] = [await buyer(shop()), await buyer(shop()), await buyer(shop())]
    const gifts = [await giftOf(giver, later(friend.email)), await giftOf(giver, later(other.email), 'kid-1')]
    await shop().db.query(`update orders set locale = 'mr' where token = $1`, [gifts[1]?.token])
    expect((await erase(giver)).status).toBe(200)
    shop().clock.now = new Date('2027-03-01T03:30:00Z')
    await sendDueGifts(shop().context)
    const [mail] = await sentTo(shop(), friend.email)
    expect(mail?.subject).toBe('A friend has a gift for you at Kathavani')
    expect(mail?.body).toMatch(/A friend gives you.*एक स्नेही यांनी/s)
    const [inMarathi] = await sentTo(shop(), other.email)
    expect(inMarathi?.subject).toMatch(/^एक स्नेही यांनी/)
    expect(inMarathi?.body).toMatch(/एक स्नेही यांनी.*A friend sends you/s)
    for (const [at, one] of [friend, other].entries()) {
      const token = await openSession(shop().context, one.id)
      const headers = { 'accept-language': at === 0 ? 'en' : 'mr' }
      const { body } = await ask(shop(), endpoints.redeemGift, { code: gifts[at]?.code ?? '' }, { token, headers })
      expect(body.data).toMatchObject({ first_name: at === 0 ? 'A friend' : 'एक स्नेही', message: 'Well done' })
    }
  })
})
