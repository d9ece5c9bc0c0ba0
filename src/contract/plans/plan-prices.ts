import { toMinor, type Currency, type Minor } from '../money/money.ts'
import type { Plan } from '../catalog/site.ts'
import { withTax } from '../money/tax.ts'

/** What a plan costs in India: `price` without tax, `paid` with it. `list` is crossed out where it is more than `paid`: with tax too. */
export function rupeesOf(plan: Plan): { list: Minor; price: Minor; paid: Minor } {
  const list = toMinor(plan.inr_price)
  const discounted = toMinor(plan.discounted_inr_price)
  const price = discounted > 0 ? discounted : list
  return { list: withTax(list), price, paid: withTax(price) }
}

/** Rounded up: a day never costs more than the page says [SB-1]. */
export function pricePerDay(paid: Minor, days: number): Minor {
  return days > 0 ? Math.ceil(paid / days) : 0
}

/**
 * The plan that the page recommends: of those that open the most, the one with the lowest price a day. None where there is
 * nothing to choose between.
 */
export function recommendedPlan(plans: readonly Plan[]): number | undefined {
  const sold = plans.filter((plan) => plan.can_purchase && rupeesOf(plan).paid > 0)
  const most = Math.max(...sold.map((plan) => plan.audio_types.length))
  const [first, second] = sold
    .filter((plan) => plan.audio_types.length === most)
    .map((plan) => ({ id: plan.id, perDay: rupeesOf(plan).paid / plan.subscription_duration }))
    .toSorted((a, b) => a.perDay - b.perDay)
  return second ? first?.id : undefined
}

const kindOf = ({ audio_types }: Plan) =>
  audio_types
    .map(({ audio_type_id: id }) => id)
    .toSorted()
    .join()

/**
 * The plans that cost less a day in a currency than all others that open the same audio types. One that alone opens them is
 * compared with nothing.
 */
export function lowestPricesPerDay(plans: readonly Plan[], currency: Currency): number[] {
  const sold = plans
    .filter((plan) => plan.can_purchase)
    .map((plan) => ({
      id: plan.id,
      kind: kindOf(plan),
      perDay: (currency === 'INR' ? rupeesOf(plan).paid : toMinor(plan.price)) / plan.subscription_duration,
    }))
    .filter(({ perDay }) => perDay > 0)
  const rivals = ({ id, kind }: { id: number; kind: string }) =>
    sold.filter((other) => other.kind === kind && other.id !== id)
  const isLowest = (plan: (typeof sold)[number]) => rivals(plan).every(({ perDay }) => perDay > plan.perDay)
  return sold.filter((plan) => rivals(plan).length > 0 && isLowest(plan)).map(({ id }) => id)
}
