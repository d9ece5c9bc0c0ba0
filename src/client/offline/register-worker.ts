import { savesOffline } from '#brand/brand.ts'

/** Not on the dev server, whose assets cannot be cached. A failed registration only costs the offline mode. */
export function registerServiceWorker(): void {
  if (import.meta.env.PROD && savesOffline) void navigator.serviceWorker?.register('/sw.js').catch(() => undefined)
}
