import { localeOf, type Locale } from '#i18n/locales.ts'

export const pageLocale = (): Locale => localeOf(document.documentElement.lang)
