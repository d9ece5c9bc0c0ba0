import { applySettings, legalFacts } from '#brand/brand.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { askDesk, paidOrder, refund, storyOf } from '../support/desk-orders.ts'
import { gift, owned, redeem, returnedAt } from '../support/money.ts'
import { buyer, cartOf } from '../support/cart.ts'
import {
  beginPayu,
  decide,
  details,
  order as placeOrder,
  orderFor,
  pollOnce,
  postForm,
  shopWithGateways,
} from '../support/payments.ts'
import { payuAnswer } from '../../../src/server/adapters/payment/sandbox-replies.ts'
import { advanceClock, ask, sentTo } from '../support/personas.ts'
import { readGauges } from '../../../src/server/operations/monitoring/gauges.ts'
import { listHeld } from '../../../src/server/payments/manage-orders.ts'
import { textOfPdf } from '../support/pdf-text.ts'
import { FIRM } from '../support/firm.ts'
import { enterDesk } from '../support/staff.ts'

const shop = shopWithGateways()
let cookie = ''
beforeAll(async () => void ({ cookie } = await enterDesk(shop(), 'accounts')))
const kindsOf = async (id: number) => (await storyOf(shop(), cookie, id)).story.map(({ kind }) => kind)
const find = async (q: string, filter = 'all') =>
  ((await askDesk(shop(), cookie, endpoints.deskOrders, { q, filter }))['data'] as { id: number }[]).map(({ id }) => id)

describe('an order at the desk', () => {
  it('[DK-7] is found by name, address, titles, numbers and amount, in either digits', async () => {
    const { id, one, key } = await paidOrder(shop(), ['kid-1', 'kid-2'])
    const { story, attempts, name, total } = await storyOf(shop(), cookie, id)
    const invoice = story.find(({ kind }) => kind === 'invoice')?.what ?? ''
    const amount = `${Math.floor(total / 100)}.${String(total % 100).padStart(2, '0')}`
    const devanagari = amount.replace(/\d/g, (digit) => String.fromCodePoint(0x966 + Number(digit)))
    for (const text of [
      one.email,
      name,
      String(id),
      invoice.toLowerCase(),
      key,
      attempts[0]?.payment ?? '-',
      `₹${devanagari}`,
    ])
      expect([text, await find(text)]).toEqual([text, expect.arrayContaining([id])])
    const [line] = await shop().db.query<{ en: string; mr: string }>(
      `select translations #>> '{en,name}' as en, translations #>> '{mr,name}' as mr from order_lines where order_id = $1 order by position desc limit 1`,
      [id],
    )
    const { id: other } = await paidOrder(shop(), ['kid-6'])
    for (const title of [line?.en, line?.mr].flatMap((given) => given ?? []))
      expect([title, await find(title.toLowerCase()), (await find(title)).includes(other)]).toEqual([
        title,
        [id],
        false,
      ])
    expect(await find('nobody at all')).toEqual([])
    expect(await find(one.email, 'refunded')).toEqual([])
  })

  it('[DK-7] is found by names in any order, a number, a coupon, an amount without its paise and who gets a gift', async () => {
    const { id } = await paidOrder(shop(), ['kid-1'])
    const { id: other } = await paidOrder(shop(), ['kid-2', 'kid-4'])
    await shop().db.query(
      `update orders set first_name = 'Girish', last_name = 'Hegde', mobile = '9876512345', coupon_code = 'DIWALI20' where id = $1`,
      [id],
    )
    await shop().db.query(
      `insert into gifts (order_id, email, first_name, last_name, mobile, country, message)
       values ($1, 'mira@niece.test', 'Mira', 'Kale', '9123456780', 'IN', '')`,
      [id],
    )
    const [{ total }] = (await shop().db.query('select total from orders where id = $1', [id])) as [{ total: number }]
    const rupees = String(Math.floor(total / 100))
    for (const text of [
      ...['hegde girish', 'GIRISH', '+91 98765 12345', '९८७६५१२३४५', 'diwali20', `₹${rupees}`],
      ...['kale mira', 'mira@niece.test', '91234 56780'],
    ]) {
      const found = await find(text)
      expect([text, found.includes(id), found.includes(other)]).toEqual([text, true, false])
    }
    // A short number may stand in the address of another buyer too.
    for (const text of [rupees, `order ${id}`, `#${id}`])
      expect([text, await find(text)]).toEqual([text, expect.arrayContaining([id])])
    for (const text of ['hegde mira', '98765 1234', '999999999', 'DIWALI'])
      expect([text, await find(text)]).toEqual([text, []])
  })

  it('[DK-7] of which single lines went back says so in the list, and is found among what was paid back', async () => {
    const { id } = await paidOrder(shop(), ['kid-3', 'kid-4'])
    expect(await find(String(id), 'refunded')).toEqual([])
    const { lines } = await storyOf(shop(), cookie, id)
    expect((await refund(shop(), cookie, id, [lines[0]?.id ?? 0])).code).toBe(200)
    expect(await find(String(id), 'refunded')).toEqual([id])
    const { data } = await askDesk(shop(), cookie, endpoints.deskOrders, { q: String(id), filter: 'paid' })
    expect(data).toEqual([expect.objectContaining({ id, status: 'paid', returned: lines[0]?.paid })])
  })

  it('[DK-7] tells its whole story in its order', async () => {
    const { id } = await paidOrder(shop(), ['kid-3', 'kid-4'])
    expect(await kindsOf(id)).toEqual(['made', 'attempt', 'message', 'paid', 'invoice', 'granted', 'mail'])
    expect((await askDesk(shop(), cookie, endpoints.deskOrder, { id: 999_999 })).code).toBe(404)
  })
})

