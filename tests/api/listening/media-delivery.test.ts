import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { titleUrl } from '#contract/listening/listening.ts'
import { readConfig } from '../../../src/server/config.ts'
import { createDelivery, type DeliveryName } from '../../../src/server/adapters/media/delivery.ts'
import { signTrack } from '../../../src/server/listening/track-address.ts'
import { signedIn } from '../support/listening.ts'
import { KEYS, startS3, type S3Server } from '../../../scripts/bench/shop/s3-server.ts'
import { call, idOf, useShop } from '../support/shop.ts'

const shop = useShop()
let s3: S3Server
beforeAll(async () => {
  s3 = await startS3()
  s3.now = () => shop().clock.now.getTime()
  for (const name of readdirSync(join(shop().media, 'audio')))
    s3.objects.set(`audio/${name}`, readFileSync(join(shop().media, 'audio', name)))
})
afterAll(() => s3.stop())
afterEach(() => deliverBy('through'))

function deliverBy(mediaDelivery: DeliveryName, more: { publicEndpoint?: string } = {}): void {
  const settings = { endpoint: s3.endpoint, pathStyle: true, ...KEYS, ...more }
  shop().context.delivery = createDelivery({ mediaDelivery, mediaSeconds: 900, s3: settings })
}
const get = (url: string, headers: Record<string, string> = {}) => shop().app.inject({ url, headers })
const sample = async () =>
  (await call(shop(), endpoints.sampleSignedUrl, { map_url: 'samples/dnyaneshwari/0' })).data.signed_url
const redirected = async (url: string) => String((await get(url)).headers['location'])
const later = (seconds: number) => (shop().clock.now = new Date(shop().clock.now.getTime() + seconds * 1000))

