import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { importCatalog } from '../../../src/server/import/write-catalog.ts'
import { grant } from '../../../src/server/library/library.ts'
import { title } from '../support/fixture.ts'
import { ask } from '../support/personas.ts'
import { accessTo, signedIn, subscribe, type Ears } from '../support/listening.ts'
import { idOf, useShop } from '../support/shop.ts'

const shop = useShop()
const product = (key: string) => idOf(shop(), 'products', key)
const add = async (ears: Ears, key: string) =>
  ask(shop(), endpoints.addToLibrary, { product: await product(key) }, { token: ears.token })
const entries = (ears: Ears) =>
  shop().db.query<{ how: string }>('select how from library_entries where user_id = $1', [ears.id])

describe('the right to hear a title whole', () => {
  it('[PL-4] opens what is free to everybody who is signed in', async () => {
    const ears = await signedIn(shop())
    expect(await accessTo(shop(), ears, await product('dnyaneshwari'))).toMatchObject({
      is_free: true,
      is_purchased: false,
      covered: false,
      access: 'play',
    })
    expect((await ask(shop(), endpoints.titleAccess, { product_ids: [1] })).status).toBe(401)
  })

  it('[PL-4] opens what was bought or given, without any plan', async () => {
    const ears = await signedIn(shop())
    for (const [key, how] of [
      ['chhava', 'purchase'],
      ['serial', 'gift'],
    ] as const) {
      const id = await product(key)
      expect((await accessTo(shop(), ears, id)).access).toBe('cart')
      await grant(shop().context, ears.id, id, how)
      expect(await accessTo(shop(), ears, id)).toMatchObject({ access: 'play', is_purchased: true, in_library: true })
    }
  })

  it('[PL-4] opens what the running plans cover together, and offers a plan for the rest', async () => {
    const ears = await signedIn(shop())
    await subscribe(shop(), ears, 'plan-30')
    expect(await accessTo(shop(), ears, await product('chhava'))).toMatchObject({ covered: true, access: 'play' })
    expect((await accessTo(shop(), ears, await product('panchatantra'))).access).toBe('subscribe')
    await subscribe(shop(), ears, 'plan-365')
    expect((await accessTo(shop(), ears, await product('panchatantra'))).access).toBe('play')
    expect((await ask(shop(), endpoints.userSubscribed, {}, { token: ears.token })).body).toEqual({
      status: true,
      is_subsribed: true,
      audio_types: [{ audio_type_id: 1 }, { audio_type_id: 4 }],
    })
  })

  it('[PL-4] asks a plan to cover every audio type of a title, not one of them', async () => {
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

  it('[PL-4] opens nothing by a plan that ended yesterday, begins tomorrow or was taken back', async () => {
    const ears = await signedIn(shop())
    await subscribe(shop(), ears, 'plan-30', [-31, -1])
    await subscribe(shop(), ears, 'plan-30', [1, 31])
    await subscribe(shop(), ears, 'plan-365', [-1, 300])
    await shop().db.query(
      `update subscriptions set status = 'cancelled' where user_id = $1 and ends_at > now() + interval '200 days'`,
      [ears.id],
    )
    expect((await accessTo(shop(), ears, await product('chhava'))).access).toBe('cart')
    expect((await ask(shop(), endpoints.userSubscribed, {}, { token: ears.token })).body).toMatchObject({
      is_subsribed: false,
      audio_types: [],
    })
  })

  it('[PL-4] leaves what is only sold out of every plan', async () => {
    const ears = await signedIn(shop())
    await subscribe(shop(), ears, 'plan-365')
    const id = await product('vyakti')
    await shop().db.query('update products set purchase_only = true where id = $1', [id])
    expect(await accessTo(shop(), ears, id)).toMatchObject({ covered: false, access: 'cart' })
  })

  it('[PL-4] tells of a hundred titles at once, of none that is not there', async () => {
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
  it('[LI-1] takes what the listener may hear, once', async () => {
    const ears = await signedIn(shop())
    await subscribe(shop(), ears, 'plan-30')
    expect((await add(ears, 'dnyaneshwari')).body).toEqual({ status: true })
    expect((await add(ears, 'dnyaneshwari')).body).toEqual({ status: true })
    expect((await add(ears, 'chhava')).body).toEqual({ status: true })
    expect((await entries(ears)).map(({ how }) => how).toSorted()).toEqual(['free', 'subscription'])
  })

  it('[LI-1] attack case 50: refuses the paid title of a non-subscriber, one that the plan does not cover, and a plan of yesterday', async () => {
    const [none, partly, late] = [await signedIn(shop()), await signedIn(shop()), await signedIn(shop())]
    await subscribe(shop(), partly, 'plan-30')
    await subscribe(shop(), late, 'plan-365', [-366, -1])
    for (const [ears, key] of [
      [none, 'chhava'],
      [partly, 'panchatantra'],
      [late, 'chhava'],
    ] as const) {
      expect(await add(ears, key)).toMatchObject({ status: 403, body: { status: false, fault: 'noAccess' } })
      expect(await entries(ears)).toEqual([])
    }
    expect((await ask(shop(), endpoints.addToLibrary, { product: 999_999 }, { token: none.token })).status).toBe(404)
  })

  it('[LI-1] never turns what was bought into something lent', async () => {
    const ears = await signedIn(shop())
    const id = await product('chhava')
    await subscribe(shop(), ears, 'plan-30')
    await add(ears, 'chhava')
    await grant(shop().context, ears.id, id, 'purchase')
    await add(ears, 'chhava')
    expect(await entries(ears)).toEqual([{ how: 'purchase' }])
  })

  it('[LI-1] of twenty at once leaves one', async () => {
    const ears = await signedIn(shop())
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(ears, 'cast')))
    expect(answers.every(({ body }) => body.status === true)).toBe(true)
    expect(await entries(ears)).toEqual([{ how: 'free' }])
  })

  it('[SI-2] attack case 64: what a caller says about its own rights is refused', async () => {
    const { token } = await signedIn(shop())
    const id = await product('chhava')
    for (const more of [{ is_purchased: true }, { is_subscribed: true }, { user_id: 1 }]) {
      expect((await ask(shop(), endpoints.addToLibrary, { product: id, ...more }, { token })).status).toBe(400)
    }
  })
})
