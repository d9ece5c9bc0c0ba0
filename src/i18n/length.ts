import { hours } from './format.ts'
import { interpolate } from './interpolate.ts'
import type { Locale } from './locales.ts'
import { pluralMessage } from './plural-message.ts'

export type LengthMessages = { hours: string; minutes_one: string; minutes_other: string }

/** How long a title is: minutes under an hour, at least one; from an hour on hours with two decimals [PD-2]. */
export function lengthText(messages: LengthMessages, seconds: number, locale: Locale): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 60) return pluralMessage(messages, 'minutes', minutes, locale)
  return interpolate(messages.hours, { hours: hours(seconds, locale) })
}
