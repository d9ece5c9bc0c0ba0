import type { Currency } from '#contract/money.ts'
import { digits, list, money } from '#i18n/format.ts'
import type { Db } from '../db/connect.ts'
import { enqueue } from '../jobs/queue.ts'
import { mailItems } from '../orders/mail-items.ts'
import type { OrderRow } from '../orders/order-rows.ts'
import type { SettlementDependencies } from './payment-hooks.ts'

type Refund = {
  name: 'refunded' | 'refundedPart'
  amount: number
  currency: Currency
  /** Absent: all lines whose money was not returned before. */
  lineIds?: ReadonlySet<number>
}

/** Tells the buyer how much goes back, and for what. */
export async function sendRefundMail(
  inner: Db,
  context: SettlementDependencies,
  { id, email, locale }: OrderRow,
  { name, amount, currency, lineIds }: Refund,
): Promise<void> {
  // The address was erased with its account.
  if (email === '') return
  const lines = await mailItems(inner, id, locale, lineIds)
  const values = { order: digits(id, locale), total: money(amount, currency, locale) }
  const names = list(
    lines.map((line) => `“${line.name}”`),
    locale,
  )
  // The mail about a part names it in its first sentence.
  const letter = name === 'refunded' ? { values, items: lines } : { values: { ...values, items: names } }
  await enqueue(inner, context, { kind: 'mail', letter: { name, to: email, locale, ...letter } })
}
