import type { Struct } from 'superstruct'
import { describe, expect, it } from 'vitest'
import { endpointList } from '#contract/http/endpoints.ts'
import type { Endpoint } from '#contract/http/endpoint.ts'
import { openSession } from '../../../src/server/accounts/sessions.ts'
import { makeListener } from '../support/personas.ts'
import { enterDesk } from '../support/staff.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop()
const SAFE = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000',
  'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
}
/** Values where a number, a name, an address or a token is waited for. */
const HOSTILE = [
  '0',
  "1' or '1'='1",
  '../../etc/passwd',
  '1,2',
  '%00',
  '<script>',
  '9'.repeat(40),
  'null',
  '[object Object]',
  '\u202e',
]
const pathWith = ({ path }: Endpoint, value: string) => path.replace(/:\w+/g, encodeURIComponent(value))
let visitor = 0
/** Each question is somebody else's, so that no limit answers in the place of the row. */
const from = () => {
  visitor += 1
  return `10.9.${Math.floor(visitor / 250)}.${visitor % 250}`
}

async function ask(
  row: Endpoint,
  { value = '1', body, query = '', headers = {} }: { value?: string; body?: string; query?: string; headers?: object },
) {
  const url = `${pathWith(row, value)}${query}`
  const type = row.method === 'GET' ? {} : { 'content-type': 'application/json' }
  return shop().app.inject({
    method: row.method,
    url,
    remoteAddress: from(),
    headers: { ...type, ...headers },
    ...(row.method !== 'GET' && { payload: body ?? '{}' }),
  })
}

// oxlint-disable-next-line no-explicit-any -- every struct of the contract
type AnyStruct = Struct<any, any>
/** JSON with this number in the place of each integer; undefined when the struct has none. */
function jsonWith({ type, schema }: AnyStruct, number: string): string | undefined {
  if (type === 'integer') return number
  if (type === 'array') {
    const item = schema && jsonWith(schema as AnyStruct, number)
    return item && `[${item}]`
  }
  if (type !== 'object' && type !== 'type') return undefined
  const fields = Object.entries((schema ?? {}) as Record<string, AnyStruct>).flatMap(([name, field]) => {
    const value = jsonWith(field, number)
    return value ? [`"${name}":${value}`] : []
  })
  return fields.length > 0 ? `{${fields.join()}}` : undefined
}

describe.each(endpointList.filter(([, row]) => !row.multipart))('%s', (_name, row) => {
  it('[OP-3] answers a guest in JSON with security headers and without cookies', async () => {
    const { headers, statusCode } = await ask(row, { headers: { origin: 'https://evil.test' } })
    expect(headers).toMatchObject(SAFE)
    expect(statusCode).not.toBe(500)
    expect(
      headers['set-cookie'] ?? headers['access-control-allow-origin'] ?? headers['x-powered-by'] ?? headers['server'],
    ).toBeUndefined()
    expect(headers['content-type']).toMatch(/^(?:application\/json; charset=utf-8|application\/pdf|text\/)/)
    const needsToken = NEEDED.has(row.auth)
    expect(needsToken ? [statusCode, headers['cache-control']] : []).toEqual(needsToken ? [401, 'no-store'] : [])
  })

  it('[OP-3] handles hostile values, keys and repeated parameters', async () => {
    const token = await openSession(shop().context, await makeListener(shop(), `hostile${(visitor += 1)}@x.test`))
    const headers = { authorization: `Token ${token}` }
    const query = row.method === 'GET' ? HOSTILE.map((text) => `?offset=${encodeURIComponent(text)}`) : []
    const requests = [
      ...HOSTILE.map((value) => ask(row, { value, headers })),
      ...query.map((text) => ask(row, { query: text, headers })),
      ask(row, { query: '?a=1&a=2', headers }),
      ask(row, { query: '?__proto__[is_staff]=1', headers }),
      ...[
        '{"__proto__":{"is_staff":true}}',
        '{"constructor":{"prototype":{"a":1}}}',
        '{"is_staff":true}',
        '[]',
        'null',
        '{"a":',
        '"text"',
        '',
      ].map((body) => ask(row, { body, headers })),
    ]
    const replies = await Promise.all(requests)
    expect(
      replies
        .filter(({ statusCode }) => statusCode >= 500 && statusCode !== 501)
        .map(({ statusCode, payload }) => `${statusCode} ${payload}`),
    ).toEqual([])
    expect(
      replies.filter(({ headers: got }) => got['x-content-type-options'] !== 'nosniff').map(({ payload }) => payload),
    ).toEqual([])
    expect(Object.prototype).not.toHaveProperty('is_staff')
  })

  it('[OP-3] refuses numbers that the database cannot hold, of listeners and at the desk', async () => {
    const bodyWith = (number: string) => jsonWith(row.input, number)
    if (row.method === 'GET' || bodyWith('1') === undefined) return
    const token = await openSession(shop().context, await makeListener(shop(), `number${(visitor += 1)}@x.test`))
    const { cookie } = await enterDesk(shop(), 'owner')
    const replies = await Promise.all(
      ['9007199254740992', '9223372036854775808', '1e19', '1e308'].map((number) =>
        ask(row, { body: bodyWith(number) ?? '', headers: { authorization: `Token ${token}`, cookie } }),
      ),
    )
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 400))
  })

  it('[OP-3] refuses other methods', async () => {
    const others = (['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const).filter(
      (method) => !isRegistered(row.path).has(method),
    )
    const replies = await Promise.all(
      others.map((method) => shop().app.inject({ method, url: pathWith(row, '1'), remoteAddress: from() })),
    )
    expect(
      replies.filter(({ statusCode }) => statusCode < 400 || statusCode >= 500).map(({ statusCode }) => statusCode),
    ).toEqual([])
    expect(
      replies.filter(({ headers }) => headers['x-content-type-options'] !== 'nosniff').map(({ payload }) => payload),
    ).toEqual([])
  })
})

const NEEDED = new Set(['user', 'buyer', 'staff'])
const isRegistered = (path: string) =>
  new Set(endpointList.filter(([, row]) => row.path === path).map(([, row]) => row.method as string))
