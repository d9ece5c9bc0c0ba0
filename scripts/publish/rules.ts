import { LOCALES } from '../../src/i18n/locales.ts'
import { localized, routes } from '../../src/i18n/paths.ts'

export type Rewrite = { from: string; to: string }

/** Rewrites of free parameters and of titles newer than the build to their prerendered shells, in both languages (SD-5). A file that exists wins. */
export function rewrites(): Rewrite[] {
  return LOCALES.flatMap((locale) =>
    routes
      .filter(({ kind }) => kind === 'shell' || kind === 'catalog')
      .map(({ base }) => ({ from: localized(base, locale), to: `${localized(base, locale)}index.html` })),
  )
}

/** Rules in the form that Netlify and Cloudflare Pages read. */
export function redirectsFile(rules: readonly Rewrite[]): string {
  return [...rules.map(({ from, to }) => `${from}* ${to} 200`), '/* /404.html 404', ''].join('\n')
}

export function headersFile(headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)
  return ['/*', ...lines, '/_a/*', '  cache-control: public, max-age=31536000, immutable', ''].join('\n')
}
