import { describe, expect, it } from 'vitest'
import { slug } from '#brand/brand.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import { DEMO_HOST, ensureDemoAccounts } from '../../../src/server/demo/accounts.ts'
import { ensureDemoListening } from '../../../src/server/demo/listening.ts'
import { grant } from '../../../src/server/library/library.ts'
import { advanceClock, ask } from '../support/personas.ts'
import { playerOf, signedIn, subscribe, withTracks, type Listener } from '../support/listening.ts'
import { idOf, useShop } from '../support/shop.ts'

const shop = useShop()
type Named = { id: number; name: string }
const page = async ({ token }: Listener, offset: number, limit: number) =>
  (await ask(shop(), endpoints.myLibrary, { offset, limit }, { token })).body.data
const shelf = async ({ token }: Listener) => (await ask(shop(), endpoints.myShelf, {}, { token })).body
async function fill(listener: Listener, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    advanceClock(shop(), 60)
    await grant(shop().context, listener.id, await idOf(shop(), 'products', `kid-${at}`), 'purchase')
  }
}

describe('the library', () => {
  it('[LI-3] [LI-1] returns ten titles per page, newest first, with the total count', async () => {
    const listener = await signedIn(shop())
    await fill(listener, 12)
    const [first, second] = [await page(listener, 0, 10), await page(listener, 10, 10)]
    expect([first.mylibrary_products_count, first.mylibrary_products.length, second.mylibrary_products.length]).toEqual(
      [12, 10, 2],
    )
    expect(first.mylibrary_products[0].name).toBe('Lion 11')
    const ids = [...first.mylibrary_products, ...second.mylibrary_products].map(({ id }: Named) => id)
    expect(new Set(ids).size).toBe(12)
    expect((await shelf(listener)).purchased_products.map(({ id }: Named) => id)).toEqual(ids)
    expect(first.mylibrary_products[0]).toMatchObject({
      how: 'purchase',
      access: 'play',
      is_purchased: true,
      added_at: shop().clock.now.toISOString(),
    })
  })

  it('[SI-2] attack case 65: limits invalid offsets and page sizes', async () => {
    const listener = await signedIn(shop())
    await fill(listener, 12)
    expect((await page(listener, -5, 1_000_000)).mylibrary_products).toHaveLength(12)
    expect((await page(listener, 1_000_000_000, 10)).mylibrary_products).toEqual([])
    expect((await page(listener, 0, 0)).mylibrary_products).toHaveLength(10)
    expect((await page(listener, 0, -7)).mylibrary_products).toHaveLength(1)
    for (const input of [
      { offset: '0', limit: 10 },
      { offset: 0.5, limit: 10 },
      { offset: 0 },
      { offset: [0], limit: 10 },
    ]) {
      expect((await ask(shop(), endpoints.myLibrary, input, { token: listener.token })).status).toBe(400)
    }
  })

  it('[LI-1] does not show the library of another listener', async () => {
    const [listener, other] = [await signedIn(shop()), await signedIn(shop())]
    await fill(listener, 2)
    expect((await page(other, 0, 10)).mylibrary_products_count).toBe(0)
    expect(await shelf(other)).toEqual({
      status: true,
      renew_in: null,
      [`my_${slug}_runtime`]: 0,
      last_browse: [],
      latest_track: null,
      purchased_products: [],
      purchased_products_count: 0,
    })
  })

  it('[LI-2] lists titles of an expired plan as closed', async () => {
    const listener = await signedIn(shop())
    await subscribe(shop(), listener, 'plan-30', [-1, 1])
    await ask(
      shop(),
      endpoints.addToLibrary,
      { product: await idOf(shop(), 'products', 'chhava') },
      { token: listener.token },
    )
    expect((await page(listener, 0, 10)).mylibrary_products[0]).toMatchObject({
      how: 'subscription',
      access: 'play',
      is_purchased: false,
    })
    advanceClock(shop(), 2 * 86_400)
    expect((await page(listener, 0, 10)).mylibrary_products[0]).toMatchObject({ how: 'subscription', access: 'cart' })
  })
})

