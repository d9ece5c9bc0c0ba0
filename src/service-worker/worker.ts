/** What the shop does without a network: scripts/publish/README.md, Offline. Published as `/sw.js` by scripts/publish/build/service-worker.ts. */
import { is } from 'superstruct'
import { registerRoute } from 'workbox-routing'
import { SavePageMessage, type SavePageAnswer } from '#contract/offline/offline.ts'
import { answerAudio, hasSavedAudio, isAudio } from './audio.ts'
import { assets, deleteOldAssets, isAsset, isPicture, isShared, pictures, saveAllAssets, shared } from './assets.ts'
import { answerCall, isOfflineCall } from './calls.ts'
import { PageStrategy, savedHtml, saveOpenPages, savePageWithAssets, saveShell } from './pages.ts'
import { pagePath } from './paths.ts'
import type { NavigationEvent, WorkerScope } from './scope.ts'

declare const self: WorkerScope

/** Tells the open pages that show an older copy that the newest has arrived. */
async function announceFresh(path: string): Promise<void> {
  for (const client of await self.clients.matchAll({ type: 'window' }))
    if (pagePath(client.url) === path) client.postMessage('fresh')
}

/** The router fetches pages in mode `cors`; a prefetch has another mode, and a page that was only prefetched was not visited. */
const isPageVisit = ({ url, mode }: Request): boolean =>
  pagePath(url) !== undefined && (mode === 'navigate' || mode === 'cors')

// Requests that no route matches are left to the browser.
for (const method of ['GET', 'POST'] as const)
  registerRoute(
    ({ request, sameOrigin }) => sameOrigin && isOfflineCall(request),
    ({ request, event }) => answerCall(request, (late) => event.waitUntil(late)),
    method,
  )
registerRoute(({ url, sameOrigin }) => sameOrigin && isAsset(url.pathname), assets)
registerRoute(({ url, sameOrigin }) => sameOrigin && isPicture(url.pathname), pictures)
registerRoute(({ url, sameOrigin }) => sameOrigin && isShared(url.pathname), shared)
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isAudio(url.pathname),
  ({ request }) => answerAudio(request),
)
registerRoute(({ request, sameOrigin }) => sameOrigin && isPageVisit(request), new PageStrategy(announceFresh))
// The preload of a navigation has asked the server already. A request that is left to the browser would ask once more, and the page of a
// gateway opens only once.
registerRoute(
  ({ request, sameOrigin }) => sameOrigin && request.mode === 'navigate',
  async ({ event, request }) => (await (event as NavigationEvent).preloadResponse) ?? fetch(request),
)

async function activate(): Promise<void> {
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
  await saveOpenPages(await self.clients.matchAll({ type: 'window' }))
  await deleteOldAssets(savedHtml)
}

const failureOf = (error: unknown): SavePageAnswer =>
  error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'offline'

/** Pages that are saved from now on play what is saved by the late scripts of this publication, which nobody may load before the network is gone. */
async function install(): Promise<void> {
  await saveShell()
  // Until they are here the worker before goes on, with its own. On a full disk they would never be.
  if (await hasSavedAudio())
    await saveAllAssets().catch((error: unknown) => {
      if (failureOf(error) !== 'full') throw error
    })
  await self.skipWaiting()
}

// A new worker takes over at once: the caches have no version, and audio that plays is answered from bytes that stay.
self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('message', (event) => {
  const { data, ports } = event
  if (!is(data, SavePageMessage)) return
  const saving = Promise.all([savePageWithAssets(data.keep), saveAllAssets()]).then(() => 'saved' as const, failureOf)
  event.waitUntil(saving.then((answer: SavePageAnswer) => ports[0]?.postMessage(answer)))
})
