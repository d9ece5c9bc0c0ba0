import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { NOTICE_VERSION, PURPOSE_NAMES, PURPOSES } from '#contract/privacy.ts'
import { listActions } from '../../../src/server/audit/audit-log.ts'
import { openSession } from '../../../src/server/accounts/sessions.ts'
import { tellOfNewNotice } from '../../../src/server/privacy/new-notice.ts'
import { openSealedBuyer } from '../../../src/server/privacy/sealed-buyers.ts'
import { applyRetention } from '../../../src/server/privacy/retention.ts'
import { orderFor } from '../support/payments.ts'
import { buyer } from '../support/cart.ts'
import { advanceClock, ask, makeListener, PASSWORD, sentTo } from '../support/personas.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop()
const PICTURE = `listeners/${'a'.repeat(32)}.webp`
const MARATHI = { headers: { 'accept-language': 'mr' } }

async function oldAccount(email: string) {
  const id = await makeListener(shop(), email)
  return { id, email, token: await openSession(shop().context, id) }
}
/** Signs up by the link of a mail, as the form does. */
async function signUp(email: string, from: object): Promise<string> {
  await ask(shop(), endpoints.registerEmail, { email }, from)
  const [mail] = await sentTo(shop(), email)
  const token = /sign-up\/([^/]+)/.exec(mail?.body ?? '')?.[1] ?? ''
  const name = { first_name: 'Asha', last_name: 'Joshi', mobile: '9876543210', country: 'IN', state: 'MH' }
  await ask(
    shop(),
    endpoints.register,
    { ...name, email, password: PASSWORD, token, newsletter_subscribed: true },
    from,
  )
  return (await ask(shop(), endpoints.login, { login_type: 'normal', email, password: PASSWORD })).body.token
}
const choicesOf = async (token: string) => (await ask(shop(), endpoints.privacyChoices, {}, { token })).body.data

describe('receipts of the privacy notice', () => {
  it('[RT-1] are written at sign-up, one for each purpose, in the language of the page', async () => {
    const token = await signUp('newborn@x.test', MARATHI)
    const { is_new, choices, receipts } = await choicesOf(token)
    expect([is_new, choices]).toEqual([false, { newsletter: true, profileDetails: false }])
    expect(receipts.map(({ purpose }: { purpose: string }) => purpose).toSorted()).toEqual(PURPOSE_NAMES.toSorted())
    for (const receipt of receipts)
      expect(receipt).toMatchObject({
        notice: NOTICE_VERSION,
        language: 'mr',
        is_given: receipt.purpose !== 'profileDetails',
      })
    expect(await tellOfNewNotice(shop().context)).toBe(0)
  })

  it('[RT-1] a consent is taken back and given again by one call each, and every change has a receipt', async () => {
    const { id, token } = await oldAccount('choice@x.test')
    const choose = async (purpose: string, is_given: boolean) =>
      (await ask(shop(), endpoints.setPrivacyChoice, { purpose, is_given }, { token })).body.data
    expect((await choose('newsletter', true)).choices.newsletter).toBe(true)
    expect((await choose('newsletter', true)).receipts).toHaveLength(1)
    await ask(shop(), endpoints.setNewsletter, { newsletter_subscribed: false }, { token })
    const { choices, receipts } = await choicesOf(token)
    expect([choices.newsletter, receipts.map((one: { is_given: boolean }) => one.is_given)]).toEqual([
      false,
      [false, true],
    ])
    const [user] = await shop().db.query('select newsletter from users where id = $1', [id])
    expect(user).toEqual({ newsletter: false })
  })

  it('[RT-1] taking back the details of the profile deletes date of birth, gender and picture', async () => {
    const { id, token } = await oldAccount('details@x.test')
    const profile = { first_name: 'Asha', last_name: 'Joshi', country: 'IN', state: 'MH', mobile: '9876543210' }
    const more = { email: 'details@x.test', gender: '2', birth_date: '1990-01-02' }
    await ask(shop(), endpoints.saveProfile, { ...profile, ...more }, { token })
    await shop().context.media.put(PICTURE, Buffer.from('portrait'))
    await shop().db.query(`update users set picture = $2 where id = $1`, [id, `/media/${PICTURE}`])
    expect((await choicesOf(token)).choices.profileDetails).toBe(true)
    const { body } = await ask(
      shop(),
      endpoints.setPrivacyChoice,
      { purpose: 'profileDetails', is_given: false },
      { token },
    )
    expect(body.data.choices.profileDetails).toBe(false)
    expect(body.data.receipts.map((one: { is_given: boolean }) => one.is_given)).toEqual([false, true])
    expect(await shop().db.query('select gender, birth_date, picture from users where id = $1', [id])).toEqual([
      { gender: null, birth_date: null, picture: null },
    ])
    expect(await shop().context.media.stat(PICTURE)).toBeUndefined()
  })

  it('[RT-1] belong to their listener, and a guest has none', async () => {
    const [one, other] = [await oldAccount('one@x.test'), await oldAccount('other@x.test')]
    await ask(shop(), endpoints.confirmNotice, {}, { token: one.token })
    expect((await choicesOf(other.token)).receipts).toEqual([])
    expect((await ask(shop(), endpoints.privacyChoices, {})).status).toBe(401)
    const wrong = await ask(
      shop(),
      endpoints.setPrivacyChoice,
      { purpose: 'orders', is_given: false },
      { token: one.token },
    )
    expect(wrong.status).toBe(400)
  })
})

