import { offlineCaches, SHARED_FILES } from '#contract/offline.ts'

/** Files of this publication under `_a/`: scripts/publish/build/service-worker.ts writes them in. */
declare const PUBLICATION_ASSETS: readonly string[]
const published = PUBLICATION_ASSETS

const ASSET = /^\/_a\//
const MOST_PICTURES = 200
const PATIENCE_MS = 3_000
const IN_HTML = /(?:src|href)="(\/_a\/[^"]+)"/g
const IN_SCRIPT = /(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+)["'`]/g

const store = () => caches.open(offlineCaches.assets)
const pathOf = ({ url }: Pick<Request, 'url'>) => new URL(url).pathname

export const isAsset = (path: string): boolean => ASSET.test(path)
export const isShared = (path: string): boolean => SHARED_FILES.includes(path)
export const isPicture = (path: string): boolean => /^\/media\/(?:covers|people|banners|news)\//.test(path)

/** Named by their content: what is kept is right for ever. */
export async function answerNamed(request: Request, name: string): Promise<Response> {
  const cache = await caches.open(name)
  const kept = await cache.match(request, { ignoreVary: true })
  if (kept) return kept
  const response = await fetch(request)
  // A part of a file, or a failure, is nothing to keep. A full disk must not cost the answer.
  if (response.status === 200) await cache.put(request, response.clone()).catch(() => undefined)
  return response
}

export async function answerPicture(request: Request): Promise<Response> {
  const response = await answerNamed(request, offlineCaches.pictures)
  await trim(offlineCaches.pictures, MOST_PICTURES)
  return response
}

/** Files that keep their name: the newest, or else what is kept. */
export async function answerShared(request: Request): Promise<Response> {
  const kept = await (await store()).match(request, { ignoreVary: true })
  const fresh = fetch(request)
  return kept ? Promise.race([fresh.catch(() => kept), after(PATIENCE_MS, kept)]) : fresh
}

export const after = <Value>(milliseconds: number, value: Value): Promise<Value> =>
  new Promise((done) => {
    setTimeout(() => done(value), milliseconds)
  })

/** The oldest go first; `isSafe` ones stay. */
export async function trim(name: string, most: number, isSafe = (_path: string) => false): Promise<void> {
  const cache = await caches.open(name)
  const keys = (await cache.keys()).filter((key) => !isSafe(pathOf(key)))
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)))
}

export const namedIn = (html: string): string[] => [...html.matchAll(IN_HTML)].flatMap(([, path]) => path ?? [])

/** Keeps assets with all that their scripts import from the start. */
export async function keepAssets(paths: readonly string[]): Promise<void> {
  const cache = await store()
  const seen = new Set<string>()
  const one = async (path: string): Promise<void> => {
    if (seen.has(path)) return
    seen.add(path)
    const kept = (await cache.match(path, { ignoreVary: true })) ?? (await fetchInto(cache, path))
    if (path.endsWith('.js')) await Promise.all(importedBy(await kept.text()).map(one))
  }
  await Promise.all(paths.map(one))
}

const importedBy = (code: string) => [...code.matchAll(IN_SCRIPT)].map(([, name = '']) => `/_a/${name}`)

async function fetchInto(cache: Cache, path: string): Promise<Response> {
  const response = await fetch(path)
  if (response.status !== 200) throw new Error(`${path} is not there`)
  await cache.put(path, response.clone())
  return response
}

/** What is shown on every page. */
export async function keepShared(): Promise<void> {
  const cache = await store()
  await Promise.all(SHARED_FILES.map((path) => fetchInto(cache, path)))
}

/** Every script and style of this publication: whoever keeps a sound wants a shop that works without a network. Fonts come with the pages. */
export async function keepAll(): Promise<void> {
  await keepAssets(published.filter((path) => /\.(?:js|css)$/.test(path)))
}

/** Assets of older publications go, when no kept page needs them. What comes meanwhile stays: pages are kept before their assets. */
export async function tidyAssets(readPages: () => Promise<string[]>): Promise<void> {
  const cache = await store()
  const keys = await cache.keys()
  const used = new Set<string>([...published, ...(await readPages()).flatMap(namedIn)])
  // Sets grow while they are walked: what an import names is looked at too.
  for (const path of used) {
    const kept =
      path.endsWith('.js') && !published.includes(path) ? await cache.match(path, { ignoreVary: true }) : undefined
    if (kept) for (const name of importedBy(await kept.text())) used.add(name)
  }
  await Promise.all(keys.map((key) => (isAsset(pathOf(key)) && !used.has(pathOf(key)) ? cache.delete(key) : undefined)))
}
