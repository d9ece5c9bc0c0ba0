import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { sendDueGifts } from '../../../src/server/gifts/send-gift.ts'
import { giveTitle } from '../../../src/server/operations/manage-users.ts'
import { buyer } from '../support/cart.ts'
import { refund } from '../support/desk-orders.ts'
import { asGuest, giftOrder, guestGiver, momentsOf, paidGift } from '../support/gifts.ts'
import { owned } from '../support/money.ts'
import { shopWithGateways } from '../support/payments.ts'
import { ask, sentTo } from '../support/personas.ts'
import { idOf } from '../support/shop.ts'
import { enterDesk } from '../support/staff.ts'

const shop = shopWithGateways()
const LINK = { send_by: 'link', email: '', mobile: '', occasion: 'birthday' }
const look = async (code: string, who: { token?: string; address?: string } = {}) =>
  ask(shop(), endpoints.lookAtGift, { code }, who)
const open = async (code: string, who: { token?: string; address?: string } = {}) =>
  ask(shop(), endpoints.openGift, { code }, who)

describe('the link of a gift', () => {
  it('[RM-7] is for the giver to send: no mail goes to the recipient, and none needs an address', async () => {
    const { code, given } = await paidGift(shop(), LINK, { email: 'by-link@x.test' })
    expect(code).toMatch(/^[0-9A-Z-]{23}$/)
    const [mail] = await sentTo(shop(), 'by-link@x.test')
    expect(mail?.subject).toBe('Your gift for Mira is ready to be sent')
    expect(JSON.stringify(mail)).not.toContain(code)
    expect(mail?.body).not.toContain('says only when it opens')
    expect((await given()).body.data).toMatchObject({ send_by: 'link', opened_at: null, redeemed_at: null })
    const byMail = await giftOrder(shop(), await guestGiver(shop()), { email: '', mobile: '', send_by: 'mail' })
    expect(byMail.body.fields).toEqual({ email: 'required', mobile: 'required' })
  })

  it('[RM-7] shows before its hour only when it opens, and changes nothing when it is looked at', async () => {
    const day = { deliver_on: '2026-12-24', deliver_time: '09:00', time_zone: 'Asia/Kolkata' }
    shop().clock.now = new Date('2026-12-03T00:00:00Z')
    const { code, token } = await paidGift(shop(), { ...LINK, ...day })
    expect((await sentTo(shop(), 'giver@x.test')).at(-1)?.body).toContain(
      'Until 24 December 2026, 9:00 am, India Standard Time (Kolkata) the link says only when it opens.',
    )
    const seen = await look(code)
    expect(seen.body.data).toEqual({
      ...{ state: 'waiting', opens_at: '2026-12-24T03:30:00.000Z', first_name: 'Asha' },
      ...{ occasion: 'birthday', has_voice: false },
    })
    expect((await open(code)).body.fault).toBe('notYet')
    const one = await buyer(shop())
    expect((await ask(shop(), endpoints.redeemGift, { code }, one)).body.fault).toBe('notYet')
    shop().clock.now = new Date('2026-12-24T03:30:00Z')
    await sendDueGifts(shop().context)
    for (let time = 0; time < 3; time += 1) expect((await look(code)).body.data.state).toBe('ready')
    expect(await momentsOf(shop(), token)).toMatchObject({ opened_at: null, sent_at: new Date('2026-12-24T03:30:00Z') })
  })

  it('[RM-7] is opened by two at once and twice the same, and becomes the title of one', async () => {
    const { code, given } = await paidGift(shop(), LINK)
    const replies = await Promise.all([open(code), open(code), open(code)])
    for (const { body } of replies)
      expect(body.data).toMatchObject({ first_name: 'Asha', message: 'Well done', occasion: 'birthday', voice: null })
    const { opened_at: openedAt } = (await given()).body.data
    expect(openedAt).not.toBeNull()
    shop().clock.now = new Date(shop().clock.now.getTime() + 60_000)
    await open(code)
    expect((await given()).body.data.opened_at).toBe(openedAt)
    const people = [await buyer(shop()), await buyer(shop())]
    const redeemed = await Promise.all(people.map((one) => ask(shop(), endpoints.redeemGift, { code }, one)))
    expect(redeemed.map(({ status }) => status).toSorted()).toEqual([200, 422])
    const winner = people[redeemed.findIndex(({ status }) => status === 200)]
    const loser = people.find((one) => one !== winner)
    expect((await look(code, winner)).body.data.state).toBe('mine')
    expect((await open(code, winner)).status).toBe(200)
    expect((await look(code, loser)).body.data.state).toBe('redeemed')
    expect((await open(code, loser)).body.fault).toBe('gift')
    expect((await given()).body.data.redeemed_at).not.toBeNull()
  })

  it('[RM-7] waits for whoever has proved the address that it was mailed to, until it is redeemed', async () => {
    const [niece, other] = [await buyer(shop()), await buyer(shop())]
    await shop().db.query('update users set email = null, contact_email = $2 where id = $1', [other.id, niece.email])
    const waiting = async (one: { token: string }) => (await ask(shop(), endpoints.waitingGifts, {}, one)).body.data
    const to = { email: niece.email.toUpperCase() }
    const { code } = await paidGift(shop(), to)
    await paidGift(shop(), { ...to, send_by: 'link' })
    const later = { deliver_on: '2027-03-01', deliver_time: '09:00', time_zone: 'Asia/Kolkata' }
    await paidGift(shop(), { ...to, ...later })
    expect(await waiting(niece)).toEqual([{ code, first_name: 'Asha', occasion: 'thought' }])
    expect(await waiting(other)).toEqual([])
    expect((await ask(shop(), endpoints.waitingGifts, {})).status).toBe(401)
    await ask(shop(), endpoints.redeemGift, { code }, niece)
    expect(await waiting(niece)).toEqual([])
  })

  it('[RM-7] works beside the mail, and the gift is still one', async () => {
    const { code } = await paidGift(shop(), { email: 'both@x.test' })
    const [mail] = await sentTo(shop(), 'both@x.test')
    expect(mail?.body).toContain(`/redeem-gift/#${code}`)
    const one = await buyer(shop())
    expect((await ask(shop(), endpoints.redeemGift, { code }, one)).status).toBe(200)
    expect(await shop().db.query('select 1 from grants where user_id = $1', [one.id])).toHaveLength(1)
  })

  it.each([
    [
      'opened by two at once, and once more by who redeems it',
      async (code: string) => {
        await Promise.all([open(code), open(code), open(code)])
        await ask(shop(), endpoints.redeemGift, { code }, await buyer(shop()))
      },
    ],
    [
      'redeemed by its code alone',
      async (code: string) => void (await ask(shop(), endpoints.redeemGift, { code }, await buyer(shop()))),
    ],
  ])('[RM-7] tells its giver once that it was %s', async (how, use) => {
    const email = `${how.length}-told@x.test`
    const { code, token } = await paidGift(shop(), LINK, { email })
    await look(code)
    expect((await sentTo(shop(), email)).map(({ subject }) => subject)).toEqual([
      'Your gift for Mira is ready to be sent',
    ])
    await use(code)
    const [, news, ...more] = await sentTo(shop(), email)
    expect(news?.subject).toBe('Mira has opened your gift')
    // The link of a guest leads to what became of it, in any browser.
    expect(news?.body).toMatch(new RegExp(`${token}.*#L\\d+_`))
    expect(more).toEqual([])
  })

  it('[RM-7] tells nobody when its giver opens it, or has erased their account', async () => {
    const giver = await buyer(shop())
    const [tried, erased] = [await paidGift(shop(), LINK), await paidGift(shop(), LINK, { email: 'gone@x.test' })]
    await shop().db.query('update orders set user_id = $2, gifter_id = null where token = $1', [tried.token, giver.id])
    await shop().db.query(`update orders set email = '' where token = $1`, [erased.token])
    const before = await sentTo(shop(), 'giver@x.test')
    expect((await open(tried.code, giver)).status).toBe(200)
    expect((await open(erased.code)).status).toBe(200)
    expect(await sentTo(shop(), 'giver@x.test')).toEqual(before)
    expect(await sentTo(shop(), '')).toEqual([])
    expect(await sentTo(shop(), 'gone@x.test')).toHaveLength(1)
  })

  it('[RM-7] says that a refunded gift is gone, and no name', async () => {
    const { token, code } = await paidGift(shop(), LINK)
    await shop().db.query(`update orders set status = 'refunded' where token = $1`, [token])
    expect((await look(code)).body.data).toMatchObject({ state: 'gone', first_name: '' })
    expect((await open(code)).body.fault).toBe('giftGone')
  })

  it('[RM-7] neither shows the title whose money went back, nor asks whether the recipient owns it', async () => {
    const { code, token } = await paidGift(shop(), LINK, {}, ['chhava', 'vyakti'])
    const { cookie } = await enterDesk(shop(), 'owner')
    const [line] = await shop().db.query<{ order: number; id: number }>(
      `select l.order_id as order, l.id from order_lines l join orders o on o.id = l.order_id join products p on p.id = l.product_id
       where o.token = $1 and p.key = 'vyakti'`,
      [token],
    )
    expect(await refund(shop(), cookie, line?.order ?? 0, [line?.id ?? 0])).toMatchObject({ code: 200 })
    const given = [await idOf(shop(), 'products', 'chhava')]
    const idsIn = ({ data }: { data?: { product_details: { id: number }[] } }) =>
      data?.product_details.map(({ id }) => id)
    const niece = await buyer(shop())
    await giveTitle(shop().context, niece.id, 'vyakti')
    const opened = await open(code)
    const redeemed = await ask(shop(), endpoints.redeemGift, { code }, niece)
    expect([idsIn(opened.body), redeemed.status, idsIn(redeemed.body)]).toEqual([given, 200, given])
    expect(await owned(shop(), niece)).toEqual({ chhava: 'gift', vyakti: 'gift' })
  })

  it('[RM-7] cannot be guessed: wrong codes of a network are counted, right ones are not', async () => {
    const { code } = await paidGift(shop(), LINK)
    const from = { address: '10.77.0.1' }
    for (let time = 0; time < 40; time += 1) expect((await look(code, from)).status).toBe(200)
    const guesses = []
    for (let time = 0; time < 31; time += 1)
      guesses.push((await look(`AAAAA-AAAAA-AAAAA-AAA${10 + time}`, from)).status)
    expect(guesses.slice(0, 30)).toEqual(Array(30).fill(422))
    expect(guesses[30]).toBe(429)
    expect((await open(code, from)).status).toBe(429)
    expect((await open(code, { address: '10.78.0.1' })).status).toBe(200)
    for (const odd of ['', ' ', "' or 1=1 --", '%', 'A'.repeat(40)])
      expect((await look(odd, { address: '10.79.0.1' })).status).toBe(422)
    expect((await look('A'.repeat(41), { address: '10.79.0.1' })).status).toBe(400)
  })

  it('[RM-7] and what became of it belong to the giver alone', async () => {
    const { token } = await paidGift(shop(), LINK)
    const stranger = await guestGiver(shop())
    expect((await asGuest(shop(), endpoints.givenGift, { token }, stranger)).status).toBe(404)
    expect((await asGuest(shop(), endpoints.resendGift, { token }, stranger)).status).toBe(404)
    expect((await ask(shop(), endpoints.givenGift, { token }, await buyer(shop()))).status).toBe(404)
  })
})
