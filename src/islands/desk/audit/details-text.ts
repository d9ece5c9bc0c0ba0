import type { Done } from '#contract/desk/staff/members.ts'
import type { Locale } from '#contract/text/locale.ts'
import type { Currency } from '#contract/money/money.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { digits, longDate, exactMoney } from '#i18n/format.ts'
import { momentText } from '#islands/desk/moment-text.ts'

type Words = Pick<Messages['desk']['audit'], 'detailNames' | 'detailValues' | 'settingFields'>
type Context = { words: Words; locale: Locale; currency: Currency | undefined }

/** What may have a word of its own. A reason or a name that somebody typed stays as it was typed. */
const CODED = new Set(['from', 'to', 'before', 'network', 'role', 'mail', 'applies_to', 'fields'])
const AMOUNTS = new Set(['amount', 'asked', 'came', 'from', 'to'])
/** Prices of a title, before and now. */
const PRICES: Record<string, Currency> = { priceInr: 'INR', priceUsd: 'USD' }
const MOMENT = /^\d{4}-\d\d-\d\dT/
const DAY = /^\d{4}-\d\d-\d\d$/
const COUNTRY = /^[A-Z]{2}$/

/** The details of an action in the language of the desk, in one line; what was left empty is left out. */
export function detailsText({ details }: Pick<Done, 'details'>, words: Words, locale: Locale): string {
  const { currency, ...rest } = details
  const known = currency === 'INR' || currency === 'USD' ? currency : undefined
  return namedValues(rest, { words, locale, currency: known })
}

function namedValues(details: Record<string, unknown>, context: Context): string {
  const names: Record<string, string> = context.words.detailNames
  return Object.entries(details)
    .filter(([, value]) => !isEmpty(value))
    .map(([name, value]) => `${names[name] ?? name}: ${valueText(name, value, context)}`)
    .join('; ')
}

function valueText(name: string, value: unknown, context: Context): string {
  const { words, locale, currency } = context
  if (typeof value === 'boolean') return value ? words.detailValues.yes : words.detailValues.no
  if (typeof value === 'number')
    return currency && AMOUNTS.has(name) ? exactMoney(value, currency, locale) : digits(value, locale)
  if (Array.isArray(value)) return value.map((one) => valueText(name, one, context)).join(', ')
  if (typeof value === 'object') return namedValues(Object(value), { ...context, currency: PRICES[name] ?? currency })
  return stringText(name, String(value), context)
}

const isEmpty = (value: unknown): boolean =>
  value === '' || (typeof value === 'object' && Object.keys(Object(value)).length === 0)

function stringText(name: string, value: string, { words, locale }: Context): string {
  if (MOMENT.test(value)) return momentText(value, locale)
  if (DAY.test(value)) return longDate(value, locale)
  if (!CODED.has(name)) return value
  if (COUNTRY.test(value)) return new Intl.DisplayNames(locale, { type: 'region' }).of(value) ?? value
  const coded: Record<string, string> = words.detailValues
  const fields: Record<string, string> = words.settingFields
  return (name === 'fields' ? fields : coded)[value] ?? value
}
