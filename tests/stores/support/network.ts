import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import type { TestShop } from '../../api/support/shop.ts'

/** What happens to a request on its way: it is cut, answered by something else, or waits until it may go on. */
export type Trouble =
  | 'cut'
  | { status: number; body: string }
  | { until: Promise<void> }
  /** The server is asked for no range. */
  | 'whole'
  /** It goes well that many times first, and for `isOnce` after it too. */
  | { passes: number; then: Trouble; isOnce?: boolean }
export type Network = {
  /** Paths that were asked, with what was sent. */
  requests: { path: string; body: unknown; range: string | undefined }[]
  /** Troubles by the end of a path. */
  troubles: Record<string, Trouble>
  /** Of a session at the desk: browsers send it by themselves. */
  cookie?: string
}

let visitor = 0

function due(trouble: Trouble | undefined): Trouble | undefined {
  if (typeof trouble !== 'object' || !('passes' in trouble)) return trouble
  trouble.passes -= 1
  const isDue = trouble.isOnce ? trouble.passes === -1 : trouble.passes < 0
  return isDue ? due(trouble.then) : undefined
}

/** Rejects when the request is aborted, as `fetch` does. */
const aborted = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason), { once: true }))

/** Stores reach the API of the shop by their own client: what it fetches is answered by the real application in memory. */
export function useNetwork(shop: () => TestShop): Network {
  const network: Network = { requests: [], troubles: {} }
  const real = globalThis.fetch
  // Limits of the shop count addresses.
  let address = ''
  beforeAll(() => {
    vi.stubGlobal('fetch', async (to: string, init: RequestInit = {}) => {
      // The sandbox of a gateway is asked by the server.
      if (!to.startsWith('/')) return real(to, init)
      const path = to.split('?')[0] ?? ''
      const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
      network.requests.push({ path, body, range: new Headers(init.headers).get('range') ?? undefined })
      const trouble = due(Object.entries(network.troubles).find(([end]) => path.endsWith(end))?.[1])
      if (trouble === 'cut') throw new TypeError('Failed to fetch')
      if (typeof trouble === 'object' && 'until' in trouble) await Promise.race([trouble.until, aborted(init.signal)])
      if (typeof trouble === 'object' && 'status' in trouble)
        return new Response(trouble.body, { status: trouble.status })
      const { range: _range, ...withoutRange } = { ...(init.headers as Record<string, string>) }
      const reply = await shop().app.inject({
        method: (init.method ?? 'GET') as 'GET',
        url: to,
        headers: {
          ...(trouble === 'whole' ? withoutRange : (init.headers as Record<string, string>)),
          ...(network.cookie && { cookie: network.cookie }),
        },
        remoteAddress: address,
        ...(typeof init.body === 'string' && { payload: init.body }),
      })
      return new Response(new Uint8Array(reply.rawPayload), {
        status: reply.statusCode,
        headers: Object.entries(reply.headers).map(([name, value]): [string, string] => [name, String(value)]),
      })
    })
    moveOn()
  })
  function moveOn(): void {
    visitor += 1
    address = `10.9.${visitor >> 8}.${visitor & 255}`
    network.requests = []
    network.troubles = {}
  }
  afterEach(moveOn)
  afterAll(() => void vi.stubGlobal('fetch', real))
  return network
}

/** A fault as the API writes it. */
export const refusal = (status: number, fault: string, more: object = {}): Trouble => ({
  status,
  body: JSON.stringify({ status: false, fault, ...more }),
})
