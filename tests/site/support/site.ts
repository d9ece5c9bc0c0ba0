import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { localized } from '#i18n/paths.ts'
import { routes } from '#i18n/routes.ts'
import { LOCALES, type Locale } from '#i18n/locales.ts'

/** These tests look at a shop that runs: `npm test` starts one and says where it is. */
function required(name: string): string {
  const value = process.env[name]
  if (!value)
    throw new Error(`${name} is not set: run npm test, or start a shop and give SHOP_ADDRESS and SHOP_DATA of it`)
  return value
}

export const ADDRESS = required('SHOP_ADDRESS').replace(/\/$/, '')
export const SITE = join(required('SHOP_DATA'), 'site', 'current')

export const read = (file: string) => readFileSync(join(SITE, file), 'utf8')
export const gzipBytes = (content: string | Buffer) => gzipSync(content, { level: 9 }).length

/** Paths of all published files, below the site folder. */
export function publishedFiles(): string[] {
  return readdirSync(SITE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(SITE, join(entry.parentPath, entry.name)))
}

export type Page = { file: string; path: string; locale: Locale; html: string; isHidden: boolean }

export function allPages(): Page[] {
  const files = publishedFiles().filter((file) => file.endsWith('.html'))
  return files.toSorted().map((file) => {
    const html = read(file)
    const isHidden = /<meta name="robots" content="noindex">/.test(html)
    return {
      file,
      path: `/${file.replace(/index\.html$/, '')}`,
      locale: file.startsWith('mr/') ? 'mr' : 'en',
      html,
      isHidden,
    }
  })
}

/** Paths of the pages that stand for a catalog entry, by route base: `/product-details/7/name/`. */
export function entryPages(pages: readonly Page[], base: string, locale: Locale): Page[] {
  return pages.filter(
    ({ path, isHidden }) => !isHidden && path.startsWith(localized(base, locale)) && /\/\d+\/[^/]+\/$/.test(path),
  )
}

/** One page of each kind in a language: every fixed route, and an entry of every catalog route. */
export function onePageOfEachKind(pages: readonly Page[], locale: Locale): Page[] {
  return routes.flatMap(({ base, kind, name }) => {
    const path = localized(base, locale)
    const fixed = pages.filter((page) => page.path === path)
    const below =
      name === 'familyCategory' || name === 'transcript'
        ? pages.filter((page) => page.path.startsWith(path))
        : kind === 'catalog'
          ? entryPages(pages, base, locale)
          : []
    const found = [...fixed, ...below.slice(0, 1)]
    if (found.length === 0) throw new Error(`no page of the route ${name} is published in ${locale}`)
    return found
  })
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#34': '"', '#38': '&' }
export const unescapeHtml = (text: string) =>
  text.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)

/** Attributes of each tag of a name, entities read. */
export function tags(html: string, name: string): Record<string, string>[] {
  return [...html.matchAll(new RegExp(`<${name}\\b((?:\\s+[^\\s=>]+(?:="[^"]*")?)*)\\s*/?>`, 'g'))].map(
    ([, attributes = '']) =>
      Object.fromEntries(
        [...attributes.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [
          key,
          unescapeHtml(value),
        ]),
      ),
  )
}

/** Scripts of a page, which it imports after its first paint. */
export const scriptsOf = ({ html }: Page) => (tags(html, 'html')[0]?.['data-scripts'] ?? '').split(' ').filter(Boolean)

/** Structured data of a page. */
export function dataOf(html: string): Record<string, unknown>[] {
  return [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(
    ([, json = '']) => JSON.parse(json) as Record<string, unknown>,
  )
}

export { LOCALES, type Locale }
