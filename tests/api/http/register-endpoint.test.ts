import { request as connectTo } from 'node:http'
import { describe, expect, it } from 'vitest'
import { endpointList, endpoints } from '#contract/http/endpoints.ts'
import { openSession } from '../../../src/server/accounts/sessions.ts'
import { idOf, send, useShop } from '../support/shop.ts'

const shop = useShop()
const post = (url: string, payload: string, type = 'application/json') =>
  shop().app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })
const browse = endpoints.browse.path

describe('input', () => {
  it('[PY-2] returns a code for each invalid field', async () => {
    const response = await send(shop().app, endpoints.sampleSignedUrl, { map_url: 7 })
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { status: false, fault: 'badInput', fields: { map_url: 'type' } },
    ])
    expect((await send(shop().app, endpoints.sampleSignedUrl, {})).json().fields).toEqual({ map_url: 'required' })
    expect((await send(shop().app, endpoints.menuDetails, { menu_slug: 'x'.repeat(61) })).json().fields).toEqual({
      menu_slug: 'size',
    })
  })

  it.each(['is_purchased', 'price', 'user_id', 'constructor'])('[SI-2] refuses the unknown key %s', async (name) => {
    const response = await post(browse, JSON.stringify({ product_type: 'family', [name]: true }))
    expect([response.statusCode, response.json().fields]).toEqual([400, { [name]: 'unknown' }])
  })

  it('[SI-2] refuses __proto__ keys', async () => {
    expect((await post(browse, '{"__proto__":{"is_staff":true}}')).statusCode).toBe(400)
  })

  it.each(['{"a":', '[]', '"text"', 'null,', '{"product_type":["a"]}', '{"product_type":{"a":1}}'])(
    '[SI-2] answers 400 for the body %s',
    async (body) => {
      const response = await post(browse, body)
      expect([response.statusCode, response.json().fault]).toEqual([400, 'badInput'])
    },
  )

  it('[SI-2] answers 413 for a body above 64 KB', async () => {
    const response = await post(browse, JSON.stringify({ product_type: 'x'.repeat(70_000) }))
    expect([response.statusCode, response.json()]).toEqual([413, { status: false, fault: 'tooLarge' }])
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    '[SI-2] answers 415 for %s, which forms of other sites can send',
    async (type) => {
      const response = await post(browse, '{"product_type":"family"}', type)
      expect([response.statusCode, response.json()]).toEqual([415, { status: false, fault: 'wrongType' }])
    },
  )

  it.each([
    '/api/v2/search/?q=a&q=b',
    '/api/v2/search/',
    '/api/v2/search/?q=a&z=1',
    `/api/v2/search/?q=${'x'.repeat(201)}`,
    '/api/v2/index-trending/0',
    '/api/v2/index-trending/101',
    '/api/v2/index-trending/-1',
    '/api/v2/product-details/1e3/',
    '/api/v2/product-details/0/',
    '/api/v2/product-details/9999999999999999/',
    '/api/tracks/1/-1/50/',
    '/api/build/products/?limit=1001',
  ])('[SI-2] answers 400 for %s', async (url) => expect((await shop().app.inject(url)).statusCode).toBe(400))

  it('[SI-2] handles NUL characters and broken percent encoding', async () => {
    expect((await shop().app.inject('/api/v2/search/?q=%00')).statusCode).toBeLessThan(500)
    expect((await shop().app.inject('/api/v2/search/?q=%E0%A4%A')).statusCode).toBeLessThan(500)
    expect((await shop().app.inject('/api/v2/product-details/%E0%A4%A/')).statusCode).toBe(400)
    expect(
      (await post('/api/get-sample-signed-url/', JSON.stringify({ map_url: 'a\u0000b' }))).statusCode,
    ).toBeLessThan(500)
  })

  it('[SH-1] accepts paths with and without the last slash', async () => {
    const id = await idOf(shop(), 'products', 'tukaram')
    expect((await shop().app.inject(`/api/v2/product-details/${id}`)).statusCode).toBe(200)
    expect((await shop().app.inject(`/api/v2/product-details/${id}/`)).statusCode).toBe(200)
  })
})

