import { describe, expect, it } from 'vitest'
import { lowestPricesPerDay, pricePerDay, recommendedPlan, rupeesOf } from '#contract/plans/plan-prices.ts'
import type { Plan } from '#contract/catalog/site.ts'
import { plans } from '../../../src/demo/plans.ts'

const amount = (minor: number) => ({ amount: (minor / 100).toFixed(2) })
function plan(id: number, days: number, inr: number, more: Partial<Plan> & { types?: number } = {}): Plan {
  const { types = 5, ...rest } = more
  return {
    id,
    variant: id,
    subscription_duration: days,
    can_purchase: true,
    per_day_price: 2,
    price: amount(499),
    inr_price: amount(inr),
    discounted_inr_price: amount(0),
    custom_translation: {},
    subscription_price: [],
    audio_types: Array.from({ length: types }, (_, index) => ({ audio_type_id: index + 1 })),
    ...rest,
  }
}

describe('prices of plans', () => {
  it('[SB-1] a day costs what is paid, tax included and rounded up, not what a label claims', () => {
    const { paid } = rupeesOf(plan(1, 30, 9_900))
    expect([paid, pricePerDay(paid, 30)]).toEqual([11_682, 390])
    for (const { priceInr, priceUsd, discountedInr, duration } of plans)
      for (const price of [discountedInr || priceInr, priceUsd])
        expect(pricePerDay(price, duration) * duration).toBeGreaterThanOrEqual(price)
    expect(pricePerDay(100, 0)).toBe(0)
  })

  it('[SB-1] a discount is what is paid, beside the list price with the same tax', () => {
    expect(rupeesOf(plan(1, 365, 89_900, { discounted_inr_price: amount(36_500) }))).toEqual({
      list: 106_082,
      price: 36_500,
      paid: 43_070,
    })
  })

  it('[SB-1] one plan is recommended: the lowest price a day of those that open the most', () => {
    const [month, year] = [plan(1, 30, 9_900), plan(2, 365, 36_500)]
    expect(recommendedPlan([month, year, plan(3, 365, 250_000)])).toBe(2)
    expect(recommendedPlan([month, year, plan(3, 365, 9_900, { types: 1 })])).toBe(2)
    expect(recommendedPlan([month, plan(4, 365, 100, { can_purchase: false })])).toBeUndefined()
    expect(recommendedPlan([])).toBeUndefined()
  })

  it('[SB-1] the lowest price a day is that of plans that open the same, in each currency', () => {
    const year = plan(1, 365, 36_500, { price: amount(3_999) })
    const premium = plan(2, 365, 250_000, { price: amount(11_890) })
    const books = plan(3, 30, 900, { types: 1, price: amount(290) })
    expect(lowestPricesPerDay([premium, books, year], 'USD')).toEqual([1])
    const quarter = plan(4, 90, 2_000, { price: amount(1_299) })
    expect(lowestPricesPerDay([year, quarter], 'INR')).toEqual([4])
    expect(lowestPricesPerDay([year, quarter], 'USD')).toEqual([1])
    const longBooks = plan(5, 90, 6_000, { types: 1, price: amount(0) })
    expect(lowestPricesPerDay([year, premium, books, longBooks], 'INR')).toEqual([1, 3])
    expect(lowestPricesPerDay([year, premium, books, longBooks], 'USD')).toEqual([1])
  })

  it('[SB-1] the demo asks more for what contains more, in both currencies', () => {
    const sold = plans.filter(({ canPurchase, audioTypes }) => canPurchase && audioTypes.length === 5)
    for (const column of ['priceInr', 'priceUsd'] as const) {
      const prices = sold.map((one) => one[column])
      expect(prices).toEqual(prices.toSorted((a, b) => a - b))
    }
  })
})
