import type { Readable } from 'node:stream'

/** Where covers and audio lie. Objects are named by their content and never change. */
export type MediaStore = {
  /** Writes the whole object or nothing. */
  put(path: string, content: Uint8Array | { file: string }): Promise<void>
  stat(path: string): Promise<{ bytes: number } | undefined>
  /** `end` is the last byte itself, as in HTTP ranges. */
  stream(path: string, range?: { start: number; end: number }): Readable
}

const OBJECT = /^(?:covers|people|banners|news|audio)\/[a-z0-9]{8,64}(?:-(?:\d{2,4}|og|feed))?\.(?:webp|avif|jpg|mp3)$/

/** Only names the importer makes exist: no dots, no escapes, nothing to traverse with. */
export function isObjectPath(path: string): boolean {
  return OBJECT.test(path)
}
