import { expect, it } from 'vitest'
import { withoutTax, withTax } from '#contract/money/tax.ts'

it('[SH-17] the price before GST gives the typed sum, or the nearest one that exists', () => {
  for (let total = 0; total <= 60_000; total += 1) {
    const taxable = withoutTax(total)
    const difference = Math.abs(withTax(taxable) - total)
    expect(Number.isInteger(taxable) && taxable >= 0).toBe(true)
    // One paisa more before GST is one or two more with it: no sum is further away than one.
    expect(difference, `${total}`).toBeLessThanOrEqual(1)
    for (const other of [Math.max(0, taxable - 1), taxable + 1])
      expect(Math.abs(withTax(other) - total), `${total}`).toBeGreaterThanOrEqual(difference)
  }
})

it.each([
  [19_900, 16_864, 19_900],
  [29_900, 25_339, 29_900],
  [0, 0, 0],
  [1, 1, 1],
  [100_000_000, 84_745_763, 100_000_000],
])('[SH-17] who pays %d paise pays %d before GST', (total, taxable, pays) => {
  expect([withoutTax(total), withTax(withoutTax(total))]).toEqual([taxable, pays])
})
