/** What the shop does without a network: README, Offline. Published as `/sw.js` by scripts/publish/build/service-worker.ts. */
import { offlineCaches } from '#contract/offline.ts'
import {
  answerNamed,
  answerPicture,
  answerShared,
  isAsset,
  isPicture,
  isShared,
  keepAll,
  tidyAssets,
} from './assets.ts'
import { answerCall, isKnownCall } from './calls.ts'
import { answerPage, keepOpen, keepShell, keepWhole, keptHtml } from './pages.ts'
import { pagePath } from './paths.ts'
import type { Asked, WorkerScope } from './scope.ts'
import { answerSound, isSound } from './audio.ts'

declare const self: WorkerScope

/** Pages that show an older copy hear that the newest has come. */
async function tellOpen(path: string): Promise<void> {
  for (const client of await self.clients.matchAll({ type: 'window' }))
    if (pagePath(client.url) === path) client.postMessage('fresh')
}

/** Undefined is left to the browser, as is everything from elsewhere. */
function answer(event: Asked): Promise<Response> | undefined {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin) return undefined
  if (isKnownCall(request)) return answerCall(request)
  if (request.method !== 'GET') return undefined
  if (isAsset(pathname)) return answerNamed(request, offlineCaches.assets)
  if (isPicture(pathname)) return answerPicture(request)
  if (isShared(pathname)) return answerShared(request)
  if (isSound(pathname)) return answerSound(request)
  const path = pagePath(request.url)
  // The router's fetches are `cors`; what is only fetched ahead was not visited.
  return path && (request.mode === 'navigate' || request.mode === 'cors')
    ? answerPage(event, path, tellOpen)
    : undefined
}

async function begin(): Promise<void> {
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
  await keepOpen(await self.clients.matchAll({ type: 'window' }))
  await tidyAssets(keptHtml)
}

const pageIn = (data: unknown) =>
  typeof data === 'object' && data !== null && 'keep' in data && typeof data.keep === 'string' ? data.keep : undefined

// A new publication's worker takes over at once: stores have no version, and sounds that play come as bytes that are handed over.
self.addEventListener('install', (event) => event.waitUntil(keepShell().then(() => self.skipWaiting())))
self.addEventListener('activate', (event) => event.waitUntil(begin()))
self.addEventListener('fetch', (event) => {
  const answered = answer(event)
  if (answered) event.respondWith(answered)
})
self.addEventListener('message', (event) => {
  const page = pageIn(event.data)
  if (page !== undefined) event.waitUntil(Promise.all([keepWhole(page), keepAll()]))
})
