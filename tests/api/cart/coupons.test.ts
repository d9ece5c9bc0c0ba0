import { beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { buyer, cartOf, coupon, fillCart } from '../support/cart.ts'
import { ask } from '../support/personas.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop()
const REFUSED = { status: false, message: 'coupon', data: [{ voucher_code: ['coupon'] }] }

beforeAll(() =>
  shop().db.query(
    `insert into coupons (code, percent, uses_left, expires) values ('LASTONE', 20, 1, null), ('USED', 20, 0, null), ('EXPIRED', 50, null, '2020-01-01'), ('ALL2', 100, null, null)`,
  ),
)

async function cart(address = {}, ...keys: string[]) {
  const one = await buyer(shop(), address)
  return { one, token: await fillCart(shop(), one, ...(keys.length > 0 ? keys : ['plan-30'])) }
}

describe('a coupon', () => {
  it('[CK-2] reduces the sum before tax in both currencies, and is removed by an empty code', async () => {
    const { one, token } = await cart()
    const { body } = await coupon(shop(), one, token, 'MONSOON10')
    expect(body).toMatchObject({
      status: true,
      data: { discount_amount_inr: { amount: '9.90' }, discount_amount: { amount: '0.49' } },
    })
    const shown = await cartOf(shop(), one)
    expect([shown.voucher_code, shown.summary]).toMatchObject([
      'MONSOON10',
      { subtotal: { amount: '99.00' }, discount: { amount: '9.90' }, total: { amount: '105.14' } },
    ])
    expect((await coupon(shop(), one, token, '')).body).toMatchObject({
      status: true,
      data: { discount_amount_inr: { amount: '0.00' } },
    })
    expect((await cartOf(shop(), one)).voucher_code).toBeNull()
  })

  it.each(['monsoon10', ' MONSOON१० ', 'Monsoon१0', 'ＭＯＮＳＯＯＮ10'])(
    '[CK-2] attack case 15: is accepted as %s',
    async (code) => {
      const { one, token } = await cart()
      expect((await coupon(shop(), one, token, code)).body.status).toBe(true)
    },
  )

  it('[CK-2] attack case 12: is applied once, however often it is sent', async () => {
    const { one, token } = await cart()
    for (const code of ['MONSOON10', 'MONSOON10', 'LASTONE', 'MONSOON10']) await coupon(shop(), one, token, code)
    expect((await cartOf(shop(), one)).summary.discount.amount).toBe('9.90')
  })

  it.each(['EXPIRED', 'USED', 'NOSUCH', '%', `' or 1=1`])(
    '[CK-2] attack case 13: %s is refused like any other, and keeps the applied coupon',
    async (code) => {
      const { one, token } = await cart()
      await coupon(shop(), one, token, 'MONSOON10')
      expect(await coupon(shop(), one, token, code)).toMatchObject({ status: 200, body: REFUSED })
      expect((await cartOf(shop(), one)).voucher_code).toBe('MONSOON10')
    },
  )

  it('[CK-2] attack case 14: never makes a sum negative', async () => {
    const { one, token } = await cart()
    await coupon(shop(), one, token, 'ALL2')
    expect((await cartOf(shop(), one)).summary).toMatchObject({
      discount: { amount: '99.00' },
      total: { amount: '0.00' },
      taxes: [{ amount: { amount: '0.00' } }, {}],
    })
  })

  it('[CK-2] attack case 15: cannot be guessed', async () => {
    const { one, token } = await cart()
    const answers = []
    for (let guess = 0; guess < 30; guess += 1) answers.push((await coupon(shop(), one, token, `GUESS${guess}`)).status)
    expect(answers.filter((status) => status === 200)).toHaveLength(15)
    expect(await coupon(shop(), one, token, 'MONSOON10')).toMatchObject({ status: 429, body: { fault: 'tooMany' } })
    expect((await coupon(shop(), one, token, '')).status).toBe(200)
  })

  it('[CK-2] attack case 15: cannot be guessed from one address by many listeners', async () => {
    const statuses = []
    for (let at = 0; at < 8; at += 1) {
      const { one, token } = await cart()
      for (let guess = 0; guess < 10; guess += 1)
        statuses.push((await coupon(shop(), one, token, `G${at}${guess}`, '10.9.9.9')).status)
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  })

  it('[CK-2] repeats its reply for the same idempotency key, and refuses the key for another code', async () => {
    const { one, token } = await cart()
    const send = (code: string, key: string) =>
      ask(
        shop(),
        endpoints.applyCoupon,
        { token, voucher_code: code },
        { token: one.token, headers: { 'idempotency-key': key } },
      )
    const [first, second] = [await send('NOSUCH', 'a-key-of-mine'), await send('NOSUCH', 'a-key-of-mine')]
    expect(second.body).toEqual(first.body)
    expect(await send('MONSOON10', 'a-key-of-mine')).toMatchObject({ status: 422, body: { fault: 'keyReused' } })
    expect((await send('MONSOON10', 'short')).status).toBe(400)
  })
})
