import { once } from 'node:events'
import { createConnection } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { buildApp } from '../../../src/server/app.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop('empty')
const SAFE = [
  'x-content-type-options: nosniff',
  'x-frame-options: DENY',
  'referrer-policy: strict-origin-when-cross-origin',
  'cross-origin-resource-policy: same-origin',
  'strict-transport-security: max-age=31536000',
  `content-security-policy: default-src 'none'; frame-ancestors 'none'`,
]
let app: FastifyInstance
let port: number
beforeAll(async () => {
  app = await buildApp(shop().context, { bodyMilliseconds: 300 })
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

/** Sends text as it is, and gives everything until the server closes the connection. */
async function exchange(text: string): Promise<string> {
  const socket = createConnection(port, '127.0.0.1', () => socket.write(text))
  let reply = ''
  socket.on('data', (chunk: Buffer) => (reply += chunk))
  socket.on('error', () => undefined)
  await once(socket, 'close')
  return reply
}
const POST = `POST ${endpoints.contactUs.path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`

describe('an answer', () => {
  it.each([
    [400, 'to what is no HTTP', 'GET / HTTP/9.9 nonsense\r\n\r\n'],
    [431, 'to headers that are too large', `GET / HTTP/1.1\r\nhost: x\r\nx-large: ${'x'.repeat(40_000)}\r\n\r\n`],
    [
      400,
      'to two lengths of a body',
      `${POST}content-length: 5\r\ncontent-length: 6\r\nconnection: close\r\n\r\n12345`,
    ],
    [400, 'to an address that cannot be decoded', 'GET /%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
    [413, 'to a body that is too large', `${POST}content-length: 99999\r\nconnection: close\r\n\r\n{`],
    [408, 'to a body that stays silent', `${POST}content-length: 50\r\n\r\n{"first_name":`],
  ])('[RL-3] %d %s carries the security headers', async (status, _, text) => {
    const reply = await exchange(text)
    expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    const head = reply.split('\r\n\r\n')[0]?.split('\r\n') ?? []
    expect(SAFE.filter((line) => !head.includes(line))).toEqual([])
    expect(reply).toContain('"status":false')
  })

  it.each(['/zz<script>', '/media/x', '/faq/'])(
    '[RL-3] to a write to %s beside the site is that of the API, without the address',
    async (url) => {
      const site = async (inner: FastifyInstance) => void inner.get('/*', () => 'a page')
      const withSite = await buildApp(shop().context, { plugins: [site] })
      const reply = await withSite.inject({ method: 'POST', url })
      await withSite.close()
      expect([reply.statusCode, reply.json()]).toEqual([404, { status: false, fault: 'notFound' }])
      expect(reply.headers['x-content-type-options']).toBe('nosniff')
    },
  )

  it.each([endpoints.saveProfilePicture, endpoints.deskSendPart])(
    '[RL-2] ends the slow form of somebody who may not send it: $path',
    async ({ method, path }) => {
      const head = `${method} ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\n`
      const socket = createConnection(port, '127.0.0.1', () => socket.write(`${head}content-length: 1000000\r\n\r\n-`))
      let reply = ''
      socket.on('data', (chunk: Buffer) => (reply += chunk))
      socket.on('error', () => undefined)
      const drip = setInterval(() => socket.write('-'), 50)
      const began = Date.now()
      await new Promise((done) => socket.on('close', done))
      clearInterval(drip)
      expect(reply).toMatch(/^HTTP\/1\.1 401 /)
      expect(Date.now() - began).toBeLessThan(10_000)
    },
    20_000,
  )

  it('[RL-2] ends a body that comes byte by byte', async () => {
    const socket = createConnection(port, '127.0.0.1', () => socket.write(`${POST}content-length: 5000\r\n\r\n{`))
    let reply = ''
    socket.on('data', (chunk: Buffer) => (reply += chunk))
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    const drip = setInterval(() => socket.write(' '), 20)
    // A write after the server's end is an error, for which `once` would reject.
    await new Promise((done) => socket.on('close', done))
    clearInterval(drip)
    expect(reply).toMatch(/^HTTP\/1\.1 408 /)
    // Uploads may take longer, but not for ever.
    expect(app.server.requestTimeout).toBe(300_000)
  })
})
