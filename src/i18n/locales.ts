import { LOCALES, type Locale } from '#contract/text/locale.ts'

export { LOCALES, type Locale }
export const DEFAULT_LOCALE: Locale = 'en'

export const localeNames: Record<Locale, string> = { en: 'English', mr: 'मराठी' }

/** The language switch has two sides. */
export function otherLocale(locale: Locale): Locale {
  return locale === 'en' ? 'mr' : 'en'
}

/** `[...locale]` of a page file: English has no prefix. */
export function localeParam(locale: Locale): string | undefined {
  return locale === DEFAULT_LOCALE ? undefined : locale
}

export const localeOf = (param: string | undefined): Locale => (param === 'mr' ? 'mr' : 'en')

/** Static paths of a page that exists once per language. */
export function localePaths() {
  return LOCALES.map((locale) => ({ params: { locale: localeParam(locale) }, props: { locale } }))
}
