import type { Locale } from './locales.ts'

/** Name of a language in another: `en-CA` is "Canadian English" and "कॅनेडियन इंग्रजी". A tag that has none stays as it is: older releases stored some. */
export function languageName(tag: string, locale: Locale): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}
