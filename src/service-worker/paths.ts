import { LOCALES } from '#contract/text.ts'
import { DEFAULT_LOCALE, type Locale } from '#i18n/locales.ts'
import { localized, pathTo, type RouteName } from '#i18n/paths.ts'
import { routes } from '#i18n/routes.ts'

/** Pages whose address may tell a secret in a part that comes after the path, and the one that is there anyway. */
const NEVER = new Set<RouteName>(['gift', 'redeemGift', 'offline'])
/** Answered by the API, which has its own rules. */
const ELSEWHERE = /^\/(?:api|dev|media|order)\//

const keepable = LOCALES.flatMap((locale) =>
  routes.flatMap(({ name, kind, base, rest }) => {
    // Of shells the address is somebody's own, or what somebody searched; private pages are `no-store`.
    if (kind === 'shell' || kind === 'private' || NEVER.has(name)) return []
    return { path: localized(base, locale), isOpen: rest !== '' }
  }),
)

/** Path that a page is kept under: without query and fragment, which may say more than the page does. Undefined when it is no page of the site. */
export function pagePath(address: string): string | undefined {
  const { origin, pathname } = new URL(address, location.href)
  const isFile = /\.\w{1,11}$/.test(pathname)
  if (origin !== location.origin || isFile || ELSEWHERE.test(pathname)) return undefined
  return pathname.endsWith('/') ? pathname : `${pathname}/`
}

export const mayKeep = (path: string): boolean =>
  keepable.some(({ path: base, isOpen }) => (isOpen ? path.startsWith(base) && path !== base : path === base))
export const localeOfPath = (path: string): Locale =>
  LOCALES.find((one) => one !== DEFAULT_LOCALE && path.startsWith(`/${one}/`)) ?? DEFAULT_LOCALE
export const homes = LOCALES.map((locale) => pathTo('home', locale))
export const offlinePages = LOCALES.map((locale) => pathTo('offline', locale))