describe('the library home', () => {
  it('[LI-1] has recently played titles with their positions, purchases, and their length', async () => {
    const listener = await signedIn(shop())
    const [first, second] = [await withTracks(shop(), 'kid-0', [600, 300]), await withTracks(shop(), 'cast', [100])]
    await grant(shop().context, listener.id, first.id, 'gift')
    const [one, two] = [await playerOf(shop(), listener, first, 1), await playerOf(shop(), listener, second)]
    await one('initiate')
    advanceClock(shop(), 120)
    await one('pause', { pause_seconds: '120' })
    advanceClock(shop(), 60)
    await two('initiate')
    const { last_browse, latest_track, purchased_products, ...rest } = await shelf(listener)
    expect(last_browse.map(({ id }: Named) => id)).toEqual([second.id, first.id])
    expect(last_browse[1]).toMatchObject({
      last_product_track: { id: first.tracks[1] },
      last_place: { track_id: first.tracks[1], seconds: 120 },
      total_tracks_completion: 13.3,
    })
    expect(latest_track.id).toBe(second.tracks[0])
    expect(purchased_products.map(({ id }: Named) => id)).toEqual([first.id])
    expect(rest).toEqual({
      status: true,
      renew_in: null,
      [`my_${slug}_runtime`]: 900,
      purchased_products_count: 1,
    })
  })

  it('[LI-1] has no last position before the first play', async () => {
    const { token } = await signedIn(shop())
    const product_id = await idOf(shop(), 'products', 'tukaram')
    expect((await ask(shop(), endpoints.lastPlayed, { product_id }, { token })).body).toEqual({
      status: true,
      data: null,
    })
    expect((await ask(shop(), endpoints.lastPlayed, { product_id: 999_999 }, { token })).status).toBe(404)
  })
})

describe('plans of a listener', () => {
  const plans = async ({ token }: Listener) =>
    (await ask(shop(), endpoints.multipleSubscription, {}, { token })).body.data

  it('[LI-1] are listed as current or upcoming, with dates of India, without past ones', async () => {
    const listener = await signedIn(shop())
    await subscribe(shop(), listener, 'plan-30', [-40, -10])
    await subscribe(shop(), listener, 'plan-365', [20, 385])
    await subscribe(shop(), listener, 'plan-30', [-10, 20])
    const india = (days: number) =>
      new Date(shop().clock.now.getTime() + days * 86_400_000 + 5.5 * 3_600_000).toISOString().slice(0, 10)
    expect(await plans(listener)).toMatchObject([
      {
        name: 'A month',
        start_date: india(-10),
        end_date: india(20),
        is_current: true,
        subscription_status: 'Current',
      },
      {
        custom_translation: { mr: { name: 'एक वर्ष' } },
        start_date: india(20),
        is_current: false,
        subscription_status: 'Upcoming',
      },
    ])
    expect(await plans(await signedIn(shop()))).toEqual([])
  })

  it('[LI-2] have the count of remaining days', async () => {
    const listener = await signedIn(shop())
    await subscribe(shop(), listener, 'plan-30', [-10, 20])
    expect((await shelf(listener)).renew_in).toBe(20)
    advanceClock(shop(), 20 * 86_400)
    expect([(await shelf(listener)).renew_in, await plans(listener)]).toEqual([null, []])
  })
})

describe('the demo accounts', () => {
  it('[SD-3] have titles and positions once, and keep later changes', async () => {
    const { context, db } = shop()
    const lent = () =>
      db.query<{ key: string }>(
        'select p.key from library_entries e join products p on p.id = e.product_id join users u on u.id = e.user_id where u.email = $1 order by p.key',
        [`subscriber@${DEMO_HOST}`],
      )
    for (let start = 0; start < 2; start += 1) {
      await ensureDemoAccounts(context)
      await ensureDemoListening(context)
      expect((await lent()).map(({ key }) => key)).toEqual(['dnyaneshwari', 'panchatantra'])
    }
    await db.query(
      `delete from library_entries where product_id = (select id from products where key = 'panchatantra')`,
    )
    await ensureDemoListening(context)
    expect((await lent()).map(({ key }) => key)).toEqual(['dnyaneshwari'])
    const [student] = await db.query(
      'select i.name from users u join institutes i on i.id = u.institute_id where u.email = $1',
      [`karnataka@${DEMO_HOST}`],
    )
    expect(student).toEqual({ name: 'Sahyadri Institute of Languages' })
  })
})
