import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { sendDueGifts } from '../../../src/server/gifts/send-gift.ts'
import { asGuest, giftOrder, guestGiver, momentsOf, paidGift } from '../support/gifts.ts'
import { shopWithGateways } from '../support/payments.ts'
import { sentTo } from '../support/personas.ts'

const shop = shopWithGateways()
const at = (moment: string) => void (shop().clock.now = new Date(moment))
const orderWith = async (more: object) => (await giftOrder(shop(), await guestGiver(shop()), more)).body

describe('the day and hour of a gift', () => {
  it.each([
    ['America/Chicago', '2027-03-14', '2027-03-14T14:00:00Z', 'on the day when clocks are put forward'],
    ['America/Chicago', '2027-11-07', '2027-11-07T15:00:00Z', 'on the day when they are put back'],
    ['Europe/London', '2027-03-28', '2027-03-28T08:00:00Z', 'on the day when clocks are put forward'],
    ['Asia/Kolkata', '2027-03-14', '2027-03-14T03:30:00Z', 'without daylight saving'],
  ])('[RM-7] are those of the recipient: %s, %s, %s, %s', async (time_zone, day, moment) => {
    at('2026-12-03T00:00:00Z')
    const email = `${time_zone.replace('/', '-')}-${day}@x.test`.toLowerCase()
    const { given, token } = await paidGift(shop(), { email, time_zone, deliver_on: day, deliver_time: '09:00' })
    expect((await given()).body.data).toMatchObject({ deliver_at: new Date(moment).toISOString(), sent_at: null })
    at(new Date(new Date(moment).getTime() - 1_000).toISOString())
    await sendDueGifts(shop().context)
    expect(await sentTo(shop(), email)).toEqual([])
    at(moment)
    await Promise.all([sendDueGifts(shop().context), sendDueGifts(shop().context)])
    expect(await sentTo(shop(), email)).toHaveLength(1)
    expect((await momentsOf(shop(), token))?.sent_at).toEqual(new Date(moment))
    // A clock that is set back sends nothing twice.
    at('2026-12-03T00:00:00Z')
    await sendDueGifts(shop().context)
    at('2027-12-03T00:00:00Z')
    await sendDueGifts(shop().context)
    expect(await sentTo(shop(), email)).toHaveLength(1)
  })

  it('[RM-7] come although an older gift cannot be sent', async () => {
    at('2026-12-03T00:00:00Z')
    const due = { deliver_on: '2026-12-24', deliver_time: '09:00', time_zone: 'Asia/Kolkata' }
    const broken = await paidGift(shop(), { ...due, email: 'broken@x.test' })
    await paidGift(shop(), { ...due, email: 'whole@x.test' })
    await shop().db.query(
      `update gifts set code_sealed = 'not sealed by this shop' where order_id = (select id from orders where token = $1)`,
      [broken.token],
    )
    at('2026-12-24T03:30:00Z')
    const failures: unknown[] = []
    await sendDueGifts(shop().context, (error) => failures.push(error))
    expect([(await sentTo(shop(), 'whole@x.test')).length, failures.length]).toEqual([1, 1])
    await shop().db.query('update gifts set code_sealed = null where code_sealed = $1', ['not sealed by this shop'])
  })

  it('[RM-7] are refused at their fields when they are past, too far, or in no time zone', async () => {
    at('2026-12-03T10:00:00Z')
    const zone = { deliver_time: '09:00', time_zone: 'America/Chicago' }
    const faultOf = async (more: object) => (await orderWith({ ...zone, ...more })).fields
    expect(await faultOf({ deliver_on: '2026-12-03', deliver_time: '03:59' })).toEqual({ deliver_on: 'deliveryPast' })
    expect(await faultOf({ deliver_on: '2026-12-03', deliver_time: '04:01' })).toBeUndefined()
    expect(await faultOf({ deliver_on: '2028-01-01' })).toEqual({ deliver_on: 'deliveryDay' })
    expect(await faultOf({ deliver_on: '2026-12-24', time_zone: 'Mars/Olympus' })).toEqual({ time_zone: 'timeZone' })
    expect(await faultOf({ deliver_on: '2026-12-24', deliver_time: '25:00' })).toEqual({ deliver_time: 'time' })
    expect(await faultOf({ deliver_on: '2026-12-24', send_by: 'pigeon' })).toHaveProperty('send_by')
  })

  it('[RM-7] can be changed by the giver until it is sent, also from the mailed link, and by nobody else', async () => {
    at('2026-12-03T00:00:00Z')
    const early = { email: 'moved@x.test', deliver_on: '2026-12-24', deliver_time: '09:00', time_zone: 'Asia/Kolkata' }
    const { gift, token, given } = await paidGift(shop(), early, { email: 'mover@x.test' })
    const [mail] = await sentTo(shop(), 'mover@x.test')
    expect(mail?.subject).toContain('24 December 2026')
    const link = /#(L\d+_\d+_[\w-]{43})\s/.exec(mail?.body ?? '')?.[1] ?? ''
    const move = (more: object, by = gift) =>
      asGuest(shop(), endpoints.moveGift, { token, deliver_time: '08:00', time_zone: 'Asia/Kolkata', ...more }, by)
    expect((await move({ deliver_on: '2026-12-01' })).body.fields).toEqual({ deliver_on: 'deliveryPast' })
    expect((await move({ deliver_on: '2026-12-25' }, `Gift ${link}`)).body.data.deliver_at).toBe(
      '2026-12-25T02:30:00.000Z',
    )
    expect((await move({ deliver_on: '2026-12-26' }, await guestGiver(shop()))).status).toBe(404)
    const forged = link.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))
    expect((await move({ deliver_on: '2026-12-26' }, `Gift ${forged}`)).status).toBe(401)
    // Without a day it goes out at once, and then its day is past changing.
    expect((await move({ deliver_on: '', time_zone: '' })).status).toBe(200)
    expect(await sentTo(shop(), 'moved@x.test')).toHaveLength(1)
    expect((await move({ deliver_on: '2026-12-26' })).body.fault).toBe('alreadySent')
    expect((await given()).body.data.sent_at).not.toBeNull()
  })

  it('[RM-7] leave the mail to be sent once more with the same link, some times a day', async () => {
    const { gift, token, code } = await paidGift(shop(), { email: 'again@x.test' })
    const again = () => asGuest(shop(), endpoints.resendGift, { token }, gift)
    for (let time = 0; time < 3; time += 1) expect((await again()).status).toBe(200)
    expect((await again()).status).toBe(429)
    const mails = await sentTo(shop(), 'again@x.test')
    expect(mails).toHaveLength(4)
    for (const { body } of mails) expect(body).toContain(`/redeem-gift/#${code}`)
  })
})