describe('the firm of an invoice', () => {
  it('[DK-11] [OR-3] is that of its day: the PDF names the new firm after a change at the desk, and an old one the old firm', async () => {
    const textOf = async ({ token, one }: { token: string; one: { token: string } }) => {
      const opened = await ask(shop(), endpoints.invoice, { token, kind: 'invoice' }, { token: one.token })
      return textOfPdf((await shop().app.inject(opened.body.download_path)).rawPayload).join(' ')
    }
    const old = await paidOrder(shop(), ['kid-5'])
    advanceClock(shop(), 1)
    const { versions } = await askDesk(shop(), cookie, endpoints.deskSettings)
    const sent = { firm: FIRM, version: String(versions.firm) }
    expect((await askDesk(shop(), cookie, endpoints.deskFirmSave, sent)).code).toBe(200)
    // As in another process, which has not heard of the change.
    applySettings({})
    advanceClock(shop(), 1)
    const fresh = await paidOrder(shop(), ['kid-6'])
    const [before, after] = [await textOf(old), await textOf(fresh)]
    for (const fact of [FIRM.company.en, FIRM.address.en, FIRM.gstin])
      expect([fact, before.includes(fact), after.includes(fact)]).toEqual([fact, false, true])
    for (const fact of [legalFacts.company.en, legalFacts.gstin])
      expect([fact, before.includes(fact), after.includes(fact)]).toEqual([fact, true, false])
    advanceClock(shop(), 1)
    // A second change leaves the document of the first firm as it is.
    const again = { firm: { ...FIRM, company: { en: 'Third LLP', mr: 'तिसरी' } }, version: String(versions.firm + 1) }
    expect((await askDesk(shop(), cookie, endpoints.deskFirmSave, again)).code).toBe(200)
    expect(await textOf(fresh)).toContain(FIRM.company.en)
    applySettings({})
  })
})

