import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { titleUrl } from '#contract/listening/listening.ts'
import { createSigner } from '../../../src/server/adapters/media/signature.ts'
import { advanceClock, ask } from '../support/personas.ts'
import { address, playerOf, signedIn, subscribe, withTracks, type Listener } from '../support/listening.ts'
import { idOf, send, useShop } from '../support/shop.ts'

const shop = useShop()
const get = (url: string, headers: Record<string, string> = {}) => shop().app.inject({ url, headers })
const free = async () => ({ id: await idOf(shop(), 'products', 'dnyaneshwari'), key: 'dn/1' })
const signed = async (listener: Listener, { id, key }: { id: number; key: string }) =>
  String((await address(shop(), listener, id, key)).headers['x-signed-url'])

describe('the track list of a title', () => {
  const list = (path: string, token?: string) => get(path, token ? { authorization: `Token ${token}` } : {})

  it('[PL-5] is public and paged, with names and lengths but without addresses of the audio', async () => {
    const title = await withTracks(shop(), 'serial', [60, 70, 80])
    const { body, headers } = await list(`/api/tracks/${title.id}/0/50/`)
    const reply = JSON.parse(body)
    expect(reply).toMatchObject({ status: true, count: 3, last_product_track: null })
    expect(reply.producttracks.map(({ track_length: length }: { track_length: number }) => length)).toEqual([
      60, 70, 80,
    ])
    expect(body).not.toMatch(/audio|mp3|media|http/)
    expect(headers['cache-control']).toBe('no-cache')
    const page = JSON.parse((await list(`/api/tracks/${title.id}/1/1/`)).body)
    expect(page.producttracks.map(({ key }: { key: string }) => key)).toEqual(['serial/t1'])
    expect((await list('/api/tracks/999999/0/50/')).statusCode).toBe(404)
  })

  it('[PL-5] tells a listener the last played track, and nobody else', async () => {
    const listener = await signedIn(shop())
    const title = await withTracks(shop(), 'cast', [60, 70, 80])
    await (
      await playerOf(shop(), listener, title, 2)
    )('initiate')
    const { body, headers } = await list(`/api/tracks/${title.id}/0/1/`, listener.token)
    expect(JSON.parse(body).last_product_track).toMatchObject({ id: title.tracks[2], track_length: 80 })
    expect(headers['cache-control']).toBe('private, no-store')
    expect(JSON.parse((await list(`/api/tracks/${title.id}/0/1/`, 'x'.repeat(43))).body).last_product_track).toBe(null)
  })
})

