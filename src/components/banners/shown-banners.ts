import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Banner } from '#contract/catalog/catalog.ts'
import { linkedEntry } from '#catalog/links/linked-entry.ts'
import { linkPath, siteLink } from '#i18n/links/site-link.ts'
import type { Locale } from '#i18n/locales.ts'

/** `isFile`: it leads to no page of the shop, so the browser has to load it. */
type ShownBanner = Banner & { isFile: boolean }

/**
 * Banners with the addresses that they lead to in a language. One that leads nowhere there is left out: a link without a page would
 * stop the publication of everything else. The doctor of the desk names it (server/desk/catalog/dead-links.ts).
 */
export async function shownBanners(banners: readonly Banner[], locale: Locale): Promise<ShownBanner[]> {
  const shown = await Promise.all(banners.map((banner) => shownBanner(banner, locale)))
  return shown.filter((banner) => banner !== undefined)
}

async function shownBanner(banner: Banner, locale: Locale): Promise<ShownBanner | undefined> {
  const link = siteLink(banner.href)
  if (!link) return undefined
  if (link.kind === 'entry') {
    const { route, id, slug, page } = link.entry
    const entry = await linkedEntry(route, id, slug, page, locale)
    return entry ? { ...banner, href: linkPath({ ...link, entry }, locale), isFile: route === 'feed' } : undefined
  }
  if (link.kind === 'file' && !publicFiles().has(link.file)) return undefined
  return { ...banner, href: linkPath(link, locale), isFile: link.kind !== 'page' }
}

let files: Set<string> | undefined
/** Files that are published as they are: the renderer has a copy of them, and without one they lie in the project. */
function publicFiles(): Set<string> {
  const { SITE_RENDERER: renderer } = process.env
  files ??= new Set(readdirSync(renderer ? join(renderer, 'client') : 'public', { recursive: true, encoding: 'utf8' }))
  return files
}
