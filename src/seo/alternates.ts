import { LOCALES, type Locale } from '#i18n/locales.ts'
import { pathTo, type PathParams, type RouteName } from '#i18n/paths.ts'

/** Path of a page in each language that has it. */
export function twinsOf(
  name: RouteName,
  params: PathParams = {},
  locales: readonly Locale[] = LOCALES,
): Record<Locale, string | undefined> {
  const path = (locale: Locale) => (locales.includes(locale) ? pathTo(name, locale, params) : undefined)
  return { en: path('en'), mr: path('mr') }
}
