import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { encryptText } from '../../../src/server/adapters/payment/ccavenue.ts'
import { SANDBOX_KEYS } from '../../../src/server/adapters/payment/sandbox.ts'
import { ccavenueAnswer } from '../../../src/server/adapters/payment/sandbox-replies.ts'
import { buyer, type Buyer } from '../support/cart.ts'
import { advanceClock, ask } from '../support/personas.ts'
import { counts, decide, details, orderFor, shopWithGateways, postForm, pollOnce, visit } from '../support/payments.ts'

const shop = shopWithGateways()
const ONE = { grants: 1, invoices: 1, refunds: 0, status: 'paid' }
const NONE = { grants: 0, invoices: 0, refunds: 0, status: 'open' }
const BACK = '/api/payment/ccavenue/return'

async function pageOf(one: Buyer, token: string) {
  const { body } = await ask(shop(), endpoints.payuCheckout, { token, gateway: 'ccavenue' }, { token: one.token })
  return body
}
async function begunCcavenue() {
  const one = await buyer(shop())
  const token = await orderFor(shop(), one, 'chhava')
  const page = await shop().app.inject((await pageOf(one, token)).address)
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page.body)?.[1] ?? ''
  await visit(shop(), '/dev/pay/ccavenue/transaction.do'.replace(/^/, 'https://shop.test'), {
    encRequest: field('encRequest'),
    access_code: field('access_code'),
  })
  const [attempt] = await shop().db.query<{ key: string }>(
    `select key from payment_attempts a join orders o on o.id = a.order_id where o.token = $1`,
    [token],
  )
  return { one, token, key: attempt?.key ?? '', page }
}

describe('paying by CCAvenue', () => {
  it('[PY-1] answers with an address, opens its page once, and fulfils the order when the server of CCAvenue confirms', async () => {
    const { token, key, page } = await begunCcavenue()
    expect(page.headers['content-security-policy']).toContain(`form-action 'self' https://shop.test`)
    expect([page.headers['cache-control'], page.headers['referrer-policy']]).toEqual(['no-store', 'no-referrer'])
    const back = await postForm(shop(), BACK, ccavenueAnswer(decide(shop(), 'ccavenue', key, 'paid')))
    expect(back.location).toBe(`https://shop.test/payment-success/${token}/`)
    expect(await counts(shop(), token)).toEqual(ONE)
  })

  it('[PY-1] whoever left the page of CCAvenue without paying can pay another way', async () => {
    const { one, token, key } = await begunCcavenue()
    expect(shop().sandbox.find('ccavenue', key)?.state).toBe('started')
    advanceClock(shop(), 4 * 60)
    await pollOnce(shop())
    const payu = await ask(shop(), endpoints.payuCheckout, { token }, { token: one.token })
    expect(payu.body.fault).toBeUndefined()
  })

  it('[PY-2] attack case 33: shows no form for a forged, used or expired address, or for a paid order', async () => {
    const one = await buyer(shop())
    const token = await orderFor(shop(), one, 'chhava')
    const body = await pageOf(one, token)
    expect(body).toMatchObject({ kind: 'cc_avenue', data: 'cc_avenue', form: null })
    const statusOf = async (address: string) => (await shop().app.inject(address)).statusCode
    expect(await statusOf(body.address.replace(/.$/, (last: string) => (last === 'A' ? 'Q' : 'A')))).toBe(404)
    expect([await statusOf(body.address), await statusOf(body.address)]).toEqual([200, 404])
    const latePage = await pageOf(one, token)
    advanceClock(shop(), 11 * 60)
    expect(await statusOf(latePage.address)).toBe(404)
    expect((await shop().app.inject(latePage.address)).body).not.toMatch(/encRequest|Asha/)
  })

  it('[PY-2] attack cases 27 and 28: answers every invalid cipher text alike, and fulfils nothing', async () => {
    const { token, key } = await begunCcavenue()
    const { encResp = '' } = ccavenueAnswer({ ...decide(shop(), 'ccavenue', key, 'failed'), state: 'paid' })
    decide(shop(), 'ccavenue', key, 'started')
    const flipped = Array.from({ length: encResp.length / 32 }, (_, block) => {
      const at = block * 32
      return encResp.slice(0, at) + (Number.parseInt(encResp[at] ?? '0', 16) ^ 1).toString(16) + encResp.slice(at + 1)
    })
    for (const odd of [...flipped, encResp.slice(0, -2), encResp.slice(1), encResp.toUpperCase(), '', 'zz'])
      expect((await postForm(shop(), BACK, { encResp: odd, orderNo: key })).status).toBe(303)
    expect((await counts(shop(), token))?.grants).toBe(0)
  })

  it('[PY-2] attack case 27: stores a changed block that decrypts to arbitrary bytes', async () => {
    const { token, key } = await begunCcavenue()
    for (const odd of ['\0', '\ud800', '\ufeff', '%00', "';--", '\u202e\n'.repeat(300)]) {
      const plain = new URLSearchParams({ order_id: key, tracking_id: odd, order_status: odd }).toString()
      expect(
        (await postForm(shop(), BACK, { encResp: encryptText(plain, SANDBOX_KEYS.ccavenue.workingKey), orderNo: key }))
          .status,
      ).toBe(303)
    }
    expect(await counts(shop(), token)).toEqual(NONE)
  })

  it.each(['success', 'SUCCESS', 'Success ', 'Success&order_status=Success'])(
    '[PY-2] attack case 29: order_status %s is not paid',
    async (status) => {
      const { token, key } = await begunCcavenue()
      const plain = `order_id=${key}&tracking_id=1&order_status=${status}&currency=INR&amount=234.82`
      await postForm(shop(), BACK, { encResp: encryptText(plain, SANDBOX_KEYS.ccavenue.workingKey), orderNo: key })
      expect(await counts(shop(), token)).toEqual(NONE)
    },
  )

  it('[PY-2] attack case 30: looks up the status of a success at the cancel address', async () => {
    const { token, key } = await begunCcavenue()
    await postForm(shop(), '/api/payment/ccavenue/cancel', ccavenueAnswer(decide(shop(), 'ccavenue', key, 'paid')))
    expect(await counts(shop(), token)).toEqual(ONE)
  })

  it('[PY-2] attack case 31: trusts the encrypted order, and ignores the one beside it', async () => {
    const [one, two] = [await begunCcavenue(), await begunCcavenue()]
    await postForm(shop(), BACK, { ...ccavenueAnswer(decide(shop(), 'ccavenue', one.key, 'paid')), orderNo: two.key })
    expect([await counts(shop(), one.token), await counts(shop(), two.token)]).toEqual([ONE, NONE])
  })

  it.each([{ amount: '1.00' }, { currency: 'USD' }])('[PY-2] attack case 32: holds %j', async (odd) => {
    const { one, token, key } = await begunCcavenue()
    Object.assign(decide(shop(), 'ccavenue', key, 'paid'), odd)
    await postForm(shop(), BACK, ccavenueAnswer(decide(shop(), 'ccavenue', key, 'paid')))
    expect([await counts(shop(), token), (await details(shop(), one, token)).payment]).toEqual([NONE, 'held'])
  })
})

