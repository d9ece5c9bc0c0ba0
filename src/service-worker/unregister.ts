/** Published as `/sw.js` when `savesOffline` of brand.ts is off: removes an installed worker and everything that it saved. */
import type { WorkerScope } from './scope.ts'

declare const self: WorkerScope

async function leave(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith('kept')) await caches.delete(name)
  // Where workbox-expiration notes when a picture was used.
  indexedDB.deleteDatabase('workbox-expiration')
  await self.registration.unregister()
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(leave()))
