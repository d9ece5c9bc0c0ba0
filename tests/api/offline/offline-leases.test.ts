import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { LEASE_MS, mayContinue, mayStart, openLease } from '#contract/offline/offline-leases.ts'
import { grant } from '../../../src/server/library/library.ts'
import { ask } from '../support/personas.ts'
import { signedIn, subscribe, withTracks, type Listener } from '../support/listening.ts'
import { idOf, useShop } from '../support/shop.ts'

const DAY_MS = 86_400_000
const shop = useShop()
const now = () => shop().clock.now.getTime()
const leasesOf = async (listener: Listener, ...ids: number[]) =>
  (await ask(shop(), endpoints.offlineLeases, { product_ids: ids }, { token: listener.token })).body
const pass = (days: number) => (shop().clock.now = new Date(now() + days * DAY_MS))

/** What the browser reads of the only lease in a reply. */
async function opened(listener: Listener, id: number) {
  const { leases } = await leasesOf(listener, id)
  const [found] = leases
  return found && { ...(await openLease(found.lease)), endsWithPlan: found.ends_with_plan }
}

describe('the lease of an offline copy', () => {
  it('[RM-4] lasts thirty days for a bought, a given and a free title', async () => {
    const [listener, bought] = [await signedIn(shop()), await withTracks(shop(), 'chhava', [60])]
    const [given, free] = [
      await idOf(shop(), 'products', 'shriman-yogi'),
      await idOf(shop(), 'products', 'dnyaneshwari'),
    ]
    expect((await leasesOf(listener, bought.id, given)).leases).toEqual([])
    await grant(shop().context, listener.id, bought.id, 'purchase')
    await grant(shop().context, listener.id, given, 'gift')
    for (const title of [bought.id, given, free])
      expect(await opened(listener, title)).toEqual({
        ...{ title, listener: listener.id, at: now(), until: now() + LEASE_MS },
        endsWithPlan: false,
      })
    expect((await leasesOf(listener, bought.id, given, free)).now).toBe(now())
  })

  it('[RM-4] ends with the plan, and with the plan that follows it without a gap', async () => {
    const [listener, title] = [await signedIn(shop()), await withTracks(shop(), 'shriman-yogi', [60])]
    await subscribe(shop(), listener, 'plan-30', [-1, 5])
    expect(await opened(listener, title.id)).toMatchObject({ until: now() + 5 * DAY_MS, endsWithPlan: true })
    await subscribe(shop(), listener, 'plan-30', [5, 9])
    expect(await opened(listener, title.id)).toMatchObject({ until: now() + 9 * DAY_MS, endsWithPlan: true })
    // After a gap: what comes then is stated then.
    await subscribe(shop(), listener, 'plan-30', [10, 20])
    expect(await opened(listener, title.id)).toMatchObject({ until: now() + 9 * DAY_MS })
    pass(9.5)
    expect((await leasesOf(listener, title.id)).leases).toEqual([])
    pass(1)
    expect(await opened(listener, title.id)).toMatchObject({ until: now() + 9.5 * DAY_MS })
    await subscribe(shop(), listener, 'plan-30', [9, 100])
    expect(await opened(listener, title.id)).toMatchObject({ until: now() + LEASE_MS, endsWithPlan: false })
  })

  it('[RM-4] ends with a refund, and a purchase outlasts the plan', async () => {
    const [listener, title] = [await signedIn(shop()), await withTracks(shop(), 'shriman-yogi', [60])]
    await subscribe(shop(), listener, 'plan-30', [-1, 5])
    await grant(shop().context, listener.id, title.id, 'purchase')
    expect(await opened(listener, title.id)).toMatchObject({ until: now() + LEASE_MS, endsWithPlan: false })
    await shop().db.query(`update subscriptions set status = 'cancelled' where user_id = $1`, [listener.id])
    expect(await opened(listener, title.id)).toMatchObject({ until: now() + LEASE_MS })
    await shop().db.query('delete from library_entries where user_id = $1', [listener.id])
    expect((await leasesOf(listener, title.id)).leases).toEqual([])
  })

  it('[RM-4] is for one listener, and for nobody after the account is erased or without a session', async () => {
    const [one, other, title] = [
      await signedIn(shop()),
      await signedIn(shop()),
      await withTracks(shop(), 'chhava', [60]),
    ]
    await grant(shop().context, one.id, title.id, 'purchase')
    expect((await leasesOf(other, title.id)).leases).toEqual([])
    await shop().db.query('delete from users where id = $1', [one.id])
    for (const token of [one.token, '', 'x'])
      expect((await ask(shop(), endpoints.offlineLeases, { product_ids: [title.id] }, { token })).status).toBe(401)
  })

  it('[RM-4] cannot be changed: another date under the same signature, or another signature, opens nothing', async () => {
    const [listener, id] = [await signedIn(shop()), await idOf(shop(), 'products', 'dnyaneshwari')]
    const [found] = (await leasesOf(listener, id)).leases
    if (!found) throw new Error('no lease')
    const { lease } = found
    expect(await openLease(lease)).toMatchObject({ title: id })
    const longer = lease.text.replace(/"until":\d+/, '"until":9999999999999')
    expect(longer).not.toBe(lease.text)
    for (const broken of [
      { ...lease, text: longer },
      { ...lease, signature: lease.signature.replace(/^./, (letter: string) => (letter === 'A' ? 'B' : 'A')) },
      { ...lease, signature: '' },
      { ...lease, key: 'AAAA' },
      { ...lease, text: '' },
    ])
      expect(await openLease(broken)).toBeUndefined()
  })

  it('[RM-4] says what the whole title weighs in each edition', async () => {
    const [listener, title] = [await signedIn(shop()), await withTracks(shop(), 'chhava', [60, 60])]
    await grant(shop().context, listener.id, title.id, 'purchase')
    const weigh = async () => (await leasesOf(listener, title.id)).leases[0]?.bytes
    const whole = await weigh()
    expect(whole).toEqual({ full: expect.any(Number) })
    await shop().db.query('delete from audio_editions')
    const [light] = await shop().db.query<{ id: number }>(
      "insert into media_files (path, kind, hash, bytes, seconds) values ('audio/light-lease.mp3', 'audio', 'lease', 7, 60) returning id",
    )
    await shop().db.query(
      `insert into audio_editions (media_id, state, light_id)
       select distinct audio_id, 'ready', $2::int from tracks where product_id = $1`,
      [title.id, light?.id],
    )
    expect(await weigh()).toEqual({ full: expect.any(Number), light: 14 })
  })

  it.each([[[]], [Array.from({ length: 101 }, (_, index) => index + 1)], [['x']], [[-1]]])(
    '[RM-4] is refused for the list %#',
    async (ids) => {
      const { token } = await signedIn(shop())
      const reply = await ask(shop(), endpoints.offlineLeases, { product_ids: ids as number[] }, { token })
      expect(reply.status).toBe(400)
    },
  )
})

describe('the rules of a lease', () => {
  const lease = { until: 1_000_000 }

  it('[RM-4] a chapter starts until the last moment, and one that plays is heard to its end at half speed', () => {
    expect([mayStart(lease, 1_000_000), mayStart(lease, 1_000_001)]).toEqual([true, false])
    expect([mayContinue(lease, 60, 1_120_000), mayContinue(lease, 60, 1_120_001)]).toEqual([true, false])
  })
})
