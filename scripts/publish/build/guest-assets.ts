import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DESK } from '../../../src/i18n/desk-paths.ts'
import { LOCALES } from '../../../src/i18n/locales.ts'
import { localized, pathTo } from '../../../src/i18n/paths.ts'
import { filesBelow } from '../files.ts'

/** Names of scripts and styles, in pages and in scripts. */
const NAME = /[\w.-]+\.(?:js|css)\b/g
/** Pages whose scripts and styles every guest has. */
const GUEST_PAGES = LOCALES.flatMap((locale) => [pathTo('home', locale), pathTo('offline', locale)])

/** The assets without those that only the desk uses: whoever saves the shop for offline does not download the desk. */
export async function guestAssets(built: string, assets: readonly string[]): Promise<string[]> {
  const files = new Map(assets.map((asset) => [basename(asset), asset]))
  const namesIn = (text: string) => [...text.matchAll(NAME)].flatMap(([name]) => files.get(name) ?? [])
  // At once: hundreds of small files, one after the other.
  const read = (file: string) => readFileSync(join(built, file), 'utf8')
  const deskFolders = LOCALES.map((locale) => join(built, localized(DESK, locale)))
  const deskPages = (await Promise.all(deskFolders.map((folder) => filesBelow(folder).catch(() => [])))).flat()
  const pagesOfDesk = deskPages.filter((file) => file.endsWith('.html')).map((file) => file.slice(built.length + 1))

  function reached(pages: readonly string[], others: readonly string[] = []): Set<string> {
    const found = new Set([...pages.map(read).flatMap(namesIn), ...others])
    // A set may grow during its iteration: what a script imports is read too.
    for (const file of found) if (file.endsWith('.js')) for (const name of namesIn(read(file))) found.add(name)
    return found
  }

  const ofDesk = reached(pagesOfDesk)
  const beside = assets.filter((asset) => !ofDesk.has(asset))
  const ofGuests = reached(
    GUEST_PAGES.map((path) => `${path.slice(1)}index.html`),
    beside,
  )
  return assets.filter((asset) => ofGuests.has(asset))
}
