import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { forgetDevices } from '../../../src/server/accounts/devices.ts'
import { isInIndia } from '../../../src/server/accounts/geo-country.ts'
import { openSession } from '../../../src/server/accounts/sessions.ts'
import { advanceClock, ask, makeListener } from '../support/personas.ts'
import { idOf, useShop } from '../support/shop.ts'

const shop = useShop()
const DEVICE = { name: 'Firefox', type: 'web', device_id: 'device-1', registration_id: '', token: '' }
const PUNE = { lat: 18.52, lon: 73.86, is_indian: null }
const listener = async (email: string) => openSession(shop().context, await makeListener(shop(), email))
const register = (token: string, more: object = {}) =>
  ask(shop(), endpoints.registerDeviceV1, { ...DEVICE, ...PUNE, ...more }, { token })

describe('devices', () => {
  it('[SH-13] are located in India by their coordinates, and null without them', async () => {
    const token = await listener('device@x.test')
    expect((await register(token)).body).toEqual({ status: true, is_indian: true })
    expect((await register(token, { lat: 51.5, lon: -0.1 })).body.is_indian).toBe(false)
    expect((await register(token, { lat: null, lon: null })).body.is_indian).toBeNull()
    expect((await register(token, { lat: null, lon: 73.86 })).body.is_indian).toBeNull()
  })

  it('[SH-13] attack case 5: ignore the country that the request states', async () => {
    const token = await listener('claims@x.test')
    expect((await register(token, { lat: null, lon: null, is_indian: true })).body.is_indian).toBeNull()
    expect((await register(token, { lat: 51.5, lon: -0.1, is_indian: true })).body.is_indian).toBe(false)
    const [user] = await shop().db.query(`select country from users where email = 'claims@x.test'`)
    expect(user).toEqual({ country: 'IN' })
  })

  it('[SH-13] have one row per device and listener, without coordinates', async () => {
    const token = await listener('once@x.test')
    await register(token, { device_id: 'one' })
    await register(token, { device_id: 'one', name: 'Chrome' })
    await register(await listener('other@x.test'), { device_id: 'one' })
    const stored = await shop().db.query(`select * from devices where device_id = 'one' order by id`)
    expect(stored).toHaveLength(2)
    expect(stored[0]).toMatchObject({ name: 'Chrome', is_indian: true })
    expect(Object.keys(stored[0] ?? {}).filter((column) => /lat|lon|place/.test(column))).toEqual([])
  })

  it('[SH-13] are limited to the last twenty of a listener', async () => {
    const token = await listener('many@x.test')
    for (let deviceIndex = 0; deviceIndex < 23; deviceIndex += 1) {
      advanceClock(shop(), 1)
      await register(token, { device_id: `many-${deviceIndex}` })
    }
    const stored = await shop().db.query<{ device_id: string }>(
      `select device_id from devices where device_id like 'many-%' order by id`,
    )
    expect(stored.map(({ device_id }) => device_id)).toEqual(
      Array.from({ length: 20 }, (_, index) => `many-${index + 3}`),
    )
  })

  it.each([
    { lat: 91 },
    { lon: -181 },
    { lat: '18' },
    { is_indian: 'yes' },
    { device_id: 'x'.repeat(201) },
    { user_id: 1 },
  ])('[SH-13] attack case 64: refuses %o', async (more) => {
    const token = await listener(`bad${JSON.stringify(more).length}${Object.keys(more)[0]}@x.test`)
    expect((await register(token, more)).status).toBe(400)
  })

  it('[SH-13] may have no account, and are deleted after 90 days', async () => {
    expect((await ask(shop(), endpoints.registerDevice, { ...DEVICE, device_id: 'guest' })).body).toEqual({
      status: true,
    })
    expect((await ask(shop(), endpoints.registerDeviceV1, { ...DEVICE, ...PUNE })).status).toBe(401)
    const guests = () => shop().db.query(`select is_indian from devices where device_id = 'guest'`)
    expect(await guests()).toEqual([{ is_indian: null }])
    advanceClock(shop(), 91 * 86_400)
    await forgetDevices(shop().context)
    expect(await guests()).toEqual([])
  })

  it.each([
    ['Mumbai', 18.97, 72.83, true],
    ['Srinagar', 34.08, 74.8, true],
    ['Leh', 34.15, 77.58, true],
    ['Jaisalmer', 26.91, 70.91, true],
    ['Kolkata', 22.57, 88.36, true],
    ['Agartala', 23.83, 91.28, true],
    ['Gangtok', 27.33, 88.61, true],
    ['Imphal', 24.82, 93.94, true],
    ['Kanyakumari', 8.09, 77.54, true],
    ['Port Blair', 11.62, 92.73, true],
    ['Kavaratti', 10.57, 72.64, true],
    ['Colombo', 6.93, 79.86, false],
    ['Jaffna', 9.66, 80.01, false],
    ['Kathmandu', 27.7, 85.32, false],
    ['Thimphu', 27.47, 89.64, false],
    ['Dhaka', 23.81, 90.41, false],
    ['Lahore', 31.55, 74.34, false],
    ['Karachi', 24.86, 67.01, false],
    ['Mandalay', 21.98, 96.08, false],
    ['London', 51.5, -0.12, false],
  ])('[SH-13] locate %s inside or outside India', (_, lat, lon, inside) => {
    expect(isInIndia(lat, lon)).toBe(inside)
  })
})

describe('a page view', () => {
  it('[BR-5] is counted by day without a name', async () => {
    const token = await listener('opens@x.test')
    const category_id = await idOf(shop(), 'categories', 'devotional')
    const product_id = await idOf(shop(), 'products', 'tukaram')
    for (const opened of [{ category_id }, { category_id }, { product_id }]) {
      expect((await ask(shop(), endpoints.productAnalytics, opened, { token })).body).toEqual({ status: true })
    }
    const counts = await shop().db.query('select * from openings order by kind')
    expect(counts.map(({ kind, target_id, count }) => [kind, target_id, count])).toEqual([
      ['category', category_id, 2],
      ['product', product_id, 1],
    ])
    expect(Object.keys(counts[0] ?? {}).toSorted()).toEqual(['count', 'day', 'kind', 'target_id'])
  })

  it('[BR-5] is refused from guests, for unknown entries, and for no or two entries at once', async () => {
    const token = await listener('refused@x.test')
    const category_id = await idOf(shop(), 'categories', 'devotional')
    expect((await ask(shop(), endpoints.productAnalytics, { category_id })).status).toBe(401)
    for (const opened of [{ category_id: 999_999 }, { product_id: 999_999 }, {}, { category_id, product_id: 1 }]) {
      expect((await ask(shop(), endpoints.productAnalytics, opened, { token })).body.fault).toBe('notFound')
    }
    expect((await ask(shop(), endpoints.productAnalytics, { category_id: -1 }, { token })).status).toBe(400)
  })

  it('[KI-3] is not counted for kids titles', async () => {
    const token = await listener('kids@x.test')
    const [shelf, tale] = [await idOf(shop(), 'categories', 'animals'), await idOf(shop(), 'products', 'panchatantra')]
    for (const opened of [{ category_id: shelf }, { product_id: tale }]) {
      expect((await ask(shop(), endpoints.productAnalytics, opened, { token })).body).toEqual({ status: true })
    }
    expect(
      await shop().db.query(
        'select 1 from openings where target_id = any($1) and day >= current_date - 1 and target_id in ($2, $3)',
        [[shelf, tale], shelf, tale],
      ),
    ).toEqual([])
  })
})
