import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { importCatalog } from '../../../src/server/import/write-catalog.ts'
import { grant } from '../../../src/server/library/library.ts'
import { title } from '../support/fixture.ts'
import { ask } from '../support/personas.ts'
import { accessTo, signedIn, subscribe, type Listener } from '../support/listening.ts'
import { idOf, useShop } from '../support/shop.ts'

const shop = useShop()
const product = (key: string) => idOf(shop(), 'products', key)
const add = async (listener: Listener, key: string) =>
  ask(shop(), endpoints.addToLibrary, { product: await product(key) }, { token: listener.token })
const entries = (listener: Listener) =>
  shop().db.query<{ how: string }>('select how from library_entries where user_id = $1', [listener.id])

describe('the entitlement to a title', () => {
  it('[PL-4] includes free titles for every signed-in listener', async () => {
    const listener = await signedIn(shop())
    expect(await accessTo(shop(), listener, await product('dnyaneshwari'))).toMatchObject({
      is_free: true,
      is_purchased: false,
      covered: false,
      access: 'play',
    })
    expect((await ask(shop(), endpoints.titleAccess, { product_ids: [1] })).status).toBe(401)
  })

  it('[PL-4] includes purchases and gifts without a plan', async () => {
    const listener = await signedIn(shop())
    for (const [key, how] of [
      ['chhava', 'purchase'],
      ['serial', 'gift'],
    ] as const) {
      const id = await product(key)
      expect((await accessTo(shop(), listener, id)).access).toBe('cart')
      await grant(shop().context, listener.id, id, how)
      expect(await accessTo(shop(), listener, id)).toMatchObject({
        access: 'play',
        is_purchased: true,
        in_library: true,
      })
    }
  })

  it('[PL-4] includes what all current plans cover together, and offers a plan for the rest', async () => {
    const listener = await signedIn(shop())
    await subscribe(shop(), listener, 'plan-30')
    expect(await accessTo(shop(), listener, await product('chhava'))).toMatchObject({ covered: true, access: 'play' })
    expect((await accessTo(shop(), listener, await product('panchatantra'))).access).toBe('subscribe')
    await subscribe(shop(), listener, 'plan-365')
    expect((await accessTo(shop(), listener, await product('panchatantra'))).access).toBe('play')
    expect((await ask(shop(), endpoints.userSubscribed, {}, { token: listener.token })).body).toEqual({
      status: true,
      is_subsribed: true,
      audio_types: [{ audio_type_id: 1 }, { audio_type_id: 4 }],
    })
  })

  it('[PL-4] requires plans for every audio type of a title', async () => {
    const { context, folder } = shop()
    const both = title('both', { en: 'A book for kids' }, { alsoTypes: ['kids', 'kids', 'audiobook'] })
    await importCatalog(context, { collections: {}, titles: [both], folder })
    const [one, two] = [await signedIn(shop()), await signedIn(shop())]
    await subscribe(shop(), one, 'plan-30')
    await subscribe(shop(), two, 'plan-365')
    const id = await product('both')
    expect(await accessTo(shop(), one, id)).toMatchObject({ covered: false, access: 'subscribe' })
    expect((await accessTo(shop(), two, id)).access).toBe('play')
  })

  it('[PL-4] ignores plans that ended yesterday, start tomorrow or were revoked', async () => {
    const listener = await signedIn(shop())
    await subscribe(shop(), listener, 'plan-30', [-31, -1])
    await subscribe(shop(), listener, 'plan-30', [1, 31])
    await subscribe(shop(), listener, 'plan-365', [-1, 300])
    await shop().db.query(
      `update subscriptions set status = 'cancelled' where user_id = $1 and ends_at > now() + interval '200 days'`,
      [listener.id],
    )
    expect((await accessTo(shop(), listener, await product('chhava'))).access).toBe('cart')
    expect((await ask(shop(), endpoints.userSubscribed, {}, { token: listener.token })).body).toMatchObject({
      is_subsribed: false,
      audio_types: [],
    })
  })

  it('[PL-4] excludes titles that are only sold from every plan', async () => {
    const listener = await signedIn(shop())
    await subscribe(shop(), listener, 'plan-365')
    const id = await product('vyakti')
    await shop().db.query('update products set purchase_only = true where id = $1', [id])
    expect(await accessTo(shop(), listener, id)).toMatchObject({ covered: false, access: 'cart' })
  })

  it('[PL-4] is returned for a hundred titles at once, without unknown titles', async () => {
    const { token } = await signedIn(shop())
    const ids = [await product('chhava'), 999_999, await product('serial')]
    const { body } = await ask(shop(), endpoints.titleAccess, { product_ids: ids }, { token })
    expect(body.titles.map(({ product_id: id }: { product_id: number }) => id).toSorted()).toEqual(
      [ids[0], ids[2]].toSorted(),
    )
    expect(
      (await ask(shop(), endpoints.titleAccess, { product_ids: Array.from({ length: 101 }, () => 1) }, { token }))
        .status,
    ).toBe(400)
    expect((await ask(shop(), endpoints.titleAccess, { product_ids: [] }, { token })).status).toBe(400)
  })
})

describe('adding to the library', () => {
  it('[LI-1] adds a title that the listener may hear, once', async () => {
    const listener = await signedIn(shop())
    await subscribe(shop(), listener, 'plan-30')
    expect((await add(listener, 'dnyaneshwari')).body).toEqual({ status: true })
    expect((await add(listener, 'dnyaneshwari')).body).toEqual({ status: true })
    expect((await add(listener, 'chhava')).body).toEqual({ status: true })
    expect((await entries(listener)).map(({ how }) => how).toSorted()).toEqual(['free', 'subscription'])
  })

  it('[LI-1] attack case 50: refuses a paid title without a plan, with a plan that does not cover it, and with an expired plan', async () => {
    const [none, partly, expired] = [await signedIn(shop()), await signedIn(shop()), await signedIn(shop())]
    await subscribe(shop(), partly, 'plan-30')
    await subscribe(shop(), expired, 'plan-365', [-366, -1])
    for (const [listener, key] of [
      [none, 'chhava'],
      [partly, 'panchatantra'],
      [expired, 'chhava'],
    ] as const) {
      expect(await add(listener, key)).toMatchObject({ status: 403, body: { status: false, fault: 'noAccess' } })
      expect(await entries(listener)).toEqual([])
    }
    expect((await ask(shop(), endpoints.addToLibrary, { product: 999_999 }, { token: none.token })).status).toBe(404)
  })

  it('[LI-1] does not turn a purchase into a title of a plan', async () => {
    const listener = await signedIn(shop())
    const id = await product('chhava')
    await subscribe(shop(), listener, 'plan-30')
    await add(listener, 'chhava')
    await grant(shop().context, listener.id, id, 'purchase')
    await add(listener, 'chhava')
    expect(await entries(listener)).toEqual([{ how: 'purchase' }])
  })

  it('[LI-1] adds a title once when twenty requests come at once', async () => {
    const listener = await signedIn(shop())
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(listener, 'cast')))
    expect(answers.every(({ body }) => body.status === true)).toBe(true)
    expect(await entries(listener)).toEqual([{ how: 'free' }])
  })

  it('[SI-2] attack case 64: refuses entitlements that the request states', async () => {
    const { token } = await signedIn(shop())
    const id = await product('chhava')
    for (const more of [{ is_purchased: true }, { is_subscribed: true }, { user_id: 1 }]) {
      expect((await ask(shop(), endpoints.addToLibrary, { product: id, ...more }, { token })).status).toBe(400)
    }
  })
})
