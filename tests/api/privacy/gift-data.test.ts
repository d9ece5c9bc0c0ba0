import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { openSession } from '../../../src/server/accounts/sessions.ts'
import { sendDueGifts } from '../../../src/server/gifts/send-gift.ts'
import { applyRetention } from '../../../src/server/privacy/retention.ts'
import { buyer, type Buyer } from '../support/cart.ts'
import { giftOrder, paidGift, payGift } from '../support/gifts.ts'
import { details, shopWithGateways } from '../support/payments.ts'
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

/** What a gift says about its recipient, and to them. */
const stored = async (...gifts: { token: string }[]) =>
  shop().db.query(
    `select g.email, g.first_name, g.last_name, g.mobile, g.message, g.spoken from gifts g join orders o on o.id = g.order_id
     where o.token = any($1) order by o.id`,
    [gifts.map(({ token }) => token)],
  )
const NOTHING = { email: '', first_name: '', last_name: '', mobile: '', message: '', spoken: '' }
const forget = () =>
  applyRetention(shop().context, (error) => {
    throw error
  })

describe('an erasure', () => {
  it('[PR-5] of the giver leaves in paid gifts only what their recipients still need', async () => {
    const [giver, friend, other] = [await buyer(shop()), await buyer(shop()), await buyer(shop())]
    const redeemed = await giftOf(giver, { email: friend.email, spoken: 'Hello' })
    const waiting = await giftOf(giver, { email: other.email, spoken: 'Hello' }, 'kid-1')
    const refunded = await giftOf(giver, { email: other.email }, 'kid-2')
    await redeem(redeemed.code, friend)
    await shop().db.query(`update orders set status = 'refunded' where token = $1`, [refunded.token])
    await shop().db.query(`update gifts set spoken = 'Hello'`)
    expect((await erase(giver)).status).toBe(200)
    const arrives = { ...NOTHING, email: other.email, first_name: 'Mira', message: 'Well done' }
    expect(await stored(redeemed, waiting, refunded)).toEqual([{ ...NOTHING, message: 'Well done' }, arrives, NOTHING])
    const again = { ...friend, token: await openSession(shop().context, friend.id) }
    const opened = await ask(shop(), endpoints.openGift, { code: redeemed.code }, again)
    expect(opened.body.data).toMatchObject({ message: 'Well done', voice: null })
    await forget()
    expect(await stored(waiting)).toEqual([arrives])
    expect((await ask(shop(), endpoints.waitingGifts, {}, other)).body.data).toHaveLength(1)
    expect((await redeem(waiting.code, other)).body.data).toMatchObject({ message: 'Well done' })
    await forget()
    expect(await stored(waiting)).toEqual([{ ...NOTHING, message: 'Well done' }])
    for (const one of [friend, other])
      expect((await erase({ ...one, token: await openSession(shop().context, one.id) })).status).toBe(200)
    expect(await stored(redeemed, waiting)).toEqual([NOTHING, NOTHING])
  })

  it('[PR-5] of who redeemed takes their address and number out of the gift; its giver keeps the first name and the message', async () => {
    const [giver, friend] = [await buyer(shop()), await buyer(shop())]
    const [gift, unopened] = [
      await giftOf(giver, { email: friend.email }),
      await giftOf(giver, { email: friend.email }, 'kid-1'),
    ]
    await redeem(gift.code, friend)
    const before = await stored(unopened)
    expect((await erase(friend)).status).toBe(200)
    const leftOver = { ...NOTHING, first_name: 'Mira', message: 'Well done' }
    expect(await stored(gift)).toEqual([leftOver])
    expect(await stored(unopened)).toEqual(before)
    expect((await details(shop(), giver, gift.token))?.gift_details).toMatchObject({ email: '', first_name: 'Mira' })
    await forget()
    expect(await stored(gift, unopened)).toEqual([leftOver, ...before])
    expect((await erase({ ...giver, token: await openSession(shop().context, giver.id) })).status).toBe(200)
    expect(await stored(gift)).toEqual([NOTHING])
  })
})
