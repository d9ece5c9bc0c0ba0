import type { DeskListenerRow } from '#contract/desk/listeners.ts'
import type { Currency } from '#contract/money/money.ts'
import type { Locale } from '#contract/text/locale.ts'
import { exactMoney, longDate, ZONE } from '#i18n/format.ts'
import { formatDateTime } from '#i18n/format-date-time.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import type { DeskMessages } from './desk-context.tsx'

export type CommonMessages = Messages['deskSales']['common']
/** What every page of sales and people gets. */
export type PageProps<Area> = { locale: Locale; messages: Area; common: CommonMessages; shared: DeskMessages }

/** A name in the language of the page, else in the other. */
export const nameInEither = (
  { en, mr }: { en?: string | undefined; mr?: string | undefined },
  locale: Locale,
): string => (locale === 'mr' ? (mr ?? en) : (en ?? mr)) ?? ''

/** Who it is: an account that was erased has no name. */
export const personName = (name: string, messages: CommonMessages): string => name || messages.unnamed

/** An address or number of a listener: whoever typed it need not own it. */
export const contactText = (
  listener: Pick<DeskListenerRow, 'email' | 'mobile' | 'unproven'>,
  name: 'email' | 'mobile',
  messages: CommonMessages,
): string =>
  listener.unproven.includes(name) ? interpolate(messages.unproven, { text: listener[name] }) : listener[name]

/** The words for a code of the records, as `log out`: one without words is shown as it is. */
export const wordsOf = (names: Record<string, string>, code: string): string =>
  names[code.replace(/[ _](\w)/g, (_, letter: string) => letter.toUpperCase())] ?? code

/** Who acted: a name at the desk, the listener, or somebody at the command line of the server. */
export function actorName(who: string, messages: CommonMessages): string {
  if (who === 'the listener') return messages.byListener
  const name = / at the command line$/.test(who) && who.replace(/ at the command line$/, '')
  return name ? interpolate(messages.byCommand, { name }) : who
}

/** What somebody did, as `actions` of the records name it. */
export const actionText = (who: string, action: string, messages: CommonMessages): string =>
  `${actorName(who, messages)}: ${wordsOf(messages.actionNames, action)}`

/** Money with its sign: what came back may exceed what was sold. */
export const signedMoney = (amount: number, currency: Currency, locale: Locale): string =>
  amount < 0 ? `−${exactMoney(-amount, currency, locale)}` : exactMoney(amount, currency, locale)

/** The day in India, with its year. */
export const dayText = (iso: string, locale: Locale): string => longDate(iso, locale)
/** Day and time in India, as the papers and the figures count them. */
export const indianMoment = (iso: string, locale: Locale): string =>
  `${dayText(iso, locale)} ${formatDateTime(Date.parse(iso), locale, ZONE).time}`

/** The number in the address of the page: `?id=7`. */
export const idOfPage = (): number => Number(new URLSearchParams(location.search).get('id') ?? 0)
