import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { titleUrl } from '#contract/listening/listening.ts'
import { grant } from '../../../src/server/library/library.ts'
import { ask } from '../support/personas.ts'
import { signedIn, subscribe, withTracks, type Listener } from '../support/listening.ts'
import { idOf, useShop } from '../support/shop.ts'

const shop = useShop()
const saveTrack = (listener: Pick<Listener, 'token'>, id: number, key: string) =>
  ask(shop(), endpoints.keepTrack, { url: titleUrl(id), key }, { token: listener.token })
const REFUSED = [403, { status: false, fault: 'noAccess' }]

describe('an offline copy of a track', () => {
  it('[PL-4] gets an address when its title is free, and that address serves the complete file', async () => {
    const [listener, id] = [await signedIn(shop()), await idOf(shop(), 'products', 'dnyaneshwari')]
    const { status, body, headers } = await saveTrack(listener, id, 'dn/1')
    expect([status, body.data.expires_at, headers['cache-control']]).toEqual([
      200,
      shop().clock.now.getTime() + 900_000,
      'private, no-store',
    ])
    const sound = await shop().app.inject({ url: body.data.signed_url })
    expect([sound.statusCode, sound.headers['content-type'], sound.rawPayload.length > 100]).toEqual([
      200,
      'audio/mpeg',
      true,
    ])
  })

  it('[RM-4] gets an address when the title is covered by a plan, and none after the plan', async () => {
    const [listener, title] = [await signedIn(shop()), await withTracks(shop(), 'shriman-yogi', [60])]
    await subscribe(shop(), listener, 'plan-30', [-1, 1])
    expect((await saveTrack(listener, title.id, 'shriman-yogi/t0')).status).toBe(200)
    shop().clock.now = new Date(shop().clock.now.getTime() + 2 * 86_400_000)
    const { status, body } = await saveTrack(listener, title.id, 'shriman-yogi/t0')
    expect([status, body]).toEqual(REFUSED)
  })

  it.each(['purchase', 'gift'] as const)('[RM-4] gets an address when the title came by %s', async (how) => {
    const [listener, title] = [await signedIn(shop()), await withTracks(shop(), 'chhava', [60])]
    expect((await saveTrack(listener, title.id, 'chhava/t0')).status).toBe(403)
    await grant(shop().context, listener.id, title.id, how)
    expect((await saveTrack(listener, title.id, 'chhava/t0')).status).toBe(200)
  })

  it('[PL-4] is refused when the title is no longer free, for a track of another title, and for an unknown title', async () => {
    const [listener, id] = [await signedIn(shop()), await idOf(shop(), 'products', 'dnyaneshwari')]
    const paidTitle = await withTracks(shop(), 'chhava', [60])
    for (const [title, key] of [
      [id, 'chhava/t0'],
      [paidTitle.id, 'dn/1'],
      [999_999, 'dn/1'],
      [id, '../audio/x.mp3'],
    ] as const) {
      const { status, body } = await saveTrack(listener, title, key)
      expect([status, body], `${title} ${key}`).toEqual(REFUSED)
    }
    await shop().db.query('update products set is_free = false where id = $1', [id])
    const second = await saveTrack(listener, id, 'dn/1')
    await shop().db.query('update products set is_free = true where id = $1', [id])
    expect([second.status, second.body]).toEqual(REFUSED)
  })

  it('[PL-4] needs a session', async () => {
    const id = await idOf(shop(), 'products', 'dnyaneshwari')
    expect((await saveTrack({ token: '' }, id, 'dn/1')).status).toBe(401)
  })

  it('[PL-6] accepts a progress report of offline listening that is sent later', async () => {
    const [listener, title] = [await signedIn(shop()), await withTracks(shop(), 'dnyaneshwari', [60])]
    await saveTrack(listener, title.id, 'dnyaneshwari/t0')
    const opened = await shop().db.query<{ opened_at: Date }>(
      'select opened_at from listening_positions where user_id = $1 and track_id = $2',
      [listener.id, title.tracks[0]],
    )
    expect(opened).toEqual([{ opened_at: shop().clock.now }])
  })
})
