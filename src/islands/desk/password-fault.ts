import type { Locale } from '#contract/text/locale.ts'
import { digits } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'

type Rules = { min: number; max: number }

/** The text of a fault of a new password. */
export function newPasswordText(
  messages: Messages['desk']['factors'],
  fault: string | undefined,
  rules: Rules,
  locale: Locale,
): string | undefined {
  if (!fault) return undefined
  const texts: Record<string, string> = messages.passwordFaults
  return interpolate(texts[fault] ?? messages.passwordFaults.required, {
    min: digits(rules.min, locale),
    max: digits(rules.max, locale),
  })
}
