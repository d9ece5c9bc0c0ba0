import { enums, integer, min, string, pattern, type, type Infer } from 'superstruct'

/** Integer in the smallest unit: paise or US cents. Never a float. */
export const Minor = min(integer(), 0)
export type Minor = Infer<typeof Minor>

/** Decimal amount on the wire, `"199.00"`: ASCII digits, two decimals. */
export const Amount = type({ amount: pattern(string(), /^\d+\.\d{2}$/) })
export type Amount = Infer<typeof Amount>

export const CURRENCIES = ['INR', 'USD'] as const
export type Currency = (typeof CURRENCIES)[number]

/** What orders call their currency on the wire. */
export const OrderCurrency = enums(['1', '2'])
export const orderCurrency = (currency: Currency): Infer<typeof OrderCurrency> => (currency === 'INR' ? '2' : '1')

export type Prices = { priceInr: Minor; priceUsd: Minor }
export const priceIn = (currency: Currency, { priceInr, priceUsd }: Prices): Minor =>
  currency === 'INR' ? priceInr : priceUsd

/** `-116.82`: ASCII digits and two decimals, without floating point. */
export const decimalText = (minor: number): string =>
  `${minor < 0 ? '-' : ''}${Math.floor(Math.abs(minor) / 100)}.${String(Math.abs(minor) % 100).padStart(2, '0')}`

export const toAmount = (minor: Minor): Amount => ({ amount: decimalText(minor) })

export function toMinor({ amount }: Amount): Minor {
  const [whole = '0', part = '00'] = amount.split('.')
  return Number(whole) * 100 + Number(part)
}

/** Rupees for India, dollars for other countries. */
export function currencyOf(country: string): Currency {
  return country === 'IN' ? 'INR' : 'USD'
}
