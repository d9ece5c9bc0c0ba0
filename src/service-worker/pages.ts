import { Strategy, type StrategyHandler } from 'workbox-strategies'
import { offlineCaches, SAVED_AT_HEADER } from '#contract/offline/offline.ts'
import { assetsIn, saveAssets, saveSharedFiles } from './assets.ts'
import { offlineNotice, type NoticeReason } from './offline-notice.ts'
import { inTime, isServerError } from './network.ts'
import { homes, isSavable, localeOfPath, offlinePages, pagePath } from './paths.ts'
import type { Client } from './scope.ts'

const MAX_PAGES = 60
const matchOptions = { ignoreVary: true }

const openCache = () => caches.open(offlineCaches.pages)
const isHtml = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/html') ?? false
/** A redirected answer must not be saved under the address that led to it. */
const isSavableResponse = (response: Response) =>
  response.status === 200 &&
  !response.redirected &&
  isHtml(response) &&
  !response.headers.get('cache-control')?.includes('no-store')

/**
 * The page of the network; when that fails or is slow, the saved page with a notice; without a saved one, the offline page. Workbox's
 * NetworkFirst knows neither the notice nor the 5xx answers of a server that is down.
 */
export class PageStrategy extends Strategy {
  private readonly announceFresh: (path: string) => Promise<void>

  constructor(announceFresh: (path: string) => Promise<void>) {
    super({ cacheName: offlineCaches.pages, matchOptions })
    this.announceFresh = announceFresh
  }

  protected async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const path = pagePath(request.url) ?? '/'
    const fresh = fetchPage(request, path, handler)
    const saved = isSavable(path) ? await (await openCache()).match(path, matchOptions) : undefined
    if (!saved) return fresh.catch(() => offlinePage(path))
    const got = await inTime(fresh)
    if (got instanceof Response && !isServerError(got)) return got
    if (got === 'slow') void handler.waitUntil(fresh.then(() => this.announceFresh(path)).catch(() => undefined))
    return withNotice(saved, path, reasonOf(got))
  }
}

/** Without a network a request may also hang until the time is over; with one, a request that fails means that the shop is away. */
function reasonOf(got: Response | 'slow' | undefined): NoticeReason {
  if (!navigator.onLine) return 'gone'
  return got === 'slow' ? 'slow' : 'down'
}

async function fetchPage(request: Request, path: string, handler: StrategyHandler): Promise<Response> {
  const response = await handler.fetch(request)
  if (isSavable(path) && isSavableResponse(response))
    void handler.waitUntil(savePage(path, response.clone()).catch(() => undefined))
  return response
}

async function withNotice(saved: Response, path: string, reason: NoticeReason): Promise<Response> {
  const notice = offlineNotice(localeOfPath(path), reason, Number(saved.headers.get(SAVED_AT_HEADER)))
  const html = await saved.text()
  return new Response(
    html.replace('<main id="content"', (main) => notice + main),
    { headers: saved.headers },
  )
}

/** In the language of the path. Shown for another page, it says that this page is not saved. */
async function offlinePage(path: string): Promise<Response> {
  const own = offlinePages.find((one) => localeOfPath(one) === localeOfPath(path)) ?? ''
  const saved = await caches.match(own, { cacheName: offlineCaches.assets, ...matchOptions })
  if (!saved) return Response.error()
  const html = await saved.text()
  const shown =
    path === own
      ? html
      : html
          .replace(`data-missing="${reasonOf(undefined)}" hidden`, (found) => found.slice(0, -' hidden'.length))
          .replace('data-kept-here', 'data-kept-here hidden')
  return new Response(shown, { headers: saved.headers })
}

async function copyOf(response: Response): Promise<{ html: string; copy: Response }> {
  const headers = new Headers(response.headers)
  // The body is decompressed by now.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  headers.set(SAVED_AT_HEADER, String(Date.now()))
  const html = await response.text()
  return { html, copy: new Response(html, { headers }) }
}

async function savePage(path: string, response: Response): Promise<string> {
  const cache = await openCache()
  const { html, copy } = await copyOf(response)
  // Deleted first, so that the page moves to the end: the longest unvisited page is the first one that is trimmed.
  await cache.delete(path, matchOptions)
  await cache.put(path, copy)
  await trim(cache)
  return html
}

/** The home pages stay, which is why workbox-expiration cannot do it. */
async function trim(cache: Cache): Promise<void> {
  const keys = (await cache.keys()).filter(({ url }) => !homes.includes(new URL(url).pathname))
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MAX_PAGES)).map((key) => cache.delete(key)))
}

/** Saves a page with its assets, if it may be saved. */
export async function savePageWithAssets(address: string): Promise<void> {
  const path = pagePath(address)
  if (!path || !isSavable(path)) return
  const response = await fetch(path)
  if (isSavableResponse(response)) await saveAssets(assetsIn(await savePage(path, response)))
}

/** What is needed when nothing else was saved. Fonts come with the pages of their language. */
export async function saveShell(): Promise<void> {
  const cache = await caches.open(offlineCaches.assets)
  await saveSharedFiles()
  for (const path of offlinePages) {
    const response = await fetch(path, { cache: 'no-cache' })
    if (!isSavableResponse(response)) throw new Error(`${path} is not there`)
    const { html, copy } = await copyOf(response)
    await saveAssets(assetsIn(html).filter((asset) => !asset.endsWith('.woff2')))
    await cache.put(path, copy)
  }
}

/** The pages that were opened before the worker was installed, and the home page of their language. */
export async function saveOpenPages(clients: readonly Client[]): Promise<void> {
  const paths = clients.flatMap(({ url }) => pagePath(url) ?? [])
  const wanted = new Set(
    paths.flatMap((path) => [...homes.filter((home) => localeOfPath(home) === localeOfPath(path)), path]),
  )
  await Promise.all([...wanted].map((path) => savePageWithAssets(path).catch(() => undefined)))
}

export async function savedHtml(): Promise<string[]> {
  const cache = await openCache()
  const pages = await Promise.all((await cache.keys()).map((key) => cache.match(key, matchOptions)))
  return Promise.all(pages.map((page) => page?.text() ?? ''))
}