async function begunPaypal() {
  const one = await buyer(shop(), { country: 'US' })
  const token = await orderFor(shop(), one, 'chhava')
  const { body } = await ask(shop(), endpoints.paypalCheckout, { token }, { token: one.token })
  const id = new URL(body.address).searchParams.get('token') ?? ''
  return { one, token, id, body }
}
const returned = async (order: string, id: string, way = 'return') => {
  const { statusCode, headers } = await shop().app.inject(`/api/payment/paypal/${way}/${order}?token=${id}&PayerID=P`)
  return [statusCode, String(headers.location).replace('https://shop.test', '')]
}
async function push(id: string, more: { body?: string; headers?: Record<string, string>; cert?: string } = {}) {
  const { key } = decide(shop(), 'paypal', id, shop().sandbox.find('paypal', id)?.state ?? 'started')
  const body = JSON.stringify({
    id: `WH-${id}`,
    event_type: 'PAYMENT.CAPTURE.COMPLETED',
    resource: { id: `C${id}`, custom_id: key },
  })
  const headers = {
    ...shop().sandbox.signWebhook(body, more.cert ?? `${shop().address}/dev/pay/paypal/cert`),
    ...more.headers,
  }
  return (
    await shop().app.inject({ method: 'POST', url: '/api/payment/paypal/webhook', payload: more.body ?? body, headers })
  ).statusCode
}

