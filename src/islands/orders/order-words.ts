import type { FailureWords } from '#islands/accounts/Failure.tsx'

type Status = 'unfulfilled' | 'fulfilled' | 'canceled' | 'failed' | 'refunded'
type Payment = 'none' | 'pending' | 'paid' | 'failed' | 'canceled' | 'held' | 'refunded'
type Action = 're-payment' | 'pay-now' | 'invoice' | 'credit-note' | 'act-of' | 'opening-paper'
type Fact = 'order-id' | 'order-date' | 'order-total' | 'order-status' | 'order-what' | 'is-renewal'
type Fault = 'failed-gateway' | 'failed-profile' | 'failed-owned' | 'failed-repay' | 'failed-paper'

/** What is said of an order, on its own page and in the list; `components/order-words.ts` picks them. */
export type OrderWords = FailureWords &
  Record<`status-${Status}` | `payment-${Payment}` | Action | Fact | Fault | 'complete-profile', string>
