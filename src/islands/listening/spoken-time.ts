import type { Locale } from '#contract/text/locale.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { pluralMessage } from '#i18n/plural-message.ts'

export type TimeMessages = Messages['format']['time']

/** "2 minutes 5 seconds" in words: a slider must not be read as "two colon zero five". */
export function spoken(value: number, time: TimeMessages, locale: Locale): string {
  const whole = Math.floor(value)
  const minutes = Math.floor(whole / 60)
  const seconds = pluralMessage(time, 'seconds', whole % 60, locale)
  return minutes === 0 ? seconds : `${pluralMessage(time, 'minutes', minutes, locale)} ${seconds}`
}
