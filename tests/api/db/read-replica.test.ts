import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { buildApp } from '../../../src/server/app.ts'
import { readConfig } from '../../../src/server/config.ts'
import type { Database } from '../../../src/server/db/connect.ts'
import { connectReplica, readsFrom } from '../../../src/server/db/read-replica.ts'
import { DatabaseUnavailable } from '../../../src/server/db/unavailable.ts'
import { cartOf, fillCart, buyer } from '../support/cart.ts'
import { accessTo, address, signedIn, withTracks } from '../support/listening.ts'
import { call, makeDatabase, useShop, type TestShop } from '../support/shop.ts'

const main = useShop()
/** Stands for a replica that lags: it has other names and prices, and says that everything is free. */
let replica: Database
let shop: TestShop
const KEY = 'chhava'
let id = 0

beforeAll(async () => {
  id = (await withTracks(main(), KEY, [60])).id
  replica = await makeDatabase()
  await replica.query(
    `update products set name = 'Late', translations = '{"en":{"name":"Late"}}', price_inr = 100, is_free = true`,
  )
  const context = { ...main().context, readDb: readsFrom(replica, main().db) }
  shop = { ...main(), context, app: await buildApp(context) }
})
afterAll(async () => {
  await shop.app.close()
  await replica.close()
})
const details = async (of = shop) => (await call(of, endpoints.productDetails, { id })).product_details[0]

describe('a shop with a replica', () => {
  it('[SP-3] shows the catalog and finds titles there', async () => {
    expect(await details()).toMatchObject({ name: 'Late', inr_price: { amount: '1.00' }, is_free: true })
    expect(await details(main())).not.toMatchObject({ name: 'Late' })
    const found = JSON.stringify(await call(shop, endpoints.search, { q: 'chhava' }))
    expect([found.includes('"name":"Late"'), found.includes('"name":"Chhava"')]).toEqual([true, false])
    const { trending_picks: shelf } = await call(shop, endpoints.indexTrending, { limit: 3 })
    expect(new Set(shelf.map(({ name }) => name))).toEqual(new Set(['Late']))
  })

  it('[SP-3] takes prices of a cart and the right to listen from the primary', async () => {
    const someone = await buyer(shop)
    await fillCart(shop, someone, KEY)
    const cart = JSON.stringify(await cartOf(shop, someone))
    const sameCart = JSON.stringify(await cartOf(main(), someone))
    expect([cart, cart.includes('Late')]).toEqual([sameCart, false])
    const listener = await signedIn(shop)
    expect((await accessTo(shop, listener, id)).is_free).toBe(false)
    expect((await address(shop, listener, id, `${KEY}/t0`)).status).toBe(403)
  })

  it('[SP-3] shows what somebody has just written, although the replica does not have it yet', async () => {
    const listener = await signedIn(shop)
    await main().db.query('update products set is_free = true where id = $1', [id])
    expect((await address(shop, listener, id, `${KEY}/t0`)).status).toBe(200)
    await main().db.query('update products set is_free = false where id = $1', [id])
  })
})

describe('a replica that fails', () => {
  const primary = { query: vi.fn(async () => [{ from: 'primary' }]), transaction: vi.fn() }
  const failing = (error: Error) => ({ query: vi.fn().mockRejectedValue(error) })

  it('[SP-3] is replaced by the primary at once, and asked again after five seconds', async () => {
    const lost = failing(new DatabaseUnavailable(new Error('gone')))
    let now = 0
    const db = readsFrom(lost, primary as never, () => now)
    for (now of [0, 1, 4_999, 5_001]) expect(await db.query('select 1')).toEqual([{ from: 'primary' }])
    expect(lost.query).toHaveBeenCalledTimes(2)
  })

  it('[SP-3] is asked again at once when only one query failed there', async () => {
    const behind = failing(new Error('canceling statement due to conflict with recovery'))
    const db = readsFrom(behind, primary as never)
    for (let turn = 0; turn < 3; turn += 1) expect(await db.query('select 1')).toEqual([{ from: 'primary' }])
    expect(behind.query).toHaveBeenCalledTimes(3)
  })

  it('[SP-3] leaves the shop open: one that is not there, and one that ends while people read', async () => {
    const absent = connectReplica('postgres://nobody@127.0.0.1:9/none')
    const ending = await makeDatabase()
    for (const one of [absent, ending]) {
      const context = { ...main().context, readDb: readsFrom(one, main().db) }
      const app = await buildApp(context)
      const here = { ...main(), context, app }
      if (one === ending) {
        await details(here)
        const [own] = await ending.query<{ name: string }>('select current_database() as name')
        await main().db.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [own?.name])
      }
      expect((await details(here))?.id).toBe(id)
      await app.close()
      await one.close()
    }
  })
})

describe('a replica that falls silent', () => {
  it('[SP-3] holds visitors for six seconds at most: the primary answers, and at once while the replica is left alone', async () => {
    const silent = await makeDatabase()
    await silent.query(`update products set name = 'Late', translations = '{"en":{"name":"Late"}}'`)
    const [own] = await silent.query<{ name: string }>('select current_database() as name')
    const { host, user } = inject('cluster')
    const connected = connectReplica(`postgres:///${own?.name}?${new URLSearchParams({ host, user })}`)
    const context = { ...main().context, readDb: readsFrom(connected, main().db) }
    const here = { ...main(), context, app: await buildApp(context) }
    expect((await details(here))?.name).toBe('Late')
    await silent.query('update catalog_version set revision = revision + 1')

    const end = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const holding = silent.transaction(async (inner) => {
      await inner.query('lock table products in access exclusive mode')
      locked.resolve()
      await end.promise
    })
    try {
      await locked.promise
      const found: unknown[] = []
      for (const _ of ['one', 'two']) void details(here).then((one) => found.push(one?.name))
      await vi.waitUntil(() => found.length === 2, { timeout: 6_000 })
      found.push((await details(here))?.name)
      const { name } = (await details(main())) ?? {}
      expect([name === 'Late', found]).toEqual([false, [name, name, name]])
    } finally {
      end.resolve()
      await holding
      await here.app.close()
      await connected.close()
      await silent.close()
    }
  })
})

it('[SP-3] DATABASE_READ_URL needs a primary and an address, and is not quoted', () => {
  const read = (env: Record<string, string>) => readConfig({ DATA_DIR: main().folder, ...env }).databaseReadUrl
  const url = 'postgres://shop:pass@replica/shop'
  expect(read({})).toBeUndefined()
  expect(read({ DATABASE_URL: 'postgres://a/b', DATABASE_READ_URL: url })).toBe(url)
  expect(() => read({ DATABASE_READ_URL: url })).toThrow('DATABASE_READ_URL needs DATABASE_URL')
  expect(() => read({ DATABASE_URL: 'postgres://a/b', DATABASE_READ_URL: 'mysql://pass' })).toThrow(
    /^DATABASE_READ_URL must be postgres:\/\/user:password@host:port\/database\.$/,
  )
})
