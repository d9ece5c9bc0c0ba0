import { digits, longDate, money } from '#i18n/format.ts'
import type { Db } from '../db/connect.ts'
import type { StoredTranslations } from '../db/schema/columns.ts'
import type { AppContext } from '../context.ts'
import { enqueue } from '../jobs/queue.ts'
import { EARLY_MS } from './rules.ts'
import type { MandateRow } from './mandates.ts'

type Given = Pick<AppContext, 'encryption' | 'now'>
export type RenewalLetter =
  'renewalOn' | 'renewalOff' | 'renewalChanged' | 'renewalEnded' | 'renewalNotice' | 'renewalFailed'

/** In the language of the consent, with what the law wants told: who debits, how much, when, for what. `until`: the end of what runs. */
export async function tellListener(
  inner: Db,
  context: Given,
  mandate: MandateRow,
  name: RenewalLetter,
  until: Date | null,
  debit: { amount: number; debitAt: Date } = {
    amount: mandate.amount,
    debitAt: new Date((until ?? context.now()).getTime() - EARLY_MS),
  },
): Promise<void> {
  const { locale, currency, ceiling, days, endsAt, id } = mandate
  const [who] = await inner.query<{ email: string; translations: StoredTranslations }>(
    `select coalesce(u.email, u.contact_email) as email, p.translations from users u cross join plans p where u.id = $1 and p.id = $2`,
    [mandate.userId, mandate.planId],
  )
  if (!who?.email) return
  const day = (date: Date) => longDate(date.toISOString(), locale)
  const words = who.translations[locale] ?? who.translations.en ?? who.translations.mr
  const values = {
    plan: words?.name ?? '',
    amount: money(debit.amount, currency, locale),
    ceiling: money(ceiling, currency, locale),
    date: day(debit.debitAt),
    days: digits(days, locale),
    until: day(until ?? context.now()),
    last: day(endsAt),
    reference: digits(id, locale),
  }
  await enqueue(inner, context, { kind: 'mail', letter: { name, to: who.email, locale, values } })
}
