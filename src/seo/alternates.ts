import { LOCALES, type Locale } from '#i18n/locales.ts'
import { pathTo, type PathParams, type RouteName } from '#i18n/paths.ts'

/** Path of the page in each of its languages (hreflang alternates). */
export function alternatesOf(
  name: RouteName,
  params: PathParams = {},
  locales: readonly Locale[] = LOCALES,
): Record<Locale, string | undefined> {
  const path = (locale: Locale) => (locales.includes(locale) ? pathTo(name, locale, params) : undefined)
  return { en: path('en'), mr: path('mr') }
}