describe('authorization', () => {
  it('[SH-15] answers 404 in JSON for an unknown endpoint', async () => {
    const response = await shop().app.inject('/api/nothing/here')
    expect([response.statusCode, response.json()]).toEqual([404, { status: false, fault: 'notFound' }])
  })

  it('[SH-15] answers 501 for every endpoint without a handler', async () => {
    const unserved = endpointList.map(([, row]) => row).filter((row) => !shop().app.guard.registered.has(row))
    for (const row of unserved)
      expect([
        row.path,
        (await shop().app.inject({ method: row.method, url: row.path.replace(/:\w+/g, 'en') })).statusCode,
      ]).toEqual([row.path, 501])
  })

  it('[SH-15] neither accepts nor requires guest labels', async () => {
    expect(
      (await shop().app.inject({ url: '/api/v2/menu/', headers: { authorization: 'Guest guest-index' } })).statusCode,
    ).toBe(200)
    expect(
      (await shop().app.inject({ url: '/api/v2/menu/', headers: { authorization: 'Token nonsense' } })).statusCode,
    ).toBe(200)
  })

  it('[SH-15] accepts a session token until it ends, and stores only its hash', async () => {
    const [user] = await shop().db.query<{ id: number }>(
      `insert into users (email) values ('a@kathavani.test') returning id`,
    )
    const token = await openSession(shop().context, user?.id ?? 0)
    expect(await shop().app.guard.callerOf(token)).toMatchObject({ userId: user?.id })
    expect(await shop().app.guard.callerOf(`${token}x`)).toBeUndefined()
    const [stored] = await shop().db.query<{ text: string }>(
      `select encode(token_hash, 'escape') as text from sessions`,
    )
    expect(stored?.text).not.toContain(token)
    shop().clock.now = new Date('2027-01-01')
    expect(await shop().app.guard.callerOf(token)).toBeUndefined()
  })
})

describe('replies', () => {
  it('[SD-4] answers 304 for unchanged data', async () => {
    const first = await shop().app.inject('/api/v2/menu/')
    const again = await shop().app.inject({
      url: '/api/v2/menu/',
      headers: { 'if-none-match': String(first.headers['etag']) },
    })
    expect([first.statusCode, first.headers['cache-control'], again.statusCode]).toEqual([200, 'no-cache', 304])
  })

  it.each(['/api/v2/menu/', '/api/nothing', '/api/v2/product-details/x/', '/media/covers/x', '/healthz'])(
    '[SH-1] sends the security headers with %s and allows no other origin',
    async (url) => {
      const { headers } = await shop().app.inject({ url, headers: { origin: 'https://evil.test' } })
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
      })
      expect(headers['content-security-policy']).toContain(`default-src 'none'`)
      expect(headers['access-control-allow-origin']).toBeUndefined()
    },
  )

  it('[OP-3] reports liveness and readiness', async () => {
    expect((await shop().app.inject('/healthz')).statusCode).toBe(200)
    expect((await shop().app.inject('/readyz')).json()).toMatchObject({ status: true })
  })

  it('[OP-3] hides the error behind an id', async () => {
    const { query } = shop().db
    shop().db.query = () => Promise.reject(new Error('secret detail'))
    const broken = await shop().app.inject('/api/v2/menu/')
    const unready = await shop().app.inject('/readyz')
    shop().db.query = query
    expect([broken.statusCode, broken.json()]).toEqual([
      500,
      { status: false, fault: 'internal', id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ])
    expect(unready.statusCode).toBe(503)
  })

  it('[OP-3] describes every endpoint in OpenAPI 3.1', async () => {
    const api = (await shop().app.inject('/openapi.json')).json()
    expect(api.openapi).toBe('3.1.0')
    const described = endpointList.every(
      ([name, row]) => api.paths[row.path.replace(/:(\w+)/g, '{$1}')]?.[row.method.toLowerCase()]?.operationId === name,
    )
    expect(described).toBe(true)
    const details = api.paths['/api/v2/product-details/{id}'] ?? api.paths['/api/v2/product-details/{id}/']
    expect(details.get.parameters).toEqual([{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }])
    expect(
      details.get.responses[200].content['application/json'].schema.properties.product_details.items.required,
    ).toContain('inr_price')
  })
})

describe('over a real socket', () => {
  it('[OP-3] completes a request while it stops, and then closes', async () => {
    const address = await shop().app.listen({ host: '127.0.0.1', port: 0 })
    const status = await new Promise((resolve, reject) => {
      connectTo(`${address}/healthz`, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end()
    })
    expect(status).toBe(200)
  })
})
