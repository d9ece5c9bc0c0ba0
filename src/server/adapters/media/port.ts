import type { Readable } from 'node:stream'

/** Stores covers, audio and documents. Objects are named by their content and never change. */
export type MediaStore = {
  /** Writes the whole object or nothing. */
  put(path: string, content: Uint8Array | { file: string }): Promise<void>
  /** Nothing happens when there is no such object. */
  remove(path: string): Promise<void>
  stat(path: string): Promise<{ bytes: number } | undefined>
  /** The paths of all objects in a folder, such as `documents`. */
  list(folder: string): Promise<string[]>
  /** `end` is the last byte itself, as in HTTP ranges. */
  stream(path: string, range?: { start: number; end: number }): Readable
  /** Throws a `StartupError` that says why the store cannot be used. */
  prove(): Promise<void>
}

const OBJECT =
  /^(?:covers|people|banners|news|audio|documents|ebooks)\/[a-z0-9]{8,64}(?:-(?:\d{2,4}|og|feed))?\.(?:webp|avif|jpg|mp3|pdf|epub)$/

/** Uploads of listeners with random names: pictures, recordings for the operator, and voices of givers. */
const UPLOAD = /^(?:listeners\/[a-f0-9]{32}\.webp|auditions\/[a-f0-9]{32}\.bin|voices\/[a-f0-9]{32}\.mp3)$/

/** Recordings as the publisher gave them, when listeners hear an mp3 that was made of them. */
const ORIGINAL = /^originals\/[a-f0-9]{32}\.[a-z0-9]{2,5}$/

/** Accepts only the names that importer and server create: nothing can traverse folders. */
export function isObjectPath(path: string): boolean {
  return OBJECT.test(path) || UPLOAD.test(path) || ORIGINAL.test(path)
}

/** Whether the object has a public address. */
export const isServed = (path: string): boolean => isObjectPath(path) && !/^(?:auditions|originals)\//.test(path)
