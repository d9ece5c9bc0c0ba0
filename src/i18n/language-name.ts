import type { Locale } from './locales.ts'

/** Name of a language in another: `en-CA` is "Canadian English" and "कॅनेडियन इंग्रजी". */
export const languageName = (tag: string, locale: Locale): string =>
  new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag
