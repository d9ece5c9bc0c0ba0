/** Published as `/sw.js` when `keepsOffline` of brand.ts is off: takes away the worker that was there, and all that it kept. */
import type { WorkerScope } from './scope.ts'

declare const self: WorkerScope

async function leave(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith('kept')) await caches.delete(name)
  await self.registration.unregister()
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(leave()))