describe('paying by PayPal', () => {
  it('[PY-1] redirects with the amount in dollars, captures at the return, and fulfils the order', async () => {
    const { one, token, id, body } = await begunPaypal()
    expect(body).toMatchObject({
      kind: 'redirect',
      form: null,
      address: expect.stringContaining('/checkoutnow?token='),
    })
    expect(shop().sandbox.find('paypal', id)).toMatchObject({ amount: '4.99', currency: 'USD' })
    decide(shop(), 'paypal', id, 'approved')
    expect(await returned(token, id)).toEqual([303, `/payment-success/${token}/`])
    expect(await counts(shop(), token)).toEqual(ONE)
    expect(await details(shop(), one, token)).toMatchObject({
      order_currency: '1',
      total_gross: { amount: '4.99' },
      summary: { taxes: [] },
    })
  })

  it('[PY-1] accepts dollars only, and the other gateways rupees only', async () => {
    const indian = await buyer(shop())
    const [token, abroad] = [await orderFor(shop(), indian, 'chhava'), await begunPaypal()]
    expect((await ask(shop(), endpoints.paypalCheckout, { token }, { token: indian.token })).body.fault).toBe(
      'notPayable',
    )
    expect(
      (await ask(shop(), endpoints.payuCheckout, { token: abroad.token }, { token: abroad.one.token })).body.fault,
    ).toBe('notPayable')
  })

  it('[PY-2] attack case 34: does not capture the order of another buyer', async () => {
    const [one, two] = [await begunPaypal(), await begunPaypal()]
    decide(shop(), 'paypal', two.id, 'approved')
    expect(await returned(one.token, two.id)).toEqual([303, '/payment-failure/unknown/'])
    expect(shop().sandbox.find('paypal', two.id)?.state).toBe('approved')
    expect([await counts(shop(), one.token), await counts(shop(), two.token)]).toEqual([NONE, NONE])
  })

  it.each([
    { amount: '0.01' },
    { merchant: 'EVIL' },
    { currency: 'INR' },
    { fields: { custom_id: 'another', invoice_id: 'another' } },
  ])('[PY-2] attack case 35: holds %j', async (odd) => {
    const { one, token, id } = await begunPaypal()
    Object.assign(decide(shop(), 'paypal', id, 'approved'), odd)
    await returned(token, id)
    expect([await counts(shop(), token), (await details(shop(), one, token)).payment]).toEqual([NONE, 'held'])
  })

  it('[PY-2] attack case 36: waits for a pending capture, and fulfils the order once after the webhook', async () => {
    const { one, token, id } = await begunPaypal()
    decide(shop(), 'paypal', id, 'pending')
    await returned(token, id)
    expect((await details(shop(), one, token)).payment).toBe('pending')
    decide(shop(), 'paypal', id, 'paid')
    expect([await push(id), await push(id)]).toEqual([200, 200])
    expect(await counts(shop(), token)).toEqual(ONE)
  })

  it('[PY-2] attack case 37: captures once when two tabs return', async () => {
    const { token, id } = await begunPaypal()
    decide(shop(), 'paypal', id, 'approved')
    const tabs = await Promise.all([returned(token, id), returned(token, id)])
    expect(tabs).toEqual([
      [303, `/payment-success/${token}/`],
      [303, `/payment-success/${token}/`],
    ])
    expect(await counts(shop(), token)).toEqual(ONE)
  })

  it('[PY-2] attack case 38: refuses a webhook with another signature, and fetches no certificate from another host', async () => {
    const { token, id } = await begunPaypal()
    decide(shop(), 'paypal', id, 'paid')
    expect(await push(id, { headers: { 'paypal-transmission-sig': 'AAAA' } })).toBe(400)
    expect(await push(id, { body: '{"id":"WH-X"}' })).toBe(400)
    for (const cert of [
      'http://api.paypal.com/c',
      'https://paypal.com.evil.test/c',
      'https://evil.test/paypal.com',
      'file:///etc/passwd',
      'https://api.paypal.com@evil.test/c',
    ])
      expect(await push(id, { cert })).toBe(400)
    expect(await counts(shop(), token)).toEqual(NONE)
  })

  it('[PY-2] attack case 39: revokes a refunded order once, in any order of the webhooks', async () => {
    const { one, token, id } = await begunPaypal()
    decide(shop(), 'paypal', id, 'approved')
    await returned(token, id)
    decide(shop(), 'paypal', id, 'refunded')
    await push(id)
    await push(id)
    expect(await counts(shop(), token)).toEqual({ ...ONE, grants: 0, status: 'refunded' })
    expect(
      await shop().db.query(
        `select 1 from invoices i join orders o on o.id = i.order_id where o.token = $1 and i.kind = 'C'`,
        [token],
      ),
    ).toHaveLength(1)
    expect(await shop().db.query('select 1 from library_entries where user_id = $1', [one.id])).toEqual([])
    const earlySale = await begunPaypal()
    decide(shop(), 'paypal', earlySale.id, 'refunded')
    await push(earlySale.id)
    decide(shop(), 'paypal', earlySale.id, 'paid')
    await push(earlySale.id)
    expect((await counts(shop(), earlySale.token))?.grants).toBe(0)
  })

  it('[PY-1] shows a cancelled payment, and settles one whose window was closed', async () => {
    const one = await begunPaypal()
    expect(await returned(one.token, one.id, 'cancel')).toEqual([303, `/payment-cancel/${one.token}/`])
    const two = await begunPaypal()
    decide(shop(), 'paypal', two.id, 'approved')
    advanceClock(shop(), 4 * 60)
    await pollOnce(shop())
    expect(await counts(shop(), two.token)).toEqual(ONE)
  })
})

describe('the identity sandbox', () => {
  it.each([
    ['success', 'success'],
    ['failure', 'failure'],
    ['cancel', 'cancel'],
    ['pending', 'success'],
    ['tampered', 'failure'],
  ])('[PY-3] has the result %s on the page of %s', async (choice, screen) => {
    const one = await buyer(shop())
    const token = await orderFor(shop(), one, 'chhava')
    const { form } = (await ask(shop(), endpoints.payuCheckout, { token }, { token: one.token })).body
    const page = await visit(shop(), form.action, form.fields)
    expect(await page.text()).toContain('₹234.82')
    const chosen = await visit(shop(), 'https://shop.test/dev/pay/choose', {
      gateway: 'payu',
      id: form.fields.txnid,
      choice,
    })
    const html = await chosen.text()
    const fields = Object.fromEntries(
      [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
    )
    const { location } = await postForm(shop(), '/api/payment/payu/return', fields)
    expect(location).toContain(`/payment-${screen}/`)
  })
})