describe('a new notice', () => {
  it('[RT-1] is told to old accounts once, by notification and mail, and confirmed once', async () => {
    const { id, email, token } = await oldAccount('old@x.test')
    expect((await choicesOf(token)).is_new).toBe(true)
    // Two processes.
    await Promise.all([tellOfNewNotice(shop().context), tellOfNewNotice(shop().context)])
    await tellOfNewNotice(shop().context)
    const mails = await sentTo(shop(), email)
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/purpose by purpose$/)])
    expect(mails[0]?.body).toContain('/privacy-choices/')
    const notified = await shop().db.query<{ translations: { mr: { name: string } } }>(
      'select translations from notifications where user_id = $1',
      [id],
    )
    expect(notified.map(({ translations }) => translations.mr.name)).toEqual(['आमची गोपनीयता सूचना नवी आहे'])
    for (let times = 0; times < 2; times += 1) await ask(shop(), endpoints.confirmNotice, {}, { token })
    const { is_new, receipts } = await choicesOf(token)
    expect([is_new, receipts.length]).toEqual([false, PURPOSE_NAMES.length])
    const given = Object.fromEntries(
      receipts.map(({ purpose, is_given }: { purpose: string; is_given: boolean }) => [purpose, is_given]),
    )
    for (const purpose of PURPOSE_NAMES)
      expect([purpose, given[purpose]]).toEqual([purpose, PURPOSES[purpose] !== 'choice'])
  })
})

describe('the buyer of an erased account', () => {
  it('[RT-2] leaves the orders, is sealed apart, opened with a reason that is logged, and deleted after eight years', async () => {
    const me = await buyer(shop())
    const order = await orderFor(shop(), me, 'plan-30')
    await shop().db.query(`update orders set status = 'paid', paid_at = $2 where token = $1`, [order, shop().clock.now])
    const rowOf = () =>
      shop().db.query('select email, first_name, last_name, mobile from orders where token = $1', [order])
    const [before] = await rowOf()
    const erased = await ask(
      shop(),
      endpoints.deleteAccount,
      { password: PASSWORD, confirmed: true },
      { token: me.token },
    )
    expect(erased.status).toBe(200)
    expect(await rowOf()).toEqual([{ email: '', first_name: '', last_name: '', mobile: '' }])
    const [stored] = await shop().db.query<{ sealed: Buffer }>('select sealed from sealed_buyers')
    expect(stored?.sealed.toString('latin1')).not.toContain(String(before?.['email']))
    expect(await openSealedBuyer(shop().context, order, 'Income tax office, letter 12')).toEqual(before)
    const { rows } = await listActions(shop(), { page: 1, limit: 5 })
    expect(rows[0]).toMatchObject({ action: 'unseal', details: { reason: 'Income tax office, letter 12' } })
    advanceClock(shop(), 9.5 * 366 * 86_400)
    await applyRetention(shop().context, (error) => {
      throw error
    })
    expect(await shop().db.query('select 1 from sealed_buyers')).toEqual([])
  })
})
