import { LOCALES } from '#contract/text/locale.ts'
import { DEFAULT_LOCALE, type Locale } from '#i18n/locales.ts'
import { localized, pathTo, type RouteName } from '#i18n/paths.ts'
import { routes } from '#i18n/routes.ts'

/** Pages whose address may hold a secret behind the path, and the offline page, which is in the cache of assets. */
const NEVER = new Set<RouteName | 'desk'>(['gift', 'redeemGift', 'weeklyNews', 'offline'])
/** Answered by the API, which has its own rules. */
const NO_PAGE = /^\/(?:api|dev|media|order)\//

const savable = LOCALES.flatMap((locale) =>
  routes.flatMap(({ name, kind, base, rest }) => {
    // The address of a shell holds personal data or a search text; private pages are `no-store`.
    if (kind === 'shell' || kind === 'private' || NEVER.has(name)) return []
    return { path: localized(base, locale), isOpen: rest !== '' }
  }),
)

/** The path that a page is saved under: without query and fragment, which may hold more than the page shows. Undefined when it is no page of the site. */
export function pagePath(address: string): string | undefined {
  const { origin, pathname } = new URL(address, location.href)
  const isFile = /\.\w{1,11}$/.test(pathname)
  if (origin !== location.origin || isFile || NO_PAGE.test(pathname)) return undefined
  const path = sameSpelling(pathname)
  return path.endsWith('/') ? path : `${path}/`
}

/** One page has one address: `:` and `%3A` are the same letter, but browsers keep both as they are written. */
function sameSpelling(pathname: string): string {
  try {
    return pathname.split('/').map(decodeURIComponent).map(encodeURIComponent).join('/')
  } catch {
    // A malformed percent sequence stays as it is.
    return pathname
  }
}

export const isSavable = (path: string): boolean =>
  savable.some(({ path: base, isOpen }) => (isOpen ? path.startsWith(base) && path !== base : path === base))
export const localeOfPath = (path: string): Locale =>
  LOCALES.find((one) => one !== DEFAULT_LOCALE && path.startsWith(`/${one}/`)) ?? DEFAULT_LOCALE
export const homes = LOCALES.map((locale) => pathTo('home', locale))
export const offlinePages = LOCALES.map((locale) => pathTo('offline', locale))
