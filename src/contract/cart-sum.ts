import type { Currency, Minor } from './money.ts'
import { taxLines, type TaxLine } from './tax.ts'

/** `state` is empty outside India. */
export type TaxPlace = { country: string; state: string }
/** What a cart costs, in the smallest unit of its currency. */
export type Sum = { subtotal: Minor; discount: Minor; taxes: TaxLine[]; total: Minor }
export type Priced = { price: Minor; discount: Minor; taxes: Record<TaxLine['component'], Minor> }

/** SAC of online audio content (protocols 2). */
export const SAC = '998432'

/** Total = subtotal − discount + taxes (C9). `percent` of a coupon is rounded half up, and takes no more than there is. */
export function sumOf(prices: readonly Minor[], percent: number, place: TaxPlace, sellerState: string): Sum {
  const subtotal = prices.reduce((sum, price) => sum + price, 0)
  const discount = Math.min(subtotal, Math.floor((subtotal * percent + 50) / 100))
  const taxes = taxLines(subtotal - discount, place, sellerState)
  return { subtotal, discount, taxes, total: taxes.reduce((sum, { amount }) => sum + amount, subtotal - discount) }
}

/** Shares an amount out by weight, by largest remainder: the parts are whole and add up. Of equal remainders the first gets more. */
export function spread(amount: Minor, weights: readonly number[]): Minor[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  if (whole === 0) return weights.map(() => 0)
  const parts = weights.map((weight) => Math.floor((amount * weight) / whole))
  const left = amount - parts.reduce((sum, part) => sum + part, 0)
  const neediest = weights.map((weight, at) => ({ at, rest: (amount * weight) % whole })).toSorted((a, b) => b.rest - a.rest || a.at - b.at)
  const more = new Set(neediest.slice(0, left).map(({ at }) => at))
  return parts.map((part, at) => part + (more.has(at) ? 1 : 0))
}

/** Discount and tax of each line, so that lines add up to the order. */
export function priceLines(prices: readonly Minor[], { discount, taxes }: Sum): Priced[] {
  const discounts = spread(discount, prices)
  const taxable = prices.map((price, at) => price - (discounts[at] ?? 0))
  const byComponent = new Map(taxes.map(({ component, amount }) => [component, spread(amount, taxable)]))
  const tax = (component: TaxLine['component'], at: number) => byComponent.get(component)?.[at] ?? 0
  return prices.map((price, at) => ({
    price,
    discount: discounts[at] ?? 0,
    taxes: { CGST: tax('CGST', at), SGST: tax('SGST', at), IGST: tax('IGST', at) },
  }))
}

export type Prices = { priceInr: Minor; priceUsd: Minor }
export const priceIn = (currency: Currency, { priceInr, priceUsd }: Prices): Minor => (currency === 'INR' ? priceInr : priceUsd)
