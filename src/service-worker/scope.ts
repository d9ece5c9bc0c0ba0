/** The part of the service worker's global scope that is used here: TypeScript cannot have a page's and a worker's globals in one program. */
type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void }
type MessageEvent = ExtendableEvent & {
  data: unknown
  ports: readonly { postMessage(message: unknown): void }[]
}
/** Undefined: the browser sent no preload. */
export type NavigationEvent = ExtendableEvent & { preloadResponse: Promise<Response | undefined> }
type Events = { install: ExtendableEvent; activate: ExtendableEvent; message: MessageEvent }
export type Client = { url: string; postMessage(message: unknown): void }
export type WorkerScope = {
  clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled?: boolean }): Promise<Client[]>
  }
  registration: { navigationPreload?: { enable(): Promise<void> }; unregister(): Promise<boolean> }
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void
}
