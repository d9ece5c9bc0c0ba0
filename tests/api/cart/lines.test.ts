import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { buyer, cartOf, coupon, fillCart, type Buyer } from '../support/cart.ts'
import { subscribe } from '../support/listening.ts'
import { answer } from '../support/money.ts'
import { beginPayu, order, shopWithGateways } from '../support/payments.ts'
import { ask } from '../support/personas.ts'

const shop = shopWithGateways()
type Shown = { product: { name: string }; starts_at: string | null; in_plan: boolean; is_under_way: boolean }
type Money = Record<'base' | 'tax' | 'paid', { amount: string }>

const linesOf = async (one: Buyer, isGift = false): Promise<(Shown & Money)[]> =>
  (await cartOf(shop(), one, isGift)).lines
const counted = async ({ token }: Buyer) => (await ask(shop(), endpoints.cartCount, {}, { token })).body.data

describe('the lines of a cart', () => {
  it('[CA-1] a plan beside a running one says when it starts: after the last of them', async () => {
    const one = await buyer(shop())
    await fillCart(shop(), one, 'plan-30')
    expect((await linesOf(one))[0]?.starts_at).toBeNull()
    await subscribe(shop(), one, 'plan-30', [-40, -10])
    expect((await linesOf(one))[0]?.starts_at).toBeNull()
    await subscribe(shop(), one, 'plan-30', [-10, 20])
    await subscribe(shop(), one, 'plan-30', [20, 50])
    const end = new Date(shop().clock.now.getTime() + 50 * 86_400_000).toISOString()
    expect((await linesOf(one))[0]?.starts_at).toBe(end)
  })

  it('[CA-1] a title says that the plan beside it covers it, unless that plan does not, or starts later', async () => {
    const one = await buyer(shop())
    await fillCart(shop(), one, 'chhava', 'panchatantra')
    expect((await linesOf(one)).map((line) => line.in_plan)).toEqual([false, false])
    await fillCart(shop(), one, 'plan-30')
    expect((await linesOf(one)).map((line) => line.in_plan)).toEqual([true, false, false])
    await shop().db.query(`update products set purchase_only = true where key = 'chhava'`)
    expect((await linesOf(one)).map((line) => line.in_plan)).toEqual([false, false, false])
    await shop().db.query(`update products set purchase_only = false where key = 'chhava'`)
    await subscribe(shop(), one, 'plan-30', [-1, 3])
    expect((await linesOf(one)).map((line) => line.in_plan)).toEqual([false, false, false])
  })

  it.each([{ state: 'MH' }, { state: 'KA' }, { country: 'US' }])(
    '[CK-3] what the lines cost adds up to the total, with a coupon too: %o',
    async (home) => {
      await shop().db.query(`update products set price_inr = 10905 where key = 'vyakti'`)
      const one = await buyer(shop(), home)
      const token = await fillCart(shop(), one, 'chhava', 'vyakti', 'panchatantra')
      const sums = async () => {
        const cart = await cartOf(shop(), one)
        const cents = (of: keyof Money) =>
          cart.lines.reduce((sum: number, line: Money) => sum + Math.round(Number(line[of].amount) * 100), 0)
        expect([cents('paid'), cents('base') + cents('tax')]).toEqual(
          Array(2).fill(Math.round(Number(cart.summary.total.amount) * 100)),
        )
      }
      await sums()
      await coupon(shop(), one, token, 'MONSOON10')
      await sums()
    },
  )

  it('[SH-7] what is being paid for is not counted, and is again when the payment failed', async () => {
    const one = await buyer(shop())
    const { body } = await order(shop(), one, await fillCart(shop(), one, 'vyakti'))
    const key = await beginPayu(shop(), one, body.data.order_token)
    expect(await counted(one)).toBe(1)
    await answer(shop(), key, 'pending')
    expect([await counted(one), (await linesOf(one))[0]?.is_under_way]).toEqual([0, true])
    await fillCart(shop(), one, 'chhava')
    expect(await counted(one)).toBe(1)
    await answer(shop(), key, 'failed')
    expect([await counted(one), (await linesOf(one))[0]?.is_under_way]).toEqual([2, false])
  })
})
