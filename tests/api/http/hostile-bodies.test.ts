import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { endpointList, endpoints } from '#contract/http/endpoints.ts'
import type { Endpoint } from '#contract/http/endpoint.ts'
import { openSession } from '../../../src/server/accounts/sessions.ts'
import { makeListener } from '../support/personas.ts'
import { idOf, useShop } from '../support/shop.ts'

const shop = useShop()
let token = ''
beforeAll(async () => {
  token = await openSession(shop().context, await makeListener(shop(), 'hostile@x.test'))
})
const post = (row: Endpoint, payload: string) =>
  shop().app.inject({
    method: 'POST',
    url: row.path,
    headers: { 'content-type': 'application/json', authorization: `Token ${token}` },
    payload,
  })

describe('a body', () => {
  it('[RL-2] that is 9,000 levels deep is refused', async () => {
    // As deep as 8 KB allow: deeper ones are refused by their size.
    const nested = `{"email":${'['.repeat(4_000)}${']'.repeat(4_000)}}`
    for (const row of [endpoints.addToCart, endpoints.contactUs, endpoints.player])
      expect((await post(row, nested)).statusCode).toBe(400)
    const login = await post(endpoints.login, `{"email":${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}}`)
    expect([login.statusCode, login.json().fault]).toEqual([400, 'badInput'])
    expect((await post(endpoints.addToCart, '['.repeat(9_000) + ']'.repeat(9_000))).statusCode).toBe(413)
  })

  it('[RL-2] of more than 8 KB is refused unread where nothing larger is needed', async () => {
    const large = JSON.stringify({ name: 'x'.repeat(8 * 1024) })
    const rows = endpointList.filter(
      ([, row]) => row.method !== 'GET' && !row.multipart && !row.maxBytes && row !== endpoints.login,
    )
    const replies = await Promise.all(
      rows.map(([, { method, path }]) =>
        shop().app.inject({
          method,
          url: path.replace(/:\w+/g, '1'),
          headers: { 'content-type': 'application/json' },
          payload: large,
        }),
      ),
    )
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([413]))
    expect(replies[0]?.json()).toEqual({ status: false, fault: 'tooLarge' })
  })

  it('[RL-2] with hundreds of unknown keys gets twenty faults', async () => {
    const keys = Object.fromEntries(Array.from({ length: 700 }, (_, index) => [`k${index}`, 0]))
    const reply = await post(endpoints.contactUs, JSON.stringify(keys))
    expect(reply.statusCode).toBe(400)
    expect(Object.keys(reply.json().fields)).toHaveLength(20)
    expect(new Set(Object.values(reply.json().fields))).toEqual(new Set(['unknown']))
  })

  it('[RL-2] with many wrong entries gets twenty faults', async () => {
    const reply = await post(
      endpoints.titleAccess,
      JSON.stringify({ product_ids: Array.from({ length: 90 }, () => 'x') }),
    )
    expect(Object.keys(reply.json().fields).length).toBeLessThanOrEqual(20)
  })

  it('[RL-2] with infinite numbers is refused', async () => {
    for (const number of ['1e999', '-1e999'])
      expect(
        (
          await post(
            endpoints.addToCart,
            `{"email":"a@b.test","discount_amount":${number},"cart_lines":[{"variant":1,"quantity":1}]}`,
          )
        ).statusCode,
      ).toBe(400)
  })

  it('[RL-2] of the player with times far in the future or past is taken, and counts as at most a year old', async () => {
    const product = await idOf(shop(), 'products', 'dnyaneshwari')
    const [track] = await shop().db.query<{ id: number }>('select id from tracks where product_id = $1 order by id', [
      product,
    ])
    const report = (sentAt: number, eventAt: number) =>
      post(
        endpoints.player,
        JSON.stringify({
          request_type: 'initiate',
          product_id: product,
          track_id: track?.id,
          event_id: randomUUID(),
          event_at: eventAt,
          sent_at: sentAt,
        }),
      )
    for (const [sentAt, eventAt] of [
      [8.64e15, 0],
      [9e15, 1],
      [1e300, 5],
      [0, 1e300],
    ] as const)
      expect((await report(sentAt, eventAt)).statusCode).toBe(200)
  })
})
