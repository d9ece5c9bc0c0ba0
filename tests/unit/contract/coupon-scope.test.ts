import { describe, expect, it } from 'vitest'
import { priceLines, sumOf } from '#contract/cart.ts'
import { isDiscounted } from '../../../src/server/cart/coupons.ts'

const place = { country: 'US', state: '' }

describe('a coupon for some things', () => {
  it('[DK-11] takes its percentage off those alone, line by line', () => {
    const sum = sumOf([10_000, 20_000], 10, place, 'MH', [0, 20_000])
    expect([sum.discount, sum.total]).toEqual([2_000, 28_000])
    expect(priceLines([10_000, 20_000], sum, [0, 20_000]).map(({ discount }) => discount)).toEqual([0, 2_000])
  })

  it('[DK-11] knows plans and types of titles', () => {
    const coupon = (appliesTo: string[] | null) => ({ id: 1, code: 'X', percent: 10, appliesTo })
    const [plan, kids] = [
      { isPlan: true, type: null },
      { isPlan: false, type: 'kids' },
    ]
    const found = [null, ['plan'], ['kids'], ['podcast']].map((list) =>
      [plan, kids].map((item) => isDiscounted(coupon(list), item)),
    )
    expect(found).toEqual([
      [true, true],
      [true, false],
      [false, true],
      [false, false],
    ])
  })
})
