import type { Minor } from './money.ts'

/** GST on online audio content, SAC 998432. Percent. */
export const GST = { CGST: 9, SGST: 9, IGST: 18 } as const
export type TaxComponent = keyof typeof GST
export type TaxLine = { component: TaxComponent; percent: number; amount: Minor }

/** Rounds half up in integers: (minor × percent + 50) ÷ 100. */
export function percentOf(minor: Minor, percent: number): Minor {
  return Math.floor((minor * percent + 50) / 100)
}

/**
 * Taxes on a taxable amount in paise (subtotal minus discount): CGST and SGST when buyer and seller are in one state, IGST for
 * other states, nothing abroad. Each component is rounded by itself, so both ways can differ by one paisa.
 */
export function taxLines(taxable: Minor, buyer: { country: string; state?: string }, sellerState: string): TaxLine[] {
  if (buyer.country !== 'IN') return []
  const components: TaxComponent[] = buyer.state === sellerState ? ['CGST', 'SGST'] : ['IGST']
  return components.map((component) => ({
    component,
    percent: GST[component],
    amount: percentOf(taxable, GST[component]),
  }))
}

/** Price in paise with IGST, shown in India before the state is known [SH-17]. */
export function withTax(taxable: Minor): Minor {
  return taxable + percentOf(taxable, GST.IGST)
}

/** The price in paise before IGST with which a listener pays this, or the nearest sum that exists, the lower of two. */
export function withoutTax(total: Minor): Minor {
  const about = Math.floor((total * 100) / (100 + GST.IGST))
  const near = [about - 1, about, about + 1, about + 2].filter((taxable) => taxable >= 0)
  return near.reduce((best, taxable) =>
    Math.abs(withTax(taxable) - total) < Math.abs(withTax(best) - total) ? taxable : best,
  )
}
