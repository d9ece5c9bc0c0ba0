import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { $isIndian, registerThisDevice } from '#stores/accounts/device.ts'
import { buyer } from '../../api/support/cart.ts'
import { useShop } from '../../api/support/shop.ts'
import { beListener } from '../support/session.ts'
import { refusal, useNetwork } from '../support/network.ts'

const shop = useShop()
const network = useNetwork(shop)
const DEVICE = '/register-device/'
type Found = (position: { coords: { latitude: number; longitude: number } }) => void
let find: Found | undefined
let refuse: (() => void) | undefined

beforeEach(async () => {
  find = refuse = undefined
  vi.stubGlobal('navigator', {
    permissions: { query: async () => ({ state: 'granted' }) },
    geolocation: {
      getCurrentPosition(found: Found, failed: () => void) {
        find = found
        refuse = failed
      },
    },
  })
  await beListener(await buyer(shop()))
})
afterEach(() => vi.useRealTimers())
const sent = () => network.requests.filter(({ path }) => path.endsWith(DEVICE)).map(({ body }) => body)
const asked = () => expect.poll(() => find !== undefined).toBe(true)

it('[SH-13] waits for the place no longer than five seconds, and knows of no country until the answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  $isIndian.set(true)
  const registered = registerThisDevice()
  await vi.waitFor(() => expect(find).toBeDefined())
  expect($isIndian.get()).toBeNull()
  await vi.advanceTimersByTimeAsync(4_900)
  expect(sent()).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  vi.useRealTimers()
  await registered
  expect(sent()).toMatchObject([{ lat: null, lon: null, is_indian: null }])
})

it('[SH-13] tells the place in time, and the answer is whether it is in India', async () => {
  const registered = registerThisDevice()
  await asked()
  find?.({ coords: { latitude: 18.520_43, longitude: 73.856_74 } })
  await registered
  expect(sent()).toMatchObject([{ lat: 18.52, lon: 73.86 }])
  expect($isIndian.get()).toBe(true)
})

it.each(['a place that is refused', 'a server that fails'])('[SH-13] %s leaves the country unknown', async (what) => {
  if (what === 'a server that fails') network.troubles[DEVICE] = refusal(500, 'internal')
  const registered = registerThisDevice()
  await asked()
  if (what === 'a server that fails') find?.({ coords: { latitude: 18.5, longitude: 73.8 } })
  else refuse?.()
  await registered
  expect(sent()).toHaveLength(1)
  expect($isIndian.get()).toBeNull()
})

it('[SH-13] registers once per visit, also when pages are loaded anew, and again for another listener', async () => {
  /** A page that is loaded anew has no memory but its storage. */
  async function open(who: Awaited<ReturnType<typeof buyer>>, isAsked: boolean): Promise<boolean | null> {
    vi.resetModules()
    const session = await import('../support/session.ts')
    await session.beListener(who)
    const device = await import('#stores/accounts/device.ts')
    find = undefined
    const done = device.registerThisDevice()
    if (isAsked) await asked()
    locate()
    await done
    return device.$isIndian.get()
  }
  const locate = () => find?.({ coords: { latitude: 18.52, longitude: 73.86 } })
  const [one, other] = [await buyer(shop()), await buyer(shop())]
  expect([await open(one, true), await open(one, false), sent().length]).toEqual([true, true, 1])
  expect([await open(other, true), sent().length]).toEqual([true, 2])
})
