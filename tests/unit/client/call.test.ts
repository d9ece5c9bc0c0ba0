import { boolean, object, type } from 'superstruct'
import { expect, test } from 'vitest'
import { createClient } from '../../../src/client/call.ts'
import { endpoint } from '../../../src/contract/http/endpoint.ts'

const write = {
  auth: 'buyer',
  method: 'POST',
  path: '/api/write/',
  input: object({}),
  reply: type({ status: boolean() }),
  summary: 'test',
} as const
const paying = endpoint({ ...write, idempotent: true })
const plain = endpoint(write)

/** Fails with network errors this many times, then answers. */
function flakyFetch(failures: number) {
  const sent: Headers[] = []
  const fetcher: typeof fetch = async (_address, options) => {
    sent.push(new Headers(options?.headers))
    if (sent.length <= failures) throw new TypeError('network error')
    return Response.json({ status: true })
  }
  return { sent, fetcher }
}

test('[PY-2] a payment request is repeated after a network error, with the same idempotency key', async () => {
  const { sent, fetcher } = flakyFetch(2)
  const call = createClient({ base: '', fetch: fetcher })
  expect(await call(paying, {})).toMatchObject({ ok: true })
  expect(sent).toHaveLength(3)
  const keys = sent.map((headers) => headers.get('idempotency-key'))
  expect(keys[0]).toMatch(/^[\x21-\x7e]{20,100}$/)
  expect(new Set(keys).size).toBe(1)
  await call(paying, {})
  expect(sent.at(-1)?.get('idempotency-key')).not.toBe(keys[0])
})

test('[PY-2] another write is sent once', async () => {
  const { sent, fetcher } = flakyFetch(1)
  expect(await createClient({ base: '', fetch: fetcher })(plain, {})).toEqual({ ok: false, fault: 'offline' })
  expect(sent).toHaveLength(1)
  expect(sent[0]?.get('idempotency-key')).toBeNull()
})

test('[GI-1] a guest who buys a gift is identified by the gift token, a listener by the session', async () => {
  const { sent, fetcher } = flakyFetch(0)
  const of = (session?: string) => ({ token: async () => session, giver: () => 'present', refused: () => undefined })
  await createClient({ base: '', fetch: fetcher, credentials: of() })(plain, {})
  await createClient({ base: '', fetch: fetcher, credentials: of('own') })(plain, {})
  expect(sent.map((headers) => headers.get('authorization'))).toEqual(['Gift present', 'Token own'])
})
