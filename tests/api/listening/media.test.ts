import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { call, idOf, send, useShop } from '../support/shop.ts'

const shop = useShop()
const signed = async () => (await call(shop(), endpoints.sampleSignedUrl, { map_url: 'samples/dnyaneshwari/0' })).data
const get = (url: string, headers: Record<string, string> = {}) => shop().app.inject({ url, headers })

describe('sample addresses', () => {
  it('[SA-2] returns an address that is valid for 15 minutes', async () => {
    const { signed_url, expires_at } = await signed()
    expect(expires_at).toBe(shop().clock.now.getTime() + 900_000)
    const response = await get(signed_url)
    expect([response.statusCode, response.headers['content-type'], response.headers['cache-control']]).toEqual([
      200,
      'audio/mpeg',
      'private, no-store',
    ])
    expect(response.rawPayload.length).toBe(Number(response.headers['content-length']))
  })

  it('[SA-2] refuses an expired address', async () => {
    const { signed_url, expires_at } = await signed()
    const before = shop().clock.now
    shop().clock.now = new Date(expires_at)
    const response = await get(signed_url)
    shop().clock.now = before
    expect([response.statusCode, response.json()]).toEqual([403, { status: false, fault: 'refused' }])
  })

  it.each([
    ['a later expiry', (url: string) => url.replace(/expires=(\d+)/, (_, at: string) => `expires=${Number(at) + 1}`)],
    ['a changed signature', (url: string) => url.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))],
    ['no signature', (url: string) => url.replace(/&signature=.*/, '')],
    ['an empty signature', (url: string) => url.replace(/signature=.*/, 'signature=')],
    ['a repeated signature', (url: string) => `${url}&signature=x`],
    ['no query', (url: string) => url.split('?')[0] ?? ''],
  ])('[SA-2] refuses %s', async (_, change) => {
    expect((await get(change((await signed()).signed_url))).statusCode).toBe(403)
  })

  it('[SA-2] refuses an address that was signed for another object', async () => {
    const [other] = await shop().db.query<{ path: string }>(
      `select m.path from tracks t join media_files m on m.id = t.audio_id limit 1`,
    )
    const { signed_url } = await signed()
    expect((await get(signed_url.replace(/\/media\/[^?]+/, `/media/${other?.path}`))).statusCode).toBe(403)
  })

  it.each(['samples/none/0', '../../etc/passwd', 'dn/1', 'http://evil.test/a.mp3', 'samples/dnyaneshwari/1'])(
    '[SA-2] signs no address for %s',
    async (map_url) => {
      expect((await send(shop().app, endpoints.sampleSignedUrl, { map_url })).statusCode).toBe(404)
    },
  )
})

describe('audio ranges', () => {
  const ranged = async (range: string, more: Record<string, string> = {}) =>
    get((await signed()).signed_url, { range, ...more })

  it.each([
    ['bytes=0-99', 0, 99],
    ['bytes=100-199', 100, 199],
  ])('[SA-2] sends %s only', async (range, start, end) => {
    const whole = await get((await signed()).signed_url)
    const part = await ranged(range)
    expect([part.statusCode, part.headers['content-range']]).toEqual([
      206,
      `bytes ${start}-${end}/${whole.rawPayload.length}`,
    ])
    expect(part.rawPayload.equals(whole.rawPayload.subarray(start, end + 1))).toBe(true)
  })

  it('[SA-2] serves the end of a file, an open range and a range beyond the end', async () => {
    const { length } = (await get((await signed()).signed_url)).rawPayload
    expect((await ranged('bytes=-10')).headers['content-range']).toBe(`bytes ${length - 10}-${length - 1}/${length}`)
    expect((await ranged(`bytes=${length - 5}-`)).rawPayload).toHaveLength(5)
    expect((await ranged('bytes=0-99999999')).rawPayload).toHaveLength(length)
  })

  it.each(['bytes=99999999-', 'bytes=-0'])('[SA-2] answers 416 for %s', async (range) => {
    const response = await ranged(range)
    expect([response.statusCode, response.headers['content-range']]).toEqual([
      416,
      expect.stringMatching(/^bytes \*\/\d+$/),
    ])
  })

  it.each(['bytes=5-2', 'lines=1-2', 'bytes=a-b', 'bytes=0-1,4-5'])('[SA-2] sends the whole for %s', async (range) => {
    expect((await ranged(range)).statusCode).toBe(200)
  })

  it('[SA-2] follows If-Range: a part of the same object, all of another', async () => {
    const etag = String((await get((await signed()).signed_url)).headers['etag'])
    expect((await ranged('bytes=0-9', { 'if-range': etag })).statusCode).toBe(206)
    expect((await ranged('bytes=0-9', { 'if-range': '"other"' })).statusCode).toBe(200)
  })

  it('[SA-2] answers HEAD with the length and without a body', async () => {
    const response = await shop().app.inject({ method: 'HEAD', url: (await signed()).signed_url })
    expect([response.statusCode, response.rawPayload.length]).toEqual([200, 0])
    expect(Number(response.headers['content-length'])).toBeGreaterThan(1000)
  })
})

describe('pictures', () => {
  const cover = async () => {
    const id = await idOf(shop(), 'products', 'dnyaneshwari')
    return (await call(shop(), endpoints.productDetails, { id })).product_details[0]?.cover ?? { base: '', widths: [] }
  }

  it('[HM-2] serves every width and format of a cover as immutable, and never enlarges it', async () => {
    const { base, widths } = await cover()
    expect(widths).toEqual([160, 320])
    for (const [format, type] of [
      ['webp', 'image/webp'],
      ['avif', 'image/avif'],
    ]) {
      const response = await get(`${base}-320.${format}`)
      expect([response.statusCode, response.headers['content-type'], response.headers['cache-control']]).toEqual([
        200,
        type,
        'public, max-age=31536000, immutable',
      ])
    }
  })

  it('[SD-7] serves a JPEG for social networks', async () => {
    const response = await get(`${(await cover()).base}-og.jpg`)
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/jpeg'])
  })

  it('[SA-2] answers 304 for an unchanged picture', async () => {
    const url = `${(await cover()).base}-160.webp`
    const etag = String((await get(url)).headers['etag'])
    expect((await get(url, { 'if-none-match': etag })).statusCode).toBe(304)
  })

  it.each([
    '/media/covers/..%2f..%2fsecrets%2fmedia',
    '/media/../secrets/media',
    '/media/covers/%2e%2e',
    '/media/secrets/media',
    '/media/audio/..%5c..%5cx.mp3',
    '/media/covers/0123456789abcdef-160.webp%00.jpg',
    '/media/covers/0123456789abcdef-160.webp',
    '/media/postgres/PG_VERSION',
  ])('[SA-2] returns no object for %s', async (url) => {
    expect((await get(url)).statusCode).toBe(404)
  })
})
