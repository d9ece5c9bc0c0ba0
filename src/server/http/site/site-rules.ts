import { DEFAULT_LOCALE, LOCALES } from '#i18n/locales.ts'

/** Rules that every host of the site follows: the bundled one, and hosts with rule files (scripts/publish/host/rules.ts). */
export const IMMUTABLE = 'public, max-age=31536000, immutable'
export const ASK_AGAIN = 'public, max-age=0, must-revalidate'
/** The service worker: with a long cache time a broken one could not be replaced. */
export const WORKER = { path: '/sw.js', cache: 'no-cache' }
/** For pages whose address or content is private to a listener. */
export const PRIVATE_HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
/** Files of a build that only hosts and the next build read; they are not served. */
export const FOR_HOSTS = [
  'manifest.json',
  'facts.json',
  'digests.json',
  'queries.json',
  'entries.json',
  '_headers',
  '_redirects',
  'nginx.conf',
]

/** The page for unknown paths; each language but the first has one in its own tree [SD-6]. */
export const NOT_FOUND = '404.html'
export const notFoundTrees = LOCALES.filter((locale) => locale !== DEFAULT_LOCALE).map((locale) => ({
  tree: `/${locale}/`,
  path: `/${locale}/404/`,
  file: `${locale}/404/index.html`,
}))
