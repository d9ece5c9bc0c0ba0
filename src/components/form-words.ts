import type { Locale } from '#i18n/locales.ts'
import { pick, words } from '#i18n/words.ts'

/** What every form says: faults by their codes, the human check, sending and failing. */
export function formWords(locale: Locale) {
  return pick(words(locale, 'form'), [
    'required',
    'letters',
    'tooLong',
    'email',
    'mobile',
    'humanCheck',
    'other',
    'sending',
    'try-again',
    'characters-left',
    'human',
    'human-hint',
    'human-working',
    'human-proved',
    'human-failed',
    'failed-badInput',
    'failed-humanCheck',
    'failed-tooMany',
    'failed-offline',
    'failed-other',
  ])
}
