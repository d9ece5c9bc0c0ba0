import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { hasNginx, startNginx, type Nginx } from '../../../scripts/bench/shop/nginx.ts'
import { freePort } from '../../../scripts/process/free-port.ts'
import { createDelivery } from '../../../src/server/adapters/media/delivery.ts'
import { call, useShop } from '../support/shop.ts'

const shop = useShop()
const folder = mkdtempSync(join(tmpdir(), 'shop-accel-'))
let nginx: Nginx
let api = ''

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }
/** `fetch` would change paths with dots. */
function ask(base: string, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { hostname, port } = new URL(base)
  return new Promise((done, fail) => {
    const sent = request({ hostname, port, path, headers, method }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
    sent.on('error', fail)
    sent.end()
  })
}
const byNginx = () => void (shop().context.delivery = createDelivery({ mediaDelivery: 'nginx', mediaSeconds: 900 }))
const through = () => void (shop().context.delivery = createDelivery({ mediaDelivery: 'through', mediaSeconds: 900 }))
const sample = async () =>
  (await call(shop(), endpoints.sampleSignedUrl, { map_url: 'samples/dnyaneshwari/0' })).data.signed_url
const signed = (path: string) => shop().context.signer.sign(path, shop().clock.now.getTime()).address

/** Both answers to the same request: nginx's and that of a process which sends the bytes itself. */
async function both(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<[Answer, Answer]> {
  byNginx()
  const here = await ask(nginx.address, path, headers, method)
  through()
  return [here, await ask(api, path, headers, method)]
}

describe.skipIf(!hasNginx)(
  `media that nginx sends${hasNginx ? '' : ' (skipped: install the Debian package nginx-light)'}`,
  () => {
    beforeAll(async () => {
      await shop().app.listen({ host: '127.0.0.1', port: 0 })
      const { port } = shop().app.server.address() as AddressInfo
      api = `http://127.0.0.1:${port}`
      nginx = await startNginx({ folder, port: await freePort(), apis: [port], media: shop().media })
    })
    afterAll(async () => {
      await nginx.stop()
      rmSync(folder, { recursive: true, force: true })
    })

    const SAME = [
      ...['content-type', 'content-length', 'content-range', 'cache-control', 'etag', 'content-disposition'],
      ...['cross-origin-resource-policy', 'content-security-policy', 'x-content-type-options', 'x-robots-tag'],
      ...['referrer-policy', 'x-frame-options', 'strict-transport-security', 'last-modified'],
    ]

    it.each<Record<string, string>>([
      {},
      { range: 'bytes=0-' },
      { range: 'bytes=0-0' },
      { range: 'bytes=100-199' },
      { range: 'bytes=-10' },
      { range: 'bytes=500-99999999' },
      { range: 'bytes=0-1,4-5' },
      { range: 'bytes=3-30', 'if-range': '"other"' },
      { 'if-none-match': '"other"' },
      { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' },
    ])('[SP-3] is answered as by the API: %j', async (headers) => {
      const [here, there] = await both(await sample(), headers)
      expect([here.status, here.body.equals(there.body)]).toEqual([there.status, true])
      for (const name of SAME) expect([name, here.headers[name]]).toEqual([name, there.headers[name]])
      expect(here.status === 206 || here.headers['accept-ranges'] === 'bytes').toBe(true)
      expect(here.headers['x-accel-redirect']).toBeUndefined()
    })

    it('[SP-3] continues the same object by If-Range, refuses a range behind its end, and answers HEAD and 304', async () => {
      const address = await sample()
      const [{ headers, body }] = await both(address)
      const etag = String(headers['etag'])
      const [part] = await both(address, { range: 'bytes=3-30', 'if-range': etag })
      expect([part.status, part.body.equals(body.subarray(3, 31))]).toEqual([206, true])
      const [behind] = await both(address, { range: `bytes=${body.length}-` })
      expect([behind.status, behind.headers['content-range']]).toEqual([416, `bytes */${body.length}`])
      const [head] = await both(address, {}, 'HEAD')
      expect([head.status, Number(head.headers['content-length'])]).toEqual([200, body.length])
      expect((await both(address, { 'if-none-match': etag })).map(({ status }) => status)).toEqual([304, 304])
    })

    it.each([
      ['documents', 'pdf'],
      ['ebooks', 'epub'],
      ['covers', 'webp'],
    ])('[SP-3] keeps the headers of %s, which protect or cache them', async (kind, extension) => {
      const path = `${kind}/0123456789abcdef.${extension}`
      mkdirSync(join(shop().media, kind), { recursive: true })
      writeFileSync(join(shop().media, path), 'some bytes of a file')
      const [here, there] = await both(kind === 'covers' ? `/media/${path}` : signed(path))
      expect([here.status, there.status, String(here.body)]).toEqual([200, 200, 'some bytes of a file'])
      for (const name of SAME) expect([name, here.headers[name]]).toEqual([name, there.headers[name]])
    })

    it('[SP-3] answers 404 for a missing object, and 403 without a signature', async () => {
      byNginx()
      const missing = `audio/${'0'.repeat(32)}.mp3`
      expect((await ask(nginx.address, signed(missing))).status).toBe(404)
      const [path = ''] = (await sample()).split('?')
      const { status, body } = await ask(nginx.address, path)
      expect([status, JSON.parse(String(body))]).toEqual([403, { status: false, fault: 'refused' }])
    })

    it('[SP-3] cannot be asked for without the API: the inner location and every way around it is 404', async () => {
      byNginx()
      const [path = ''] = (await sample()).slice('/media/'.length).split('?')
      mkdirSync(join(shop().media, 'auditions'), { recursive: true })
      writeFileSync(join(shop().media, 'auditions', `${'a'.repeat(32)}.bin`), 'secret voice')
      writeFileSync(join(shop().media, '../secret.txt'), 'secret text')
      const ways = [
        `/x-media/${path}`,
        `/x-media/${path}?expires=1`,
        `/x-media//${path}`,
        `//x-media/${path}`,
        `/media/../x-media/${path}`,
        `/media/..%2fx-media/${path}`,
        `/%78-media/${path}`,
        `/x-media/audio/..%2f..%2fsecret.txt`,
        `/x-media/../secret.txt`,
        `/x-media/auditions/${'a'.repeat(32)}.bin`,
        `/media/auditions/${'a'.repeat(32)}.bin`,
        `/media/audio/..%2f..%2fsecret.txt?expires=1&signature=x`,
        `/x-media/`,
      ]
      for (const way of ways) {
        const { status, body } = await ask(nginx.address, way, { 'x-accel-redirect': `/x-media/${path}` })
        expect([way, status, /secret|ID3/.test(body.toString('latin1'))]).toEqual([way, 404, false])
      }
    })
  },
)