describe('sound that the shop redirects to the store', () => {
  it('[SP-3] comes with its type, by ranges, and is cached nowhere', async () => {
    const address = await sample()
    const { rawPayload } = await get(address)
    deliverBy('redirect')
    const answer = await get(address)
    expect([answer.statusCode, answer.headers['cache-control'], answer.rawPayload.length]).toEqual([302, 'no-store', 0])
    const location = String(answer.headers['location'])
    expect(new URL(location).origin).toBe(s3.endpoint)
    const whole = await fetch(location)
    expect([whole.status, whole.headers.get('content-type'), whole.headers.get('cache-control')]).toEqual([
      200,
      'audio/mpeg',
      'private, no-store',
    ])
    expect(Buffer.from(await whole.arrayBuffer()).equals(rawPayload)).toBe(true)
    const etag = whole.headers.get('etag') ?? ''
    const part = await fetch(location, { headers: { range: 'bytes=100-199', 'if-range': etag } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${rawPayload.length}`])
    expect(Buffer.from(await part.arrayBuffer()).equals(rawPayload.subarray(100, 200))).toBe(true)
  })

  it('[SP-3] ends at the store when it ends at the shop, whenever it was asked for', async () => {
    deliverBy('redirect')
    const address = await sample()
    later(600)
    const location = await redirected(address)
    later(299)
    expect((await fetch(location)).status).toBe(200)
    later(2)
    expect([(await fetch(location)).status, (await get(address)).statusCode]).toEqual([403, 403])
  })

  it.each([
    ['another object', (url: string, other: string) => url.replace(/audio\/[^?]+/, other)],
    ['a longer life', (url: string) => url.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=90000')],
    ['a later beginning', (url: string) => url.replace(/X-Amz-Date=2026/, 'X-Amz-Date=2027')],
    ['another type', (url: string) => url.replace('audio%2Fmpeg', 'text%2Fhtml')],
    ['a changed signature', (url: string) => url.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))],
    ['no signature', (url: string) => url.replace(/\?.*/, '')],
  ])('[SP-3] the store refuses its address with %s', async (_, change) => {
    deliverBy('redirect')
    const location = await redirected(await sample())
    const path = new URL(location).pathname
    const other = [...s3.objects.keys()].find((key) => !path.endsWith(key)) ?? ''
    expect((await fetch(location)).status).toBe(200)
    expect((await fetch(change(location, other))).status).toBe(403)
  })

  it('[SP-3] is signed for reading only: nobody writes or deletes by it', async () => {
    deliverBy('redirect')
    const location = await redirected(await sample())
    for (const method of ['PUT', 'DELETE']) expect((await fetch(location, { method })).status).toBe(403)
    const head = await shop().app.inject({ method: 'HEAD', url: await sample() })
    const answer = await fetch(String(head.headers['location']), { method: 'HEAD' })
    expect([answer.status, Number(answer.headers.get('content-length')) > 1000]).toEqual([200, true])
  })

  it('[SP-3] leads to the address of the store for browsers, which the pages are told', async () => {
    const options = async () => (await call(shop(), endpoints.siteOptions, {})).media_origin
    expect(await options()).toBeUndefined()
    deliverBy('redirect')
    expect(await options()).toBe(s3.endpoint)
    deliverBy('redirect', { publicEndpoint: 'https://sound.example' })
    expect(await options()).toBe('https://sound.example')
    expect(await redirected(await sample())).toMatch(/^https:\/\/sound\.example\/shop-media\/audio\//)
  })

  it('[SP-3] includes permanent addresses of free sound, and never a picture, document or ebook', async () => {
    const [episode] = await shop().db.query<{ id: number }>(
      `update products p set audio_type = 'podcast' from samples s where s.product_id = p.id and p.key = 'dnyaneshwari' returning s.id`,
    )
    const free = `/media/free/sample-${episode?.id}.mp3`
    const kinds = ['documents/0123456789abcdef.pdf', 'ebooks/0123456789abcdef.epub']
    const addresses = kinds.map((path) => shop().context.signer.sign(path, shop().clock.now.getTime()).address)
    const others = ['/media/covers/0123456789abcdef-160.webp', ...addresses]
    deliverBy('redirect')
    expect(new URL(await redirected(free)).searchParams.get('X-Amz-Expires')).toBe('900')
    expect((await get('/media/free/sample-0.mp3')).statusCode).toBe(404)
    for (const url of others) expect([url, (await get(url)).statusCode]).toEqual([url, 404])
  })
})

describe.each(['nginx', 'redirect'] as const)('the right to sound by %s', (mode) => {
  const leads = ({ headers }: Awaited<ReturnType<typeof get>>) => headers['x-accel-redirect'] ?? headers['location']

  it.each([
    ['without a signature', (url: string) => url.replace(/\?.*/, '')],
    ['with a changed signature', (url: string) => url.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))],
    ['with a later expiry', (url: string) => url.replace(/expires=\d/, 'expires=9')],
    ['of another object', (url: string) => url.replace(/audio\/[a-f0-9]/, (start) => `${start}0`)],
  ])('[SP-3] is checked first: an address %s leads nowhere', async (_, change) => {
    deliverBy(mode)
    const address = await sample()
    expect(leads(await get(address))).toContain(/audio\/\w+\.mp3/.exec(address)?.[0])
    const refused = await get(change(address))
    expect([refused.statusCode, leads(refused)]).toEqual([403, undefined])
  })

  it('[SP-3] is asked again at each use: a track that is no longer free leads nowhere', async () => {
    deliverBy(mode)
    const [listener, id] = [await signedIn(shop()), await idOf(shop(), 'products', 'dnyaneshwari')]
    const signed = await signTrack(shop().context, listener.id, { url: titleUrl(id), key: 'dn/1' })
    const address = signed?.address ?? ''
    expect(leads(await get(address))).toBeDefined()
    await shop().db.query('update products set is_free = false where id = $1', [id])
    const refused = await get(address)
    await shop().db.query('update products set is_free = true where id = $1', [id])
    expect([refused.statusCode, leads(refused)]).toEqual([403, undefined])
  })
})

describe('the setting MEDIA_DELIVERY', () => {
  const store = {
    S3_ENDPOINT: 'https://s3.test',
    S3_BUCKET: 'b',
    S3_REGION: 'r',
    S3_ACCESS_KEY: 'k',
    S3_SECRET_KEY: 's',
  }
  const read = (env: Record<string, string>) => readConfig({ DATA_DIR: shop().folder, ...env })

  it('[SP-3] is through unless it says otherwise', () => {
    expect(read({}).mediaDelivery).toBe('through')
    expect(read({ MEDIA_DELIVERY: 'nginx', TRUST_PROXY: '127.0.0.1' }).mediaDelivery).toBe('nginx')
    const { mediaDelivery, s3: settings } = read({
      ...store,
      ...{ MEDIA_DELIVERY: 'redirect', S3_PUBLIC_ENDPOINT: 'https://sound.test/' },
    })
    expect([mediaDelivery, settings?.publicEndpoint]).toEqual(['redirect', 'https://sound.test'])
  })

  it.each([
    [{ MEDIA_DELIVERY: 'cdn' }, 'MEDIA_DELIVERY must be one of through, nginx, redirect, not "cdn"'],
    [{ MEDIA_DELIVERY: 'redirect' }, 'MEDIA_DELIVERY=redirect needs the five S3_ settings'],
    [{ MEDIA_DELIVERY: 'nginx' }, 'MEDIA_DELIVERY=nginx needs nginx in front, and TRUST_PROXY'],
    [{ ...store, MEDIA_DELIVERY: 'nginx', TRUST_PROXY: 'true' }, 'MEDIA_DELIVERY=nginx reads media from the disk'],
    [{ S3_PUBLIC_ENDPOINT: 'https://sound.test' }, 'S3_PUBLIC_ENDPOINT needs the five S3_ settings'],
  ])('[SP-3] refuses to start with %j', (env, reason) => {
    expect(() => read(env)).toThrow(reason)
  })
})
