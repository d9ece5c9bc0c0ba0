import { describe, expect, it } from 'vitest'
import { priceLines, spread, sumOf } from '#contract/cart.ts'
import type { TaxComponent } from '#contract/money/tax.ts'

/** Exact arithmetic of another kind: fractions of BigInt, rounded half up once at the end. */
const roundHalfUp = (over: bigint, under: bigint): bigint => (2n * over + under) / (2n * under)

function random(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
}

const BUYERS = [
  { country: 'IN', state: 'MH' },
  { country: 'IN', state: 'KA' },
  { country: 'IN', state: 'LA' },
  { country: 'US', state: '' },
]
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

describe('money', () => {
  it('[CK-5] agrees with exact fractions on 10,000 carts, and lines add up to the order', () => {
    const next = random(20_261_121)
    for (let at = 0; at < 10_000; at += 1) {
      const prices = Array.from({ length: 1 + Math.floor(next() * 8) }, () => 1 + Math.floor(next() * 400_000))
      const percent = next() < 0.3 ? 0 : 1 + Math.floor(next() * 100)
      const buyer = BUYERS[Math.floor(next() * BUYERS.length)] ?? { country: 'US', state: '' }
      const sums = sumOf(prices, percent, buyer, 'MH')

      const subtotal = prices.reduce((total, price) => total + BigInt(price), 0n)
      const discount = roundHalfUp(subtotal * BigInt(percent), 100n)
      const rates: [TaxComponent, bigint][] =
        buyer.country !== 'IN'
          ? []
          : buyer.state === 'MH'
            ? [
                ['CGST', 9n],
                ['SGST', 9n],
              ]
            : [['IGST', 18n]]
      const taxes = rates.map(
        ([component, rate]) => [component, roundHalfUp((subtotal - discount) * rate, 100n)] as const,
      )
      const total = taxes.reduce((whole, [, tax]) => whole + tax, subtotal - discount)
      expect([sums.subtotal, sums.discount, sums.total].map(BigInt)).toEqual([subtotal, discount, total])
      expect(sums.taxes.map(({ component, amount }) => [component, BigInt(amount)])).toEqual(taxes)

      const lines = priceLines(prices, sums)
      expect(sum(lines.map((line) => line.discount))).toBe(sums.discount)
      expect(lines.every((line) => line.discount >= 0 && line.discount <= line.price)).toBe(true)
      for (const { component, amount } of sums.taxes)
        expect(sum(lines.map((line) => line.taxes[component]))).toBe(amount)
    }
  })

  it.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [1, [5, 5], [1, 0]],
    [0, [5, 5], [0, 0]],
    [7, [0, 3, 0], [0, 7, 0]],
    [5, [0, 0], [0, 0]],
  ])('[CK-5] splits %i by %j as %j', (amount, weights, parts) => expect(spread(amount, weights)).toEqual(parts))

  it('[CK-2] case 14: subtracts at most the sum', () => {
    expect(sumOf([9_900], 100, { country: 'IN', state: 'MH' }, 'MH')).toMatchObject({
      discount: 9_900,
      total: 0,
      taxes: [{ amount: 0 }, { amount: 0 }],
    })
  })
})
