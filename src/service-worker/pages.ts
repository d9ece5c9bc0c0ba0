import { SAVED_AT_HEADER, offlineCaches } from '#contract/offline.ts'
import { after, keepAssets, keepShared, namedIn, trim } from './assets.ts'
import { lineOver, type Why } from './offline-notice.ts'
import { homes, localeOfPath, mayKeep, offlinePages, pagePath } from './paths.ts'
import type { Asked, Client } from './scope.ts'

const MOST_PAGES = 60
/** A line slower than this gets the kept page. */
const PATIENCE_MS = 3_000

const store = () => caches.open(offlineCaches.pages)
const isHtml = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/html') ?? false
/** A page as it was asked for: a redirected answer must not stand for the address that led to it. */
const isWhole = (response: Response) =>
  response.status === 200 &&
  !response.redirected &&
  isHtml(response) &&
  !response.headers.get('cache-control')?.includes('no-store')
const failsWith = ({ status }: Response) => status >= 500

/** The network's page; when that fails or is slow the kept one, which says so; when there is none, the offline page. */
export async function answerPage(event: Asked, path: string, tell: (path: string) => Promise<void>): Promise<Response> {
  const fresh = freshPage(event, path)
  const kept = mayKeep(path) ? await (await store()).match(path, { ignoreVary: true }) : undefined
  if (!kept) return fresh.catch(() => offlinePage(path))
  const got = await Promise.race([fresh.catch(() => undefined), after(PATIENCE_MS, 'slow' as const)])
  if (got instanceof Response && !failsWith(got)) return got
  if (got === 'slow') event.waitUntil(fresh.then(() => tell(path)).catch(() => undefined))
  return withLine(kept, path, got === 'slow' ? 'slow' : got ? 'down' : 'gone')
}

async function freshPage(event: Asked, path: string): Promise<Response> {
  const response = (await event.preloadResponse) ?? (await fetch(event.request))
  if (mayKeep(path) && isWhole(response)) event.waitUntil(keepPage(path, response.clone()).catch(() => undefined))
  return response
}

async function withLine(kept: Response, path: string, why: Why): Promise<Response> {
  const line = lineOver(localeOfPath(path), why, Number(kept.headers.get(SAVED_AT_HEADER)))
  const html = await kept.text()
  return new Response(
    html.replace('<main id="content"', (main) => line + main),
    { headers: kept.headers },
  )
}

/** In the language of the path; under another path it tells that this page is not kept. */
async function offlinePage(path: string): Promise<Response> {
  const own = offlinePages.find((one) => localeOfPath(one) === localeOfPath(path)) ?? ''
  const kept = await caches.match(own, { cacheName: offlineCaches.assets, ignoreVary: true })
  if (!kept) return Response.error()
  const html = await kept.text()
  const shown =
    path === own
      ? html
      : html.replace('data-missing hidden', 'data-missing').replace('data-kept-here', 'data-kept-here hidden')
  return new Response(shown, { headers: kept.headers })
}

async function copied(response: Response): Promise<{ html: string; copy: Response }> {
  const headers = new Headers(response.headers)
  // The body is unpacked by now.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  headers.set(SAVED_AT_HEADER, String(Date.now()))
  const html = await response.text()
  return { html, copy: new Response(html, { headers }) }
}

async function keepPage(path: string, response: Response): Promise<string> {
  const cache = await store()
  const { html, copy } = await copied(response)
  // To the end of the row: what was not visited for longest goes first.
  await cache.delete(path, { ignoreVary: true })
  await cache.put(path, copy)
  await trim(offlineCaches.pages, MOST_PAGES, (one) => homes.includes(one))
  return html
}

/** A page with what it is drawn with, when it may be kept. */
export async function keepWhole(address: string): Promise<void> {
  const path = pagePath(address)
  if (!path || !mayKeep(path)) return
  const response = await fetch(path)
  if (isWhole(response)) await keepAssets(namedIn(await keepPage(path, response)))
}

/** What is needed when nothing else is there. Fonts come with the pages of their language. */
export async function keepShell(): Promise<void> {
  const cache = await caches.open(offlineCaches.assets)
  await keepShared()
  for (const path of offlinePages) {
    const response = await fetch(path, { cache: 'no-cache' })
    if (!isWhole(response)) throw new Error(`${path} is not there`)
    const { html, copy } = await copied(response)
    await keepAssets(namedIn(html).filter((asset) => !asset.endsWith('.woff2')))
    await cache.put(path, copy)
  }
}

/** The pages that were opened before there was a worker, and the home page of their language. */
export async function keepOpen(clients: readonly Client[]): Promise<void> {
  const paths = clients.flatMap(({ url }) => pagePath(url) ?? [])
  const wanted = new Set(
    paths.flatMap((path) => [...homes.filter((home) => localeOfPath(home) === localeOfPath(path)), path]),
  )
  await Promise.all([...wanted].map((path) => keepWhole(path).catch(() => undefined)))
}

export async function keptHtml(): Promise<string[]> {
  const cache = await store()
  const pages = await Promise.all((await cache.keys()).map((key) => cache.match(key, { ignoreVary: true })))
  return Promise.all(pages.map((page) => page?.text() ?? ''))
}
