import { LOCALES } from '#contract/text/locale.ts'
import type { StoredTranslations } from '../db/schema/columns.ts'
import { messages } from '../runtime/messages.ts'

/** Most plans are called by their length alone: in baskets, orders and mails the name says that it is a plan. */
export function planNames(translations: StoredTranslations): StoredTranslations {
  const named = LOCALES.flatMap((locale) => {
    const own = translations[locale]
    return own ? [[locale, { ...own, name: messages(locale, 'plans')('named', { name: own.name }) }]] : []
  })
  return Object.fromEntries(named)
}
