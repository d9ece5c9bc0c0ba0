import { expect, it } from 'vitest'
import { titlePrices } from '#islands/desk/titles/title-prices.ts'

it.each([
  [{ inr: 14_900, usd: 249 }, '₹149 · $2.49'],
  [{ inr: 14_900, usd: 0 }, '₹149'],
  [{ inr: 0, usd: 249 }, '$2.49'],
  [{ inr: 0, usd: 0 }, '–'],
])('[DK-4] the list of titles shows the prices that a title has, not zeros: %j', (prices, text) => {
  expect(titlePrices(prices, 'en')).toBe(text)
})
