import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import type { ImportFault } from '../../../src/server/import/report.ts'
import { importCatalog } from '../../../src/server/import/write-catalog.ts'
import { addTo, buyer, cartOf, variantOf } from '../support/cart.ts'
import { title } from '../support/fixture.ts'
import { accessTo, signedIn, subscribe } from '../support/listening.ts'
import { ask } from '../support/personas.ts'
import { call, idOf, useShop } from '../support/shop.ts'

const shop = useShop()
const product = (key: string) => idOf(shop(), 'products', key)

/** Imports one title; returns what the import reported. */
async function bring(key: string, more: object): Promise<ImportFault[]> {
  const faults: ImportFault[] = []
  const { context, folder } = shop()
  const report = (fault: ImportFault) => void faults.push(fault)
  await importCatalog(
    { ...context, report },
    { collections: {}, titles: [title(key, { en: key }, more)], folder, missing: 'remove' },
  )
  return faults
}

async function put(who: { token: string }, key: string) {
  const table = key.startsWith('plan') ? 'plans' : 'products'
  return (await addTo(shop(), who, await variantOf(shop(), table, key))).body
}

describe('what a title offers', () => {
  it('[PD-3] a plan that covers audiobooks only: other titles are for sale, and a book is not', async () => {
    const who = await buyer(shop())
    await subscribe(shop(), who, 'plan-30')
    await bring('alone', { purchaseOnly: true })
    const controls = async (key: string) => (await accessTo(shop(), who, await product(key))).controls
    expect(await controls('chhava')).toEqual(['addToLibrary'])
    expect(await controls('panchatantra')).toEqual(['subscribe', 'purchase'])
    expect(await controls('alone')).toEqual(['purchase'])
    // No plan of this shop covers courses.
    expect(await controls('course')).toEqual(['purchase'])
    const library = await ask(
      shop(),
      endpoints.addToLibrary,
      { product: await product('panchatantra') },
      { token: who.token },
    )
    expect(library.status).toBe(403)
    expect((await put(who, 'panchatantra')).status).toBe(true)
    expect((await put(who, 'alone')).status).toBe(true)
  })

  it('[PD-3] an ended plan leaves price and purchase on what it lent', async () => {
    const who = await signedIn(shop())
    await subscribe(shop(), who, 'plan-30', [-1, 1])
    const id = await product('chhava')
    await ask(shop(), endpoints.addToLibrary, { product: id }, { token: who.token })
    expect((await accessTo(shop(), who, id)).controls).toEqual(['library'])
    await shop().db.query(`update subscriptions set ends_at = $2 where user_id = $1`, [who.id, shop().clock.now])
    expect((await accessTo(shop(), who, id)).controls).toEqual(['subscribe', 'purchase', 'library'])
  })

  it('[MO-4] what has no sound is coming soon: a fault when it has a price, and neither sold nor covered nor free', async () => {
    const named = { en: { name: 'One' } }
    expect(await bring('silent', { tracks: [{ key: 'silent/1', translations: named, seconds: 60 }] })).toEqual([
      { kind: 'title', line: 1, key: 'silent', field: 'tracks', reason: 'pricedSilent' },
    ])
    expect(await bring('empty', { tracks: [] })).toMatchObject([{ reason: 'pricedSilent' }])
    expect(await bring('silent-free', { tracks: [], isFree: true })).toEqual([])
    const who = await buyer(shop())
    await subscribe(shop(), who, 'plan-365')
    for (const key of ['silent', 'empty', 'silent-free']) {
      const access = await accessTo(shop(), who, await product(key))
      expect(access, key).toMatchObject({ access: 'soon', covered: false, controls: [] })
      expect(await put(who, key), key).toMatchObject({ fault: 'notForSale' })
      const {
        product_details: [shown],
      } = await call(shop(), endpoints.productDetails, { id: await product(key) })
      expect(shown, key).toMatchObject({ is_playable: false, can_purchase: false })
    }
  })

  it('[MO-4] a price in one currency sells in the countries of that currency alone', async () => {
    await bring('rupees', { priceUsd: 0 })
    const [here, abroad] = [await buyer(shop()), await buyer(shop(), { country: 'US' })]
    const id = await product('rupees')
    expect((await accessTo(shop(), here, id)).controls).toContain('purchase')
    expect((await accessTo(shop(), abroad, id)).controls).not.toContain('purchase')
    expect((await put(here, 'rupees')).status).toBe(true)
    expect((await cartOf(shop(), here)).summary.subtotal).toEqual({ amount: '199.00' })
    expect(await put(abroad, 'rupees')).toMatchObject({ fault: 'notForSale' })
    // A buyer who moves sees no line without a price, and pays nothing for it.
    await shop().db.query(`update users set country = 'US', state = '' where id = $1`, [here.id])
    expect((await cartOf(shop(), here)).lines).toEqual([])
  })

  it('[CA-2] a second plan says that another is in the cart, and takes its place when the buyer asks', async () => {
    const who = await buyer(shop())
    expect((await put(who, 'plan-30')).status).toBe(true)
    expect(await put(who, 'plan-30')).toMatchObject({ fault: 'alreadyInCart' })
    expect(await put(who, 'plan-365')).toMatchObject({ fault: 'anotherPlan' })
    const year = await variantOf(shop(), 'plans', 'plan-365')
    const { body } = await addTo(shop(), who, year, { replace_plan: true })
    expect(body).toMatchObject({ status: true, data: { quantity: 1 } })
    expect((await cartOf(shop(), who)).lines.map(({ variant }: { variant: number }) => variant)).toEqual([year])
  })
})

describe('the profile of a listener without a running plan', () => {
  const profile = async ({ token }: { token: string }) =>
    (await ask(shop(), endpoints.myProfile, {}, { token })).body.data

  it('[LI-2] says when the last plan ended and when the next begins', async () => {
    const who = await signedIn(shop())
    expect(await profile(who)).toMatchObject({ my_subscription: null, plan_ended: null, plan_starts: null })
    await subscribe(shop(), who, 'plan-30', [-40, -10])
    const day = 86_400_000
    const at = (days: number) => new Date(shop().clock.now.getTime() + days * day).toISOString()
    expect(await profile(who)).toMatchObject({ my_subscription: null, plan_ended: at(-10), plan_starts: null })
    await subscribe(shop(), who, 'plan-30', [5, 35])
    expect(await profile(who)).toMatchObject({ plan_ended: at(-10), plan_starts: at(5) })
  })

  it('[PR-2] is complete with a name, a country and a state, and needs no number', async () => {
    const who = await signedIn(shop())
    await shop().db.query(
      `update users set profile_completed = false, first_name = '', last_name = '', state = '', mobile = '' where id = $1`,
      [who.id],
    )
    const email = (await profile(who)).my_profile.email
    const form = { first_name: 'Asha', last_name: 'Joshi', country: 'IN', state: 'MH', mobile: '', email }
    expect((await ask(shop(), endpoints.saveProfile, form, { token: who.token })).status).toBe(200)
    expect((await ask(shop(), endpoints.completeProfileStatus, {}, { token: who.token })).body).toEqual({
      status: true,
    })
  })
})
