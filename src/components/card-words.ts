import type { CardWords } from '#islands/catalog/Card.tsx'
import type { Locale } from '#i18n/locales.ts'
import { pick, words } from '#i18n/words.ts'

/** Words of a card that is drawn in the browser. */
export function cardWords(locale: Locale): CardWords {
  return {
    ...pick(words(locale, 'shell'), ['free', 'sample-play']),
    ...pick(words(locale, 'format'), ['hours', 'stars-spoken']),
  }
}
