import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { asciiDigits } from '#contract/text/digits.ts'
import { LOCALES } from '#contract/text/locale.ts'
import { messages as messagesOf } from '../../../src/server/runtime/messages.ts'
import { applyRetention, RETENTION } from '../../../src/server/privacy/retention.ts'
import { refundOrderLines } from '../../../src/server/payments/decisions/refund-order-lines.ts'
import { paidOrder } from '../support/desk-orders.ts'
import { buyer, fillCart } from '../support/cart.ts'
import { beginPayu, decide, orderFor, shopWithGateways, postForm } from '../support/payments.ts'
import { payuAnswer } from '../../../src/server/adapters/payment/sandbox-replies.ts'
import { asGuest, giftOrder, guestGiver, paidGift } from '../support/gifts.ts'
import { addUndelivered } from '../support/jobs.ts'
import { runDue } from '../../../src/server/jobs/queue.ts'
import { advanceClock, ask, sentTo } from '../support/personas.ts'
import { openSession } from '../../../src/server/accounts/sessions.ts'

const shop = shopWithGateways()
const YEAR = 366 * 86_400
const forget = () =>
  applyRetention(shop().context, (error) => {
    throw error
  })
const count = async (sql: string, ...values: unknown[]) => (await shop().db.query(sql, values)).length

