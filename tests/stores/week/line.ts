import type { TestShop } from '../../api/support/shop.ts'
import { Browser } from './browser.ts'
import type { Device } from './device.ts'
import type { Chance, Simulation } from './simulation.ts'

export type Exchange = {
  device: Device
  path: string
  sent: string
  status: number
  reply: string
  /** The account of the session that it was sent with, as the device knew it. */
  account: string
}

type Fate = 'whole' | 'requestLost' | 'replyLost' | 'slow'
/** Longer than the stores of the pages wait. */
export const SLOW_MS = 45_000
const LOST_MS = 800

/** Between the devices and the shop: requests are lost on their way, and replies on theirs. */
export class Line {
  /** Percent of all requests that something happens to. */
  trouble = 12
  isServerUp = true
  /** On their way. */
  open = 0
  requests = 0
  readonly faults: string[] = []
  onExchange: (exchange: Exchange) => void = () => undefined

  private readonly simulation: Simulation
  private readonly chance: Chance
  private readonly shop: () => TestShop

  constructor(simulation: Simulation, chance: Chance, shop: () => TestShop) {
    this.simulation = simulation
    this.chance = chance
    this.shop = shop
  }

  async send(device: Device, request: Request): Promise<Response> {
    const body = await request.text()
    const { visit } = device
    const account = device.accountId
    this.open += 1
    return new Promise<Response>((resolve, reject) => {
      const end = (settle: () => void) => {
        this.open -= 1
        // A page that was closed hears nothing; its requests go on, as browsers let them (`keepalive`).
        if (!visit.isOver) settle()
      }
      const lose = () => end(() => reject(new TypeError('Failed to fetch')))
      const fate = this.fate()
      request.signal.addEventListener('abort', () => reject(request.signal.reason as Error))
      if (!device.isOnline) return void this.simulation.in(1, lose)
      this.simulation.in(this.delay(fate), async () => {
        if (fate === 'requestLost' || !device.isOnline || !this.isServerUp) return this.simulation.in(LOST_MS, lose)
        const response = await this.deliver({ device, request, body, account })
        return this.simulation.in(this.delay('whole'), () =>
          fate === 'replyLost' || !device.isOnline ? lose() : end(() => resolve(response)),
        )
      })
    })
  }

  private fate(): Fate {
    if (!this.chance.percent(this.trouble)) return 'whole'
    return this.chance.of(['requestLost', 'replyLost', 'replyLost', 'slow'] as const) ?? 'whole'
  }

  private delay(fate: Fate): number {
    return fate === 'slow' ? SLOW_MS : this.chance.between(20, 900)
  }

  private async deliver(message: { device: Device; request: Request; body: string; account: string }) {
    const { device, request, body, account } = message
    const { pathname, search } = new URL(request.url)
    this.requests += 1
    const { app, clock } = this.shop()
    clock.now = new Date(this.simulation.now)
    const reply = await Browser.current.exit(() =>
      app.inject({
        method: request.method as 'GET',
        url: pathname + search,
        headers: Object.fromEntries(request.headers),
        remoteAddress: device.address,
        ...(body && { payload: body }),
      }),
    )
    const text = pathname.startsWith('/media/') ? '' : reply.payload
    const [sent, status] = [body, reply.statusCode]
    if (status >= 500 && status !== 503) this.faults.push(`${status} ${pathname} ${sent} ${text}`)
    this.onExchange({ device, path: pathname, sent, status, reply: text, account })
    const headers = Object.entries(reply.headers).map(([name, value]): [string, string] => [name, String(value)])
    return new Response(new Uint8Array(reply.rawPayload), {
      status,
      headers: [...headers.filter(([name]) => name !== 'date'), ['date', clock.now.toUTCString()]],
    })
  }
}
