import { CacheableResponsePlugin } from 'workbox-cacheable-response'
import { ExpirationPlugin } from 'workbox-expiration'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import { INDEX_FOLDER, INDEX_PARTS, namesPath } from '#contract/search/index-files.ts'
import { offlineCaches, SHARED_FILES } from '#contract/offline/offline.ts'

/** Files of this publication under `_a/`; scripts/publish/build/service-worker.ts puts them in. */
declare const PUBLICATION_ASSETS: readonly string[]
const published = PUBLICATION_ASSETS

const ASSET = /^\/_a\//
const MAX_PICTURES = 200
const NETWORK_TIMEOUT_SECONDS = 3
/** `data-scripts` has several. */
const IN_HTML = /(?:src|href|data-scripts)="(\/_a\/[^"]+)"/g
const IN_SCRIPT = /(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+)["'`]/g
/** Also what is loaded when it is needed: islands of a page, and late imports of a script with their styles. */
const NAMED = /(?:\b_a\/|["'`]\.\/)([\w.-]+)/g
const matchOptions = { ignoreVary: true }

const openCache = () => caches.open(offlineCaches.assets)
const pathOf = ({ url }: Pick<Request, 'url'>) => new URL(url).pathname

export const isAsset = (path: string): boolean => ASSET.test(path)
export const isShared = (path: string): boolean => SHARED_FILES.includes(path) || path.startsWith(INDEX_FOLDER)
export const isPicture = (path: string): boolean => /^\/media\/(?:covers|people|banners|news)\//.test(path)

/** A part of a file, or a failure, is not cached. */
const onlyWhole = new CacheableResponsePlugin({ statuses: [200] })
/** Named by their content: a cached copy never becomes old. */
export const assets = new CacheFirst({ cacheName: offlineCaches.assets, matchOptions, plugins: [onlyWhole] })
export const pictures = new CacheFirst({
  cacheName: offlineCaches.pictures,
  matchOptions,
  plugins: [onlyWhole, new ExpirationPlugin({ maxEntries: MAX_PICTURES, matchOptions })],
})
/** Requests for parts of the icons (`/icons.svg#menu`) share one cached file. */
const withoutFragment = { cacheKeyWillBeUsed: async ({ request }: { request: Request }) => pathOf(request) }
/** Files that keep their name when their content changes. */
export const shared = new NetworkFirst({
  cacheName: offlineCaches.assets,
  matchOptions,
  networkTimeoutSeconds: NETWORK_TIMEOUT_SECONDS,
  plugins: [onlyWhole, withoutFragment],
})

export const assetsIn = (html: string): string[] =>
  [...html.matchAll(IN_HTML)].flatMap(([, paths]) => paths?.split(' ') ?? [])

/** Caches assets together with everything that their scripts import statically. */
export async function saveAssets(paths: readonly string[]): Promise<void> {
  const cache = await openCache()
  const seen = new Set<string>()
  const save = async (path: string): Promise<void> => {
    if (seen.has(path)) return
    seen.add(path)
    const cached = (await cache.match(path, matchOptions)) ?? (await fetchInto(cache, path))
    if (path.endsWith('.js')) await Promise.all(importsIn(await cached.text()).map(save))
  }
  await Promise.all(paths.map(save))
}

const namedIn = (text: string) => [...text.matchAll(NAMED)].map(([, name = '']) => `/_a/${name}`)
const importsIn = (code: string) => [...code.matchAll(IN_SCRIPT)].map(([, name = '']) => `/_a/${name}`)

async function fetchInto(cache: Cache, path: string): Promise<Response> {
  const response = await fetch(path)
  if (response.status !== 200) throw new Error(`${path} is not there`)
  await cache.put(path, response.clone())
  return response
}

export async function saveSharedFiles(): Promise<void> {
  const cache = await openCache()
  await Promise.all(SHARED_FILES.map((path) => fetchInto(cache, path)))
}

/** All scripts, styles and names for the search of this publication: whoever saves audio wants a shop that works offline. Fonts come with the pages. */
export async function saveAllAssets(): Promise<void> {
  await saveAssets(published.filter((path) => /\.(?:js|css)$/.test(path)))
  const cache = await openCache()
  await Promise.all(INDEX_PARTS.map((part) => fetchInto(cache, namesPath(part))))
}

/**
 * Deletes assets of older publications that no saved page needs, at once or later: the title of a saved page plays by late scripts of
 * its own publication. Assets that are cached meanwhile stay, because pages are saved before their assets.
 */
export async function deleteOldAssets(readPages: () => Promise<string[]>): Promise<void> {
  const cache = await openCache()
  const keys = await cache.keys()
  const used = new Set<string>([...published, ...(await readPages()).flatMap(namedIn)])
  // A set may grow during its iteration: the imports that are added are visited too.
  for (const path of used) {
    const cached = path.endsWith('.js') && !published.includes(path) ? await cache.match(path, matchOptions) : undefined
    if (cached) for (const name of namedIn(await cached.text())) used.add(name)
  }
  await Promise.all(keys.map((key) => (isAsset(pathOf(key)) && !used.has(pathOf(key)) ? cache.delete(key) : undefined)))
}
