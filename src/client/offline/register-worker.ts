import { keepsOffline } from '#brand/brand.ts'

/** Not while pages are written: the dev server's have no assets that could be kept. A browser that refuses has the shop as it was. */
export function registerServiceWorker(): void {
  if (import.meta.env.PROD && keepsOffline) void navigator.serviceWorker?.register('/sw.js').catch(() => undefined)
}
