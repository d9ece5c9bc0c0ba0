import type { Readable } from 'node:stream'

/** Where covers, audio and documents lie. Objects are named by their content and never change. */
export type MediaStore = {
  /** Writes the whole object or nothing. */
  put(path: string, content: Uint8Array | { file: string }): Promise<void>
  /** Nothing happens when there is no such object. */
  remove(path: string): Promise<void>
  stat(path: string): Promise<{ bytes: number } | undefined>
  /** `end` is the last byte itself, as in HTTP ranges. */
  stream(path: string, range?: { start: number; end: number }): Readable
  /** Throws a `StopReason` that says why the store cannot be used. */
  prove(): Promise<void>
}

const OBJECT =
  /^(?:covers|people|banners|news|audio|documents|ebooks)\/[a-z0-9]{8,64}(?:-(?:\d{2,4}|og|feed))?\.(?:webp|avif|jpg|mp3|pdf|epub)$/

/** What listeners sent, named by chance: their pictures, and recordings that only the operator hears. */
const SENT = /^(?:listeners\/[a-f0-9]{32}\.webp|auditions\/[a-f0-9]{32}\.bin)$/

/** Only names that the importer and we make exist: no dots, no escapes, nothing to traverse with. */
export function isObjectPath(path: string): boolean {
  return OBJECT.test(path) || SENT.test(path)
}

/** Whether there is an address at all under which the object is served. */
export const isServed = (path: string): boolean => isObjectPath(path) && !path.startsWith('auditions/')
