import { LOCALES } from '../../../src/i18n/locales.ts'
import { localized } from '../../../src/i18n/paths.ts'
import { routes, type Route } from '../../../src/i18n/routes.ts'
import {
  FOR_HOSTS,
  IMMUTABLE,
  NOT_FOUND,
  notFoundTrees,
  PRIVATE_HEADERS,
  WORKER,
} from '../../../src/server/http/site/site-rules.ts'

export type Rewrite = { from: string; to: string }

const inBoth = (wanted: (route: Route) => boolean) =>
  LOCALES.flatMap((locale) => routes.filter(wanted).map(({ base }) => localized(base, locale)))

/** Rewrites of free parameters, and of titles newer than the build, to their prerendered shells, in both languages [SD-5]. Existing files have priority. */
export function rewrites(): Rewrite[] {
  return inBoth(({ kind }) => kind === 'shell' || kind === 'catalog').map((from) => ({ from, to: `${from}index.html` }))
}

/** Paths with private addresses or content: not cached, and sent to no other site as referrer. */
export function privatePaths(): string[] {
  return inBoth(({ kind, rest }) => kind === 'private' || rest.includes(':token'))
}

/** Rules in the format of Netlify and Cloudflare Pages. */
export function redirectsFile(rules: readonly Rewrite[]): string {
  const hidden = FOR_HOSTS.filter((file) => !file.startsWith('_')).map((file) => `/${file} /${NOT_FOUND} 404!`)
  const missing = notFoundTrees.flatMap(({ tree, path, file }) => [`${path} /${file} 404!`, `${tree}* /${file} 404`])
  return [...hidden, ...rules.map(({ from, to }) => `${from}* ${to} 200`), ...missing, `/* /${NOT_FOUND} 404`, ''].join(
    '\n',
  )
}

export function headersFile(headers: Record<string, string>): string {
  const block = (path: string, of: Record<string, string>) => [
    path,
    ...Object.entries(of).map(([name, value]) => `  ${name}: ${value}`),
  ]
  const own = privatePaths().flatMap((path) => block(`${path}*`, PRIVATE_HEADERS))
  return [
    ...block('/*', headers),
    ...block('/_a/*', { 'cache-control': IMMUTABLE }),
    ...block(WORKER.path, { 'cache-control': WORKER.cache }),
    ...own,
    '',
  ].join('\n')
}
