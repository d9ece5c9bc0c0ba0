/** The few things of a worker's world that are used here: TypeScript cannot know a page's and a worker's in one program. */
export type Lasting = Event & { waitUntil(work: Promise<unknown>): void }
export type Asked = Lasting & {
  request: Request
  /** What the browser asked for while it woke the worker. */
  preloadResponse?: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
export type Told = Lasting & { data: unknown }
type Events = { install: Lasting; activate: Lasting; fetch: Asked; message: Told }
export type Client = { url: string; postMessage(message: unknown): void }
export type WorkerScope = {
  clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled?: boolean }): Promise<Client[]>
  }
  registration: { navigationPreload?: { enable(): Promise<void> }; unregister(): Promise<boolean> }
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof Events>(name: Name, hear: (event: Events[Name]) => void): void
}
