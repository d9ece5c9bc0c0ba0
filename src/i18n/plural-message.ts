import { digits } from './format.ts'
import { interpolate } from './interpolate.ts'
import type { Locale } from './locales.ts'

type Forms<Key extends string> = Record<`${Key}_one` | `${Key}_other`, string>

/** A counted message of a group, in the browser: both languages of the shop take `one` for 1 alone. */
export function pluralMessage<Key extends string>(
  messages: Forms<Key>,
  key: Key,
  count: number,
  locale: Locale,
): string {
  const form = `${key}_${count === 1 ? 'one' : 'other'}` as const
  return interpolate(messages[form], { count: digits(count, locale) })
}