describe('a refund by line', () => {
  it('[DK-7] returns exactly that line at the gateway, takes its access and writes its credit note', async () => {
    const { id, one, key, token } = await paidOrder(shop(), ['kid-1', 'kid-2', 'kid-3'])
    const { lines } = await storyOf(shop(), cookie, id)
    const [first, second] = [lines[0], lines[1]]
    for (const line of [first, second]) expect((await refund(shop(), cookie, id, [line?.id ?? 0])).code).toBe(200)
    await pollOnce(shop())
    expect(returnedAt(shop(), key)).toBe((first?.paid ?? 0) + (second?.paid ?? 0))
    expect(await owned(shop(), one)).toEqual({ 'kid-3': 'purchase' })
    const order = await details(shop(), one, token)
    expect(order).toMatchObject({ status: 'fulfilled', returned: { items: [{}, {}] } })
    expect(order.returned.numbers).toHaveLength(2)
  })

  it('[DK-7] stands in the story with who and why, before its mail', async () => {
    const { id } = await paidOrder(shop(), ['kid-7', 'kid-8'])
    advanceClock(shop(), 1)
    await refund(shop(), cookie, id, [(await storyOf(shop(), cookie, id)).lines[0]?.id ?? 0])
    expect((await kindsOf(id)).slice(7)).toEqual(['action', 'refund', 'credit', 'revoked', 'mail'])
    const [action] = (await storyOf(shop(), cookie, id)).story.filter(({ kind }) => kind === 'action')
    expect(action).toMatchObject({ state: 'asked by mail', who: expect.stringContaining('accounts') })
  })

  it('[DK-7] names the line and no other in the PDF of its credit note', async () => {
    const { id, one, token } = await paidOrder(shop(), ['kid-5', 'kid-6'])
    const { lines } = await storyOf(shop(), cookie, id)
    await refund(shop(), cookie, id, [lines[1]?.id ?? 0])
    const credit = (await storyOf(shop(), cookie, id)).story.find(({ kind }) => kind === 'credit')
    const opened = await askDesk(shop(), cookie, endpoints.deskInvoice, { id, number: credit?.what })
    const pdf = await shop().app.inject(opened['download_path'])
    const text = textOfPdf(pdf.rawPayload).join(' ')
    expect(text).toContain('Lion 6')
    expect(text).not.toContain('Lion 5')
    const own = await shop().app.inject({
      url: `/api/v1/invoice/${token}/`,
      query: { kind: 'part', number: credit?.what ?? '' },
      headers: { authorization: `Token ${one.token}` },
    })
    expect(own.json().number).toBe(credit?.what)
    const bought = await ask(shop(), endpoints.invoice, { token, kind: 'invoice' }, { token: one.token })
    expect(textOfPdf((await shop().app.inject(bought.body.download_path)).rawPayload).join(' ')).toContain('Lion 5')
  })

  it('[DK-7] is not offered again while it is under way', async () => {
    const { id } = await paidOrder(shop(), ['kid-3', 'kid-4'])
    const { refundable, total } = await storyOf(shop(), cookie, id)
    expect(refundable).toBe(total)
    await refund(shop(), cookie, id)
    const asked = await storyOf(shop(), cookie, id)
    expect([asked.attempts.some((attempt) => attempt.is_under_way), asked.refundable]).toEqual([true, 0])
    await pollOnce(shop())
    expect(await storyOf(shop(), cookie, id)).toMatchObject({ status: 'refunded', refundable: 0 })
  })

  it('[DK-7] of the last lines closes the order, as a refund of the rest does', async () => {
    const { id, one, key } = await paidOrder(shop(), ['kid-1', 'kid-2'])
    const { lines, total } = await storyOf(shop(), cookie, id)
    await refund(shop(), cookie, id, [lines[0]?.id ?? 0])
    expect(await refund(shop(), cookie, id, [lines[1]?.id ?? 0])).toMatchObject({ is_whole: true })
    await pollOnce(shop())
    expect(await storyOf(shop(), cookie, id)).toMatchObject({ status: 'refunded', refundable: 0 })
    expect([returnedAt(shop(), key), await owned(shop(), one)]).toEqual([total, {}])
  })

  it('[DK-7] refuses what was returned, what changed, and a repeated press returns once', async () => {
    const { id, key } = await paidOrder(shop(), ['kid-1', 'kid-2'])
    const { lines, refundable } = await storyOf(shop(), cookie, id)
    const line = lines[0]
    const press = () => refund(shop(), cookie, id, [line?.id ?? 0], 'one-press-of-a-button')
    const [one, two] = [await press(), await press()]
    expect([one.code, two]).toEqual([200, one])
    const again = (ids: number[], amount: number) =>
      askDesk(shop(), cookie, endpoints.deskRefundOrder, { id, reason: 'x', amount, lines: ids })
    expect(await again([line?.id ?? 0], line?.paid ?? 0)).toMatchObject({ code: 409, fault: 'changedMeanwhile' })
    expect(await again([lines[1]?.id ?? 0], 1)).toMatchObject({ code: 409, fault: 'changedMeanwhile' })
    const rest = { id, reason: 'x', amount: refundable }
    expect(await askDesk(shop(), cookie, endpoints.deskRefundOrder, rest)).toMatchObject({ fault: 'changedMeanwhile' })
    await pollOnce(shop())
    expect(returnedAt(shop(), key)).toBe(line?.paid)
  })

  it('[DK-7] of a gift that waits gives the recipient the other line only', async () => {
    const present = await gift(shop(), 'kid-9')
    const [row] = await shop().db.query<{ id: number }>('select id from orders where token = $1', [present.token])
    await shop().db.query(
      `insert into order_lines (order_id, position, variant, product_id, translations, sac, price, discount, cgst, sgst, igst)
       select $1, 9, p.variant, p.id, p.translations, '998432', 5000, 0, 0, 0, 0 from products p where p.key = 'kid-8'`,
      [row?.id],
    )
    const { lines } = await storyOf(shop(), cookie, row?.id ?? 0)
    expect((await refund(shop(), cookie, row?.id ?? 0, [lines[1]?.id ?? 0])).code).toBe(200)
    const one = await buyer(shop())
    await redeem(shop(), one, present.code)
    expect(await owned(shop(), one)).toEqual({ 'kid-9': 'gift' })
  })
})

