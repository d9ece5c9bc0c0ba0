import type { Locale } from '#contract/text.ts'
import { digits } from '#i18n/format.ts'

/** Units with `#` in the place of the number. */
export type TimeWords = Record<'minute' | 'minutes' | 'second' | 'seconds', string>

/** "2 minutes 5 seconds" in words: a slider must not be read as "two colon zero five". */
export function spoken(value: number, time: TimeWords, locale: Locale): string {
  const whole = Math.floor(value)
  const unit = (amount: number, one: keyof TimeWords, many: keyof TimeWords) =>
    time[amount === 1 ? one : many].replace('#', digits(amount, locale))
  const minutes = Math.floor(whole / 60)
  const seconds = unit(whole % 60, 'second', 'seconds')
  return minutes === 0 ? seconds : `${unit(minutes, 'minute', 'minutes')} ${seconds}`
}