describe('the address of a track', () => {
  it('[PL-8] is in a header, its expiry in the body; supports ranges and is not cached', async () => {
    const [listener, { id, key }] = [await signedIn(shop()), await free()]
    const { status, body, headers } = await address(shop(), listener, id, key)
    const expires_at = shop().clock.now.getTime() + 900_000
    expect([status, body]).toEqual([
      200,
      { status: true, expires_at, edition: 'full', bytes: { full: expect.any(Number) } },
    ])
    expect([headers['cache-control'], headers['access-control-allow-origin']]).toEqual(['private, no-store', undefined])
    const sound = await get(String(headers['x-signed-url']), { range: 'bytes=0-99' })
    expect([sound.statusCode, sound.headers['cache-control'], sound.rawPayload.length]).toEqual([
      206,
      'private, no-store',
      100,
    ])
  })

  it('[PL-8] expires after the configured time, and can be requested again', async () => {
    const [listener, title] = [await signedIn(shop()), await free()]
    const usual = shop().context.signer
    shop().context.signer = createSigner('test secret', 5)
    const old = await signed(listener, title)
    advanceClock(shop(), 5)
    expect((await get(old)).statusCode).toBe(403)
    const fresh = await signed(listener, title)
    shop().context.signer = usual
    expect((await get(fresh)).statusCode).toBe(200)
  })

  it('[PL-4] attack case 51: is refused without entitlement, for a track of another title, for a path and for a host', async () => {
    const listener = await signedIn(shop())
    const [{ id }, paidTitle] = [await free(), await withTracks(shop(), 'chhava', [60])]
    const ask51 = (url: string, key: string, token = listener.token) =>
      ask(shop(), endpoints.trackSignedUrl, { url, key }, { token })
    for (const [url, key] of [
      [titleUrl(paidTitle.id), 'chhava/t0'],
      [titleUrl(id), 'chhava/t0'],
      [titleUrl(id), '../audio/x.mp3'],
      [titleUrl(id), 'none'],
      [titleUrl(999_999), 'dn/1'],
      [`${titleUrl(id)}/../${paidTitle.id}`, 'dn/1'],
      ['https://evil.test/a.mp3', 'dn/1'],
      [`https://shop.test/${titleUrl(id)}`, 'dn/1'],
      ['', 'dn/1'],
    ] as const) {
      const { status, body, headers } = await ask51(url, key)
      expect([status, body, headers['x-signed-url']], `${url} ${key}`).toEqual([
        403,
        { status: false, fault: 'noAccess' },
        undefined,
      ])
    }
    expect((await ask51(titleUrl(id), 'dn/1', '')).status).toBe(401)
  })

  it('[SA-2] attack case 51: is not returned by the endpoint for samples', async () => {
    for (const map_url of ['dn/1', 'chhava/t0', titleUrl((await free()).id), 'tracks/dn/1']) {
      expect((await send(shop().app, endpoints.sampleSignedUrl, { map_url })).statusCode).toBe(404)
    }
  })

  it.each([
    ['a changed path', (url: string) => url.replace(/audio\/\w+/, 'audio/0123456789abcdef0123456789abcdef')],
    [
      'a later end',
      (url: string) => url.replace(/expires=(\d+)/, (_, at: string) => `expires=${Number(at) + 9_000_000}`),
    ],
    [
      'another listener',
      (url: string) => url.replace(/listener=(\d+)/, (_, id: string) => `listener=${Number(id) + 1}`),
    ],
    ['another track', (url: string) => url.replace(/track=(\d+)/, (_, id: string) => `track=${Number(id) + 1}`)],
    ['no listener', (url: string) => url.replace(/&listener=\d+&track=\d+/, '')],
    ['half a holder', (url: string) => url.replace(/&track=\d+/, '')],
    ['no signature', (url: string) => url.replace(/&signature=.*/, '')],
    ['a repeated listener', (url: string) => `${url}&listener=1`],
    ['a listener added to a sample', (url: string) => url],
  ])('[PL-4] attack case 52: is refused with %s', async (what, change) => {
    const listener = await signedIn(shop())
    const sample = (await ask(shop(), endpoints.sampleSignedUrl, { map_url: 'samples/dnyaneshwari/0' })).body.data
      .signed_url
    const url = what.includes('sample')
      ? `${sample}&listener=${listener.id}&track=1`
      : await signed(listener, await free())
    const refused = await get(change(url))
    expect([refused.statusCode, refused.headers['cache-control'], refused.json()]).toEqual([
      403,
      'no-store',
      { status: false, fault: 'refused' },
    ])
  })

  it('[PL-4] attack case 52: stops working when the entitlement or the account ends', async () => {
    const listener = await signedIn(shop())
    const title = await withTracks(shop(), 'shriman-yogi', [60])
    await subscribe(shop(), listener, 'plan-30')
    const url = await signed(listener, { id: title.id, key: 'shriman-yogi/t0' })
    expect((await get(url)).statusCode).toBe(200)
    await shop().db.query(`update subscriptions set status = 'cancelled' where user_id = $1`, [listener.id])
    expect((await get(url)).statusCode).toBe(403)
    const [other, track] = [await signedIn(shop()), await free()]
    const theirs = await signed(other, track)
    await shop().db.query('delete from users where id = $1', [other.id])
    expect((await get(theirs)).statusCode).toBe(403)
  })

  it('[PL-4] attack case 52: is readable by pages of the storefront only', async () => {
    const [{ token }, { id, key }] = [await signedIn(shop()), await free()]
    const from = (origin: string) =>
      ask(shop(), endpoints.trackSignedUrl, { url: titleUrl(id), key }, { token, headers: { origin } })
    const shown = (await from('https://shop.test')).headers
    expect([shown['access-control-allow-origin'], shown['access-control-expose-headers'], shown['vary']]).toEqual([
      'https://shop.test',
      'x-signed-url',
      'origin',
    ])
    for (const origin of ['https://evil.test', 'https://shop.test.evil.test', 'null', 'http://shop.test']) {
      const { headers } = await from(origin)
      expect([headers['access-control-allow-origin'], headers['access-control-expose-headers']], origin).toEqual([
        undefined,
        undefined,
      ])
    }
  })
})