describe('held payments and mails', () => {
  /** A payment whose amount is not what was asked. */
  async function held() {
    const one = await buyer(shop())
    const token = await orderFor(shop(), one, 'kid-1')
    const key = await beginPayu(shop(), one, token)
    const payment = decide(shop(), 'payu', key, 'paid')
    payment.amount = '100.00'
    await postForm(shop(), '/api/payment/payu/webhook', payuAnswer(payment))
    const [row] = await shop().db.query<{ id: number }>('select id from orders where token = $1', [token])
    return { one, key, id: row?.id ?? 0 }
  }

  /** A payment that the gateway names by the number of another one. */
  async function usedElsewhere(key: string) {
    const one = await buyer(shop())
    const token = await orderFor(shop(), one, 'kid-1')
    const payment = decide(shop(), 'payu', await beginPayu(shop(), one, token), 'paid')
    payment.id = decide(shop(), 'payu', key, 'paid').id
    await postForm(shop(), '/api/payment/payu/webhook', payuAnswer(payment))
    return { one, id: (await find(one.email))[0] ?? 0 }
  }

  it('[DK-7] a held payment is accepted, and then not more goes back than came', async () => {
    const { id, one, key } = await held()
    expect(await find(one.email, 'held')).toEqual([id])
    const input = { id, reason: 'agreed', amount: 10_000 }
    expect(await askDesk(shop(), cookie, endpoints.deskAcceptPayment, input)).toMatchObject({ code: 200 })
    expect(await storyOf(shop(), cookie, id)).toMatchObject({ status: 'paid', refundable: 10_000 })
    expect((await refund(shop(), cookie, id)).code).toBe(200)
    await pollOnce(shop())
    expect(returnedAt(shop(), key)).toBe(10_000)
  })

  it('[DK-7] shows what came beside what was asked, and accepts no other amount than the one shown', async () => {
    const { id, key } = await held()
    const { attempts, total } = await storyOf(shop(), cookie, id)
    expect(attempts).toMatchObject([{ state: 'held', held_for: 'amount', amount: 10_000, asked: total }])
    const { rows } = await listHeld(shop(), { page: 1, limit: 100 })
    expect(rows.find(({ order }) => order === id)).toMatchObject({ came: '100.00 INR', held_for: 'amount' })
    decide(shop(), 'payu', key, 'paid').amount = '90.00'
    const accept = (amount: number) =>
      askDesk(shop(), cookie, endpoints.deskAcceptPayment, { id, reason: 'agreed', amount })
    expect(await accept(total)).toMatchObject({ fault: 'changedMeanwhile' })
    expect(await accept(10_000)).toMatchObject({ fault: 'changedMeanwhile' })
    expect(await storyOf(shop(), cookie, id)).toMatchObject({ status: 'open', attempts: [{ amount: 9_000 }] })
    expect((await accept(9_000)).code).toBe(200)
    expect(await storyOf(shop(), cookie, id)).toMatchObject({ status: 'paid', refundable: 9_000 })
  })

  it('[DK-7] a payment that paid another order waits for nobody', async () => {
    const { key: used } = await paidOrder(shop(), ['kid-2'])
    const waiting = async () => {
      const kinds = (await askDesk(shop(), cookie, endpoints.deskHome, {}))['waiting'] as {
        kind: string
        count: number
      }[]
      return kinds.find(({ kind }) => kind === 'heldPayments')?.count ?? 0
    }
    const before = await waiting()
    const { id, one } = await usedElsewhere(used)
    expect(await storyOf(shop(), cookie, id)).toMatchObject({
      is_held: false,
      attempts: [{ state: 'held', held_for: 'usedElsewhere' }],
    })
    expect([await find(one.email, 'held'), await waiting()]).toEqual([[], before])
    const { rows } = await listHeld(shop(), { page: 1, limit: 100 })
    expect(rows.filter(({ order }) => order === id)).toEqual([])
    expect((await readGauges(shop().context)).paymentsHeld).toBe(rows.length)
  })

  it('[DK-7] of two held payments the one that is shown is returned, and not the one that paid another order', async () => {
    const { key: used } = await paidOrder(shop(), ['kid-2'])
    const one = await buyer(shop())
    const token = await orderFor(shop(), one, 'kid-1')
    const [shown, other] = [await beginPayu(shop(), one, token), await beginPayu(shop(), one, token)]
    decide(shop(), 'payu', shown, 'paid').amount = '100.00'
    decide(shop(), 'payu', other, 'paid').id = decide(shop(), 'payu', used, 'paid').id
    for (const key of [shown, other])
      await postForm(shop(), '/api/payment/payu/webhook', payuAnswer(decide(shop(), 'payu', key, 'paid')))
    const [id = 0] = await find(one.email, 'held')
    const { attempts } = await storyOf(shop(), cookie, id)
    expect(attempts).toMatchObject([{ held_for: 'amount' }, { held_for: 'usedElsewhere' }])
    expect((await askDesk(shop(), cookie, endpoints.deskReturnPayment, { id, reason: 'twice' })).code).toBe(200)
    await pollOnce(shop())
    expect(returnedAt(shop(), shown)).toBe(10_000)
  })

  it('[DK-7] a held payment is returned, with the reason and the name in the story', async () => {
    const { id, key } = await held()
    const input = { id, reason: 'another account' }
    expect((await askDesk(shop(), cookie, endpoints.deskReturnPayment, input)).code).toBe(200)
    expect(await askDesk(shop(), cookie, endpoints.deskReturnPayment, input)).toMatchObject({ fault: 'underWay' })
    await pollOnce(shop())
    expect(returnedAt(shop(), key)).toBe(10_000)
    const action = (await storyOf(shop(), cookie, id)).story.find(({ kind }) => kind === 'action')
    expect(action).toMatchObject({ state: 'another account', who: expect.stringContaining('accounts') })
  })

  it('[DK-7] sends the receipt and the newest refund once more, and a gift with a new code', async () => {
    const { id, one } = await paidOrder(shop(), ['kid-1', 'kid-2'])
    const again = (order: number, mail: string) =>
      askDesk(shop(), cookie, endpoints.deskResendMail, { id: order, mail })
    expect(await again(id, 'receipt')).toMatchObject({ to: one.email })
    expect(await again(id, 'refund')).toMatchObject({ fault: 'notSendable' })
    await refund(shop(), cookie, id, [(await storyOf(shop(), cookie, id)).lines[0]?.id ?? 0])
    expect((await again(id, 'refund')).code).toBe(200)
    const subjects = (await sentTo(shop(), one.email)).map(({ subject }) => subject.replace(/\d+/, 'N'))
    expect(subjects.filter((text) => text.includes('is paid'))).toHaveLength(2)
    expect(subjects.filter((text) => text === 'Part of order N is on its way back')).toHaveLength(2)
    const present = await gift(shop(), 'kid-7')
    const [row] = await shop().db.query<{ id: number }>('select id from orders where token = $1', [present.token])
    expect((await again(row?.id ?? 0, 'gift')).code).toBe(200)
    expect((await redeem(shop(), await buyer(shop()), present.code)).fault).toBeDefined()
  })

  // The last one: the session of the desk ends with the hours that pass.
  it('[DK-7] [PY-2] a payment that paid another order keeps its buyer from nothing', async () => {
    const { key: used } = await paidOrder(shop(), ['kid-2'])
    const { id, one } = await usedElsewhere(used)
    advanceClock(shop(), 2 * 3_600)
    await pollOnce(shop())
    expect(await storyOf(shop(), cookie, id)).toMatchObject({ status: 'cancelled' })
    const created = await placeOrder(shop(), one, (await cartOf(shop(), one)).token)
    const next: string = created.body.data.order_token
    await postForm(
      shop(),
      '/api/payment/payu/webhook',
      payuAnswer(decide(shop(), 'payu', await beginPayu(shop(), one, next), 'paid')),
    )
    expect((await details(shop(), one, next)).payment).toBe('paid')
  })
})
