import type { Locale } from '#i18n/locales.ts'
import { counter, pick, words } from '#i18n/words.ts'

/** What every form of an account may have to say. */
export function accountWords(locale: Locale) {
  const t = words(locale, 'account')
  const form = words(locale, 'form')
  const format = words(locale, 'format')
  return {
    ...pick(t, [
      'email',
      'password',
      'show',
      'hide',
      'close',
      'wait',
      'offline',
      'failed',
      'not-served',
      'with-google',
      'with-facebook',
      'leaving',
    ]),
    ...pick(form, ['required', 'sending']),
    'email-invalid': form('email'),
    minute: counter(format('minutes', { count: 1 })),
    minutes: counter(format('minutes', { count: 2 })),
  }
}
