import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Page } from '@playwright/test'
import { expect } from './test.ts'

/** What a browser says of a network that is not there. */
export const NO_NETWORK = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION|Failed to fetch|status of (?:50\d|416)/

/** Opens a page and waits until the worker has taken over and keeps it. */
export async function openSavedPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.evaluate(async () => {
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }))
  })
  await expect.poll(() => cachedUrls(page, 'keptPages')).toContain(new URL(path, page.url()).pathname)
}

/** Paths, with what stands behind them, that a store of the browser holds. */
export const cachedUrls = (page: Page, store: string) =>
  page.evaluate(async (name) => {
    if (!(await caches.has(name))) return []
    return (await (await caches.open(name)).keys()).map(({ url }) => url.slice(location.origin.length))
  }, store)

export const savedPageNotice = (page: Page) => page.locator('.old')

/** The shop behind a line that can be slow, cut, or carry another worker. */
export class NetworkProxy {
  address = ''
  /** Pages are given when it is over. */
  held: Promise<void> | undefined
  /** Answers every page with this status. */
  status = 0
  /** `down`: calls are answered with 503. `mute`: they are not answered. */
  calls: 'answered' | 'down' | 'mute' = 'answered'
  /** Breaks sounds off in the middle. */
  cutsSounds = false
  /** In the place of the published worker. */
  worker: string | undefined
  private readonly server = createServer((incoming, answer) => void this.carry(incoming, answer))

  private readonly shop: string

  constructor(shop: string) {
    this.shop = shop
  }

  async open(): Promise<this> {
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done))
    this.address = `http://localhost:${(this.server.address() as AddressInfo).port}`
    return this
  }

  close(): void {
    this.server.closeAllConnections()
    this.server.close()
  }

  private async carry(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const path = incoming.url ?? '/'
    const isPage = path.split('?')[0]?.endsWith('/') && !path.startsWith('/api/')
    if (path === '/sw.js' && this.worker !== undefined) {
      answer.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(this.worker)
      return
    }
    if (isPage) await this.held
    if (isPage && this.status > 0) return void answer.writeHead(this.status, { 'content-type': 'text/plain' }).end('no')
    if (path.startsWith('/api/') && this.calls === 'mute') return
    if (path.startsWith('/api/') && this.calls === 'down') return void answer.writeHead(503).end()
    const { origin: _origin, host: _host, ...headers } = incoming.headers
    const sent = request(new URL(path, this.shop), { method: incoming.method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers)
      if (this.cutsSounds && path.startsWith('/media/audio/'))
        got.once('data', (part: Buffer) => answer.write(part.subarray(0, 1_000), () => answer.destroy()))
      else got.pipe(answer)
    })
    sent.on('error', () => answer.destroy())
    answer.on('close', () => sent.destroy())
    incoming.pipe(sent)
  }
}
