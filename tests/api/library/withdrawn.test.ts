import { beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { payuAnswer } from '../../../src/server/adapters/payment/sandbox-replies.ts'
import { allFeeds } from '../../../src/server/catalog/feeds.ts'
import { hideTitle, showTitle } from '../../../src/server/operations/manage-titles.ts'
import { buyer, type Buyer } from '../support/cart.ts'
import { accessTo, address, signedIn, subscribe, withTracks, type Listener, type Title } from '../support/listening.ts'
import { beginPayu, decide, details, orderFor, postForm, shopWithGateways } from '../support/payments.ts'
import { ask } from '../support/personas.ts'
import { call, send } from '../support/shop.ts'

/** What a publisher takes down is gone for everybody but those who own it. */
const shop = shopWithGateways()
let owner: Buyer & Listener
let subscriber: Listener
let title: Title
let order: string

beforeAll(async () => {
  title = await withTracks(shop(), 'unsafe', [60, 30])
  owner = (await buyer(shop())) as Buyer & Listener
  order = await orderFor(shop(), owner, 'unsafe')
  const key = await beginPayu(shop(), owner, order)
  await postForm(shop(), '/api/payment/payu/return', payuAnswer(decide(shop(), 'payu', key, 'paid')))
  subscriber = await signedIn(shop())
  await subscribe(shop(), subscriber, 'plan-30')
  await ask(shop(), endpoints.addToLibrary, { product: title.id }, { token: subscriber.token })
})

const detailsFor = (listener?: Listener) =>
  ask(shop(), endpoints.productDetails, { id: title.id }, listener && { token: listener.token })
const library = async ({ token }: Listener) =>
  (await ask(shop(), endpoints.myLibrary, { offset: 0, limit: 10 }, { token })).body.data

it('[IM-3] a title in the catalog is open to its buyer and to subscribers', async () => {
  for (const listener of [owner, subscriber])
    expect(await accessTo(shop(), listener, title.id)).toMatchObject({ access: 'play' })
})

describe.each([
  ['is hidden', () => hideTitle(shop().context, 'unsafe')],
  [
    'an import removed',
    () => shop().db.query(`update products set status = 'unpublished', withheld = null where key = 'unsafe'`),
  ],
])('a title that %s', (_, takeDown) => {
  beforeAll(async () => {
    await takeDown()
    await shop().db.query('update catalog_version set revision = revision + 1')
  })

  it('[IM-3] is in the library of its buyer, and plays with all its tracks', async () => {
    const {
      mylibrary_products: titles,
      mylibrary_products_count: count,
      mylibrary_runtime: seconds,
    } = await library(owner)
    expect([count, seconds]).toEqual([1, 90])
    expect(titles[0]).toMatchObject({ id: title.id, access: 'play', is_withdrawn: true })
    expect(await accessTo(shop(), owner, title.id)).toMatchObject({ access: 'play', controls: ['library'] })
    const signed = await address(shop(), owner, title.id, title.keys[1] ?? '')
    expect(signed.status).toBe(200)
    const sound = await shop().app.inject(String(signed.headers['x-signed-url']))
    expect(sound.statusCode).toBe(200)
    const { body: shelf } = await ask(shop(), endpoints.myShelf, {}, { token: owner.token })
    expect(shelf.purchased_products.map(({ id }: { id: number }) => id)).toEqual([title.id])
  })

  it('[IM-3] has details and tracks for its buyer, and nothing there is for sale', async () => {
    const { status, body } = await detailsFor(owner)
    expect(status).toBe(200)
    expect(body.product_details[0]).toMatchObject({
      is_withdrawn: true,
      can_purchase: false,
      plan_currencies: [],
      sampletracks: [],
      inr_price: { amount: '0.00' },
    })
    expect(body.product_details[0].producttracks).toHaveLength(2)
    const page = { id: title.id, offset: '0', limit: '10' }
    const tracks = (from?: { token: string }) => ask(shop(), endpoints.tracks, page, from)
    expect((await tracks({ token: owner.token })).body.count).toBe(2)
    expect([(await tracks()).status, (await tracks({ token: subscriber.token })).status]).toEqual([404, 404])
  })

  it('[IM-3] keeps its position, its order and its invoice', async () => {
    const report = { request_type: 'initiate', product_id: title.id, track_id: title.tracks[0] }
    expect((await ask(shop(), endpoints.player, report, { token: owner.token })).status).toBe(200)
    const last = await ask(shop(), endpoints.lastPlayed, {}, { token: owner.token })
    expect(last.body.data).toMatchObject({ product_id: title.id })
    expect(JSON.stringify(await details(shop(), owner, order))).toContain('Kind words')
    const invoice = await shop().app.inject({
      url: `/api/v1/invoice/${order}/`,
      headers: { authorization: `Token ${owner.token}` },
    })
    expect((await shop().app.inject(invoice.json().download_path)).statusCode).toBe(200)
  })

  it('[IM-3] is gone for guests and for subscribers, from search, lists, feeds and carts', async () => {
    expect([(await detailsFor()).status, (await detailsFor(subscriber)).status]).toEqual([404, 404])
    expect((await address(shop(), subscriber, title.id, title.keys[0] ?? '')).status).toBe(403)
    expect((await library(subscriber)).mylibrary_products_count).toBe(0)
    for (const token of [undefined, owner.token])
      expect(
        JSON.stringify((await ask(shop(), endpoints.search, { q: 'Kind words' }, token ? { token } : {})).body),
      ).not.toContain('"Kind words"')
    expect(
      (await call(shop(), endpoints.bulkProducts, { after: 0, limit: 500 })).data.map(({ id }) => id),
    ).not.toContain(title.id)
    expect((await allFeeds(shop().db)).map(({ product_id }) => product_id)).not.toContain(title.id)
    expect((await send(shop().app, endpoints.titleAccess, { product_ids: [title.id] })).statusCode).toBe(401)
  })
})

it('[IM-3] a title that is shown again is sold again', async () => {
  await showTitle(shop().context, 'unsafe')
  expect((await detailsFor(owner)).body.product_details[0]).not.toHaveProperty('is_withdrawn')
  expect((await detailsFor()).status).toBe(200)
  expect((await library(subscriber)).mylibrary_products_count).toBe(1)
})
