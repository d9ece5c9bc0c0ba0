import type { Currency } from '#contract/money/money.ts'
import { digits, list, money } from '#i18n/format.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { mailItems } from '../orders/mail-items.ts'
import { queueOrderMail } from '../orders/records/order-mails.ts'
import type { OrderRow } from '../orders/order-rows.ts'

type Refund = {
  name: 'refunded' | 'refundedPart' | 'refundedLines'
  amount: number
  currency: Currency
  /** Absent: all lines whose money was not returned before. */
  lineIds?: ReadonlySet<number>
}

/** Tells the buyer how much goes back, and for what. */
export async function sendRefundMail(
  inner: Db,
  context: Pick<AppContext, 'encryption' | 'now'>,
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
  // A mail about a part names it in its first sentence.
  const letter = name === 'refunded' ? { values, items: lines } : { values: { ...values, items: names } }
  await queueOrderMail(inner, context, id, { name, to: email, locale, ...letter })
}
