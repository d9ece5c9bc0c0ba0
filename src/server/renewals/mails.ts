import { digits, longDate, money } from '#i18n/format.ts'
import { messages } from '../runtime/messages.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { plans } from '../db/schema/orders/plans.ts'
import { enqueue } from '../jobs/queue.ts'
import type { MandateRow } from './mandates.ts'
import { EARLY_MS } from './rules.ts'

export type RenewalMail =
  | 'renewalOn'
  | 'renewalOff'
  | 'renewalChanged'
  | 'renewalEnded'
  | 'renewalOverdue'
  | 'renewalNotice'
  | 'renewalFailed'

/** Sends the facts that the law requires, in the language of the mandate: who debits, how much, when and for what. `planEnd`: the end of the running plan. */
export async function sendRenewalMail(
  inner: Db,
  context: Pick<AppContext, 'encryption' | 'now'>,
  mandate: MandateRow,
  name: RenewalMail,
  planEnd: Date | null,
  debit: { amount: number; debitAt: Date } = {
    amount: mandate.amount,
    debitAt: mandate.nextDebitAt ?? new Date((planEnd ?? context.now()).getTime() - EARLY_MS),
  },
): Promise<void> {
  const { locale, currency, ceiling, days, endsAt, id } = mandate
  const [recipient] = await inner.query<{ email: string | null } & Pick<Row<typeof plans>, 'translations'>>(
    `select coalesce(u.email, u.contact_email) as email, p.translations from users u cross join plans p where u.id = $1 and p.id = $2`,
    [mandate.userId, mandate.planId],
  )
  if (!recipient?.email) return
  const day = (date: Date) => longDate(date.toISOString(), locale)
  const plan = recipient.translations[locale] ?? recipient.translations.en ?? recipient.translations.mr
  const amount = money(debit.amount, currency, locale)
  const values = {
    plan: plan?.name ?? '',
    amount,
    // Dollar prices have no tax.
    charge: currency === 'INR' ? messages(locale, 'mail')('amounts.withTax', { amount }) : amount,
    ceiling: money(ceiling, currency, locale),
    date: day(debit.debitAt),
    days: digits(days, locale),
    until: day(planEnd ?? context.now()),
    last: day(endsAt),
    reference: digits(id, locale),
  }
  await enqueue(inner, context, { kind: 'mail', letter: { name, to: recipient.email, locale, values } })
}
