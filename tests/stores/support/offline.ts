import { vi } from 'vitest'
import { OFFLINE_AUDIO_HEADER } from '#contract/offline/offline.ts'

const isSound = (headers: Headers) => headers.has(OFFLINE_AUDIO_HEADER)
type Stored = { body: ArrayBuffer; headers: [string, string][] }
const keyOf = (key: RequestInfo | URL) =>
  (typeof key === 'string' ? key : 'url' in key ? key.url : key.href).replace('https://shop.test', '')

/** Cache Storage as far as offline copies use it. What arrives broken is not stored, and a full disk refuses. */
export class MemoryCaches {
  readonly all = new Map<string, Map<string, Stored>>()
  /** How many sounds have room. */
  room = Infinity
  /** Nothing more can be stored, however small. */
  isFull = false

  has = async (name: string): Promise<boolean> => this.all.has(name)
  delete = async (name: string): Promise<boolean> => this.all.delete(name)

  match = async (key: string, { cacheName }: { cacheName: string }): Promise<Response | undefined> =>
    this.all.has(cacheName) ? (await this.open(cacheName)).match(key) : undefined

  open = async (name: string): Promise<Cache> => {
    const entries = this.all.get(name) ?? new Map<string, Stored>()
    this.all.set(name, entries)
    const cache = {
      keys: async () => [...entries.keys()].map((path) => ({ url: `https://shop.test${path}` })),
      match: async (key: RequestInfo) => {
        const found = entries.get(keyOf(key))
        return found && new Response(found.body.slice(0), { headers: found.headers })
      },
      put: async (key: RequestInfo, response: Response) => {
        const body = await response.arrayBuffer()
        if (this.isFull) throw new DOMException('', 'QuotaExceededError')
        const sounds = [...entries.values()].filter(({ headers }) => isSound(new Headers(headers)))
        if (isSound(response.headers) && sounds.length >= this.room) throw new DOMException('', 'QuotaExceededError')
        entries.set(keyOf(key), { body, headers: [...response.headers] })
      },
      delete: async (key: RequestInfo) => entries.delete(keyOf(key)),
    }
    return cache as unknown as Cache
  }
}

/** A browser with a service worker that has every page and script. */
export function useOfflineBrowser(): MemoryCaches {
  const caches = new MemoryCaches()
  const worker = {
    postMessage: (_message: unknown, [port]: readonly MessagePort[]) => port?.postMessage('saved'),
  }
  const serviceWorker = Object.assign(new EventTarget(), {
    getRegistration: async () => ({}),
    ready: Promise.resolve({ active: worker }),
  })
  vi.stubGlobal('caches', caches)
  vi.stubGlobal('navigator', { onLine: true, serviceWorker })
  return caches
}
