import { ENTRY_ROUTES, type EntryLink, type EntryRoute } from '#contract/catalog/entry-link.ts'
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../locales.ts'
import { feedPath, localized, partsOf, pathTo, withSlash } from '../paths.ts'
import { routes } from '../routes.ts'

/**
 * What a path that somebody typed leads to: `page`: one that every language has; `entry`: one that the catalog may have; `file`: one
 * for all languages, with its name below the folder of the site. `path` is encoded, and English for a page.
 */
type SiteLink = { path: string; search: string; locale: Locale } & (
  | { kind: 'page' | 'api' }
  | { kind: 'file'; file: string }
  | { kind: 'entry'; entry: EntryLink }
)

/** Answered by the API, not from the folder of the pages. */
export const isServedByApi = (path: string): boolean => /^\/(?:api|media|dev)\//.test(path)

const SHELLS = routes
  .filter(({ kind }) => kind === 'shell')
  .flatMap(({ base }) => LOCALES.map((locale) => localized(base, locale)))
/** Whether a shell answers whatever stands below its path, as a text that is searched for. */
export const isBelowShell = (path: string): boolean => SHELLS.some((base) => path.startsWith(base))

/** Reads a path of this site, in any language and with or without its last slash. Undefined: it can lead nowhere. */
export function siteLink(href: string): SiteLink | undefined {
  if (!/^\/(?!\/)/.test(href) || !URL.canParse(href, BASE)) return undefined
  const { pathname, search } = new URL(href, BASE)
  const locale = LOCALES.find((one) => `${pathname}/`.startsWith(`/${one}/`)) ?? DEFAULT_LOCALE
  const path = locale === DEFAULT_LOCALE ? pathname : pathname.slice(locale.length + 1) || '/'
  const common = { path, search, locale }
  if (isServedByApi(pathname)) return { ...common, kind: 'api' }
  const entry = entryIn(path)
  if (entry) return { ...common, kind: 'entry', entry }
  const page = withSlash(path)
  if (isBelowShell(page) || routes.some(({ base, rest }) => rest === '' && base === page))
    return { ...common, kind: 'page', path: page }
  return /\.\w+$/.test(path) ? { ...common, kind: 'file', file: decoded(path.slice(1)) } : undefined
}

const BASE = 'http://site'

/** The address of it in a language. */
export function linkPath(link: SiteLink, locale: Locale): string {
  if (link.kind !== 'entry') return (link.kind === 'page' ? localized(link.path, locale) : link.path) + link.search
  const { route, id, slug, page } = link.entry
  return (route === 'feed' ? feedPath(id, locale) : pathTo(route, locale, { id, slug, page })) + link.search
}

/** Slug and page may be absent from what was typed: the id says which entry it is. */
const PATTERNS: [EntryRoute, RegExp][] = ENTRY_ROUTES.map((route) => {
  if (route === 'feed') return [route, /^\/podcast-feed\/(?<id>\d+)\.xml$/]
  const { base, rest } = partsOf(route)
  const own = rest.startsWith(':id') ? '(?<id>\\d{1,15})(?:/(?<slug>[^/]+))?' : '(?<slug>[^/]+)'
  return [route, new RegExp(`^${base}${own}(?:/page/(?<page>\\d{1,9}))?/?$`)]
})

function entryIn(path: string): EntryLink | undefined {
  for (const [route, pattern] of PATTERNS) {
    const parts = pattern.exec(path)?.groups
    if (parts)
      return {
        route,
        id: Number(parts['id'] ?? 0),
        slug: decoded(parts['slug'] ?? ''),
        page: Number(parts['page'] ?? 1),
      }
  }
  return undefined
}

/** As typed when a `%` stands for nothing. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
