import type { SubscriptionRow } from '#contract/desk/figures.ts'
import type { SubscriptionEvent } from '../../plans/subscription-figures.ts'
import { namesOf } from '../orders/order-reply.ts'

/** Events by plan or by day. */
export function subscriptionRows(events: readonly SubscriptionEvent[], by: 'plan' | 'day'): SubscriptionRow[] {
  const rows = new Map<string, SubscriptionRow>()
  for (const { day, event, planId, translations, count } of events) {
    const key = by === 'day' ? day : String(planId)
    const names = by === 'day' ? {} : namesOf({ translations, isPlan: true })
    const row = rows.get(key) ?? { key, names, begun: 0, renewed: 0, given: 0, ended: 0, taken: 0 }
    rows.set(key, row)
    row[event] += count
  }
  return [...rows.values()]
}