describe('[OP-3] retention', () => {
  it('is documented in the README', () => {
    const readme = readFileSync(new URL('../../../scripts/deploy/README.md', import.meta.url), 'utf8').replace(
      / {2,}/g,
      ' ',
    )
    expect(
      RETENTION.filter(({ what, howLong, why }) => !readme.includes(`| ${what} | ${howLong} | ${why} |`)).map(
        ({ what }) => what,
      ),
    ).toEqual([])
  })

  it('matches the privacy policy', () => {
    const policy = readFileSync(new URL('../../../i18n/en/legal/privacy.md', import.meta.url), 'utf8')
    const promises = [
      [
        'Orders and invoices: eight years after the end of the financial year',
        'names on paid orders and their gifts',
        '8 years after the end of the financial year',
      ],
      [
        'An account that nobody opened for three years',
        'accounts that nobody opened and that hold no bought or given title',
        '3 years, and a week after a letter',
      ],
      [
        'Without an email address we cannot write: such an account is deleted after four years',
        'such accounts without an email address',
        '4 years',
      ],
      ['Sessions: thirty days without use, ninety days in all', 'sessions', '30 days unused, 90 days in all'],
      ['Letters: two years', 'letters of the contact form', '2 years'],
      ['Auditions: one year', 'auditions', '1 year, unless we work together'],
      ['Technical records: ninety days', 'lines of the log', '90 days, by the settings of the journal'],
    ]
    for (const [promise, what, howLong] of promises)
      expect([promise, policy.includes(promise ?? ''), RETENTION.find((rule) => rule.what === what)?.howLong]).toEqual([
        promise,
        true,
        howLong,
      ])
  })

  it('gives a session the same two ends in the Marathi policy', () => {
    const policy = readFileSync(new URL('../../../i18n/mr/legal/privacy.md', import.meta.url), 'utf8')
    expect(/लॉग इनची मुदत: ([^.]*)\./.exec(policy)?.[1]).toMatch(/तीस दिवस.*नव्वद दिवस/)
  })

  it('[RT-2] is what the notice of each purpose says, in both languages', () => {
    const figures: [purpose: string, what: string, figure: RegExp][] = [
      ['orders', 'names on paid orders and their gifts', /^8 years after the end of the financial year$/],
      ['orders', 'buyers whose account is erased (locked, apart from the orders)', /^8 years/],
      ['account', 'accounts that nobody opened and that hold no bought or given title', /^3 years/],
      ['security', 'lines of the log', /^90 days/],
      ['security', 'places somebody signed in from (sealed)', /^180 days$/],
      ['contact', 'letters of the contact form', /^2 years$/],
      ['contact', 'auditions', /^1 year/],
    ]
    for (const [purpose, what, figure] of figures) {
      const howLong = RETENTION.find((rule) => rule.what === what)?.howLong ?? ''
      expect([what, howLong]).toEqual([what, expect.stringMatching(figure)])
      for (const locale of LOCALES) {
        const notice = messagesOf(locale, 'privacy')(`notice.purposes.${purpose as 'orders'}.howLong`)
        const number = /\d+/.exec(howLong)?.[0] ?? ''
        expect([purpose, asciiDigits(notice).replace(/three|तीन/, '3')]).toEqual([
          purpose,
          expect.stringMatching(new RegExp(`(?<!\\d)${number}(?!\\d)`)),
        ])
      }
    }
  })

  it('[SI-2] deletes contact messages, carts, failed mails, and the names on unpaid and then on paid orders in time', async () => {
    const { db, clock } = shop()
    const paying = await buyer(shop())
    const paid = await orderFor(shop(), paying, 'chhava')
    const payment = decide(shop(), 'payu', await beginPayu(shop(), paying, paid), 'paid')
    await postForm(shop(), '/api/payment/payu/return', payuAnswer(payment))
    const unpaid = await orderFor(shop(), await buyer(shop()), 'chhava')
    await db.query(`update orders set status = 'cancelled' where token = $1`, [unpaid])
    await db.query(
      `insert into contacts (type, first_name, last_name, email, mobile, comments, created_at) values ('customer', 'A', 'B', 'a@x.test', '9876543210', 'x', $1)`,
      [clock.now],
    )
    await addUndelivered(db, clock.now)
    const named = (token: string) =>
      count(`select 1 from orders where token = $1 and email <> '' and first_name <> ''`, token)
    const left = async () => ({
      failed: await count(`select 1 from pgboss.job where name = 'undelivered'`),
      letters: await count('select 1 from contacts'),
      bodies: await count(`select 1 from payment_events where body <> ''`),
      unpaid: await named(unpaid),
      paid: await named(paid),
    })
    await forget()
    expect(await left()).toEqual({ failed: 1, letters: 1, bodies: 1, unpaid: 1, paid: 1 })
    advanceClock(shop(), 31 * 86_400)
    await forget()
    expect(await left()).toEqual({ failed: 0, letters: 1, bodies: 1, unpaid: 1, paid: 1 })
    advanceClock(shop(), YEAR)
    await forget()
    expect(await left()).toEqual({ failed: 0, letters: 1, bodies: 1, unpaid: 0, paid: 1 })
    advanceClock(shop(), YEAR)
    await forget()
    expect(await left()).toEqual({ failed: 0, letters: 0, bodies: 0, unpaid: 0, paid: 1 })
    // For November 2026 the financial year ends in March 2027; eight years later it is April 2035.
    clock.now = new Date('2035-03-31T18:00:00Z')
    await forget()
    expect((await left()).paid).toBe(1)
    clock.now = new Date('2035-03-31T19:00:00Z')
    await forget()
    expect((await left()).paid).toBe(0)
    expect(await count(`select 1 from invoices`)).toBe(1)
  })

  it('[SI-2] empties gifts with their orders, those that nobody paid and those by a link without an address too', async () => {
    const link = { send_by: 'link', email: '' }
    const { token: paid } = await paidGift(shop(), link)
    const unpaid = await giftOrder(shop(), await guestGiver(shop()), { ...link, first_name: 'Unpaid' })
    await shop().db.query(`update orders set status = 'cancelled' where token = $1`, [unpaid.token])
    const named = (token: string) =>
      count(
        `select 1 from gifts g join orders o on o.id = g.order_id where o.token = $1 and (g.first_name <> '' or g.message <> '')`,
        token,
      )
    const both = async () => [await named(paid), await named(unpaid.token)]
    await forget()
    expect(await both()).toEqual([1, 1])
    advanceClock(shop(), YEAR + 86_400)
    await forget()
    expect(await both()).toEqual([1, 0])
    advanceClock(shop(), 9 * YEAR)
    await forget()
    expect(await both()).toEqual([0, 0])
  })

  it('[CA-1] keeps a cart while it is used', async () => {
    const one = await buyer(shop())
    await fillCart(shop(), one, 'chhava')
    advanceClock(shop(), 179 * 86_400)
    const later = { ...one, token: await openSession(shop().context, one.id) }
    await fillCart(shop(), later, 'plan-30')
    advanceClock(shop(), 2 * 86_400)
    await forget()
    expect(await count('select 1 from carts where user_id = $1', one.id)).toBe(1)
    advanceClock(shop(), 179 * 86_400)
    await forget()
    expect(await count('select 1 from carts where user_id = $1', one.id)).toBe(0)
  })

  it('continues after a rule that fails', async () => {
    const failed: unknown[] = []
    const { query } = shop().db
    const db = {
      ...shop().db,
      query: ((text: string, ...rest: []) =>
        /delete from contacts/.test(text) ? Promise.reject(new Error('locked')) : query(text, ...rest)) as typeof query,
    }
    await addUndelivered(shop().db, '2020-01-01')
    await applyRetention({ ...shop().context, db }, (error) => failed.push(error))
    expect([failed.length, await count(`select 1 from pgboss.job where name = 'undelivered'`)]).toEqual([1, 0])
  })

  it('[PR-5] warns an account that was unused for three years, and erases it a week later unless it is used', async () => {
    const { db, clock } = shop()
    const [sleeper, waker, owner, member] = [
      await buyer(shop()),
      await buyer(shop()),
      await buyer(shop()),
      await buyer(shop()),
    ]
    await db.query(
      `insert into library_entries (user_id, product_id, how, added_at) select $1, id, 'purchase', $2 from products limit 1`,
      [owner.id, clock.now],
    )
    const there = async () =>
      Promise.all([sleeper, waker, owner, member].map(({ id }) => count('select 1 from users where id = $1', id)))
    await forget()
    advanceClock(shop(), 3 * YEAR)
    const ends = new Date(clock.now.getTime() + 86_400_000)
    await db.query(
      `insert into subscriptions (user_id, plan_id, starts_at, ends_at) select $1, id, $2, $3 from plans limit 1`,
      [member.id, clock.now, ends],
    )
    await forget()
    const messages = async () => {
      await runDue(shop().context)
      const mails = await db.query<{ recipient: string }>(
        `select recipient from outbox where subject like 'Do you want to keep your account%' order by recipient`,
      )
      const addresses = new Set([sleeper, waker, owner, member].map(({ email }) => email))
      return mails.map(({ recipient }) => recipient).filter((recipient) => addresses.has(recipient))
    }
    expect([await there(), await messages()]).toEqual([
      [1, 1, 1, 1],
      [sleeper.email, waker.email],
    ])
    advanceClock(shop(), 6 * 86_400)
    await openSession(shop().context, waker.id)
    await forget()
    expect(await there()).toEqual([1, 1, 1, 1])
    advanceClock(shop(), 2 * 86_400)
    // A mail that has waited for two days means that the warning may not have been sent.
    await forget()
    expect(await there()).toEqual([1, 1, 1, 1])
    await runDue(shop().context)
    await forget()
    expect(await there()).toEqual([0, 1, 1, 1])
    expect((await sentTo(shop(), sleeper.email)).at(-1)?.subject).toContain('has been erased')
  })

  it('[PR-5] erases an account without an address after four years unused, and without a mail', async () => {
    const { db, clock } = shop()
    const [sleeper, second, waker, owner, written] = await Promise.all(Array.from({ length: 5 }, () => buyer(shop())))
    const all = [sleeper, second, waker, owner].map((one) => one?.id)
    await db.query(`update users set email = null, contact_email = '' where id = any($1)`, [all])
    await db.query('update users set seen_at = $2 where id = any($1)', [[...all, written?.id], clock.now])
    await db.query(
      `insert into library_entries (user_id, product_id, how, added_at) select $1, id, 'gift', $2 from products limit 1`,
      [owner?.id, clock.now],
    )
    const there = () => Promise.all(all.map((id) => count('select 1 from users where id = $1', id)))
    advanceClock(shop(), 4 * YEAR - 10 * 86_400)
    await openSession(shop().context, waker?.id ?? 0)
    await forget()
    expect(await there()).toEqual([1, 1, 1, 1])
    advanceClock(shop(), 10 * 86_400)
    for (let night = 0; night < 2; night += 1) await forget()
    expect(await there()).toEqual([0, 0, 1, 1])
    expect(await sentTo(shop(), '')).toEqual([])
    // Whoever can be asked is asked, and has a week.
    expect(await count('select 1 from users where id = $1 and warned_at is not null', written?.id)).toBe(1)
  })

  it('[SI-2] keeps the buyer’s name for eight years after the last invoice or credit note, not after the order', async () => {
    const { clock } = shop()
    clock.now = new Date('2027-03-31T18:00:00Z')
    const one = await buyer(shop())
    const token = await orderFor(shop(), one, 'chhava')
    const begun = await beginPayu(shop(), one, token)
    // After midnight in India: the next financial year.
    clock.now = new Date('2027-03-31T19:00:00Z')
    await postForm(shop(), '/api/payment/payu/return', payuAnswer(decide(shop(), 'payu', begun, 'paid')))
    const named = () => count(`select 1 from orders where token = $1 and email <> ''`, token)
    expect(await count('select 1 from invoices i join orders o on o.id = i.order_id where o.token = $1', token)).toBe(1)
    clock.now = new Date('2036-03-31T18:00:00Z')
    await forget()
    expect(await named()).toBe(1)
    clock.now = new Date('2036-03-31T19:00:00Z')
    await forget()
    expect(await named()).toBe(0)
  })

  it('[SI-2] counts the eight years from the credit note of a single title too', async () => {
    const { clock } = shop()
    clock.now = new Date('2027-03-30T00:00:00Z')
    const { id, token } = await paidOrder(shop(), ['kid-1', 'kid-2'])
    clock.now = new Date('2027-04-02T00:00:00Z')
    const [line] = await shop().db.query<{ id: number }>('select id from order_lines where order_id = $1 limit 1', [id])
    expect(await refundOrderLines(shop().context, id, [line?.id ?? 0], {})).toMatchObject({ is_whole: false })
    const named = () => count(`select 1 from orders where token = $1 and email <> ''`, token)
    clock.now = new Date('2035-04-30T00:00:00Z')
    await forget()
    expect(await named()).toBe(1)
    clock.now = new Date('2036-04-01T00:00:00Z')
    await forget()
    expect(await named()).toBe(0)
  })

  it('[RM-7] keeps the links of guests who paid, and nothing else of guests, 90 days after their token ends', async () => {
    shop().clock.now = new Date('2026-11-21T06:00:00Z')
    const [payer, other] = ['links@x.test', 'unpaid@x.test']
    const day = { deliver_on: '2027-11-01', deliver_time: '09:00', time_zone: 'Asia/Kolkata' }
    const { token, code } = await paidGift(shop(), { send_by: 'link', ...day }, { email: payer })
    await giftOrder(shop(), await guestGiver(shop(), { email: other }))
    await shop().db.query(`update orders set status = 'cancelled' where email = $1`, [other])
    const newestLink = async () => /#(L\d+_[\w-]+)/.exec((await sentTo(shop(), payer)).at(-1)?.body ?? '')?.[1] ?? ''
    const isOpenBy = async (link: string) =>
      (await asGuest(shop(), endpoints.givenGift, { token }, `Gift ${link}`)).status === 200
    const atFirst = await newestLink()
    const named = () => count('select 1 from gifters where email = any($1)', [payer, other])
    const guests = () => count('select 1 from gifters')
    const before = await guests()
    advanceClock(shop(), 90 * 86_400)
    await forget()
    expect([await named(), await isOpenBy(atFirst)]).toEqual([2, true])
    advanceClock(shop(), 2 * 86_400)
    for (let night = 0; night < 2; night += 1) await forget()
    expect([await named(), (await guests()) < before, await isOpenBy(atFirst)]).toEqual([0, true, true])
    expect(
      await count(
        `select 1 from gifters where (first_name, last_name, mobile, country, state) <> ('', '', '', '', '')`,
      ),
    ).toBe(0)
    advanceClock(shop(), 260 * 86_400)
    expect((await ask(shop(), endpoints.openGift, { code })).status).toBe(200)
    const later = await newestLink()
    expect([later === atFirst, await isOpenBy(later)]).toEqual([false, true])
  })
})
