import { expect, it } from 'vitest'
import { grant } from '../../../src/server/library/library.ts'
import { address, signedIn, withTracks } from '../support/listening.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop()
const NO_SOUND = [404, { status: false, fault: 'notFound' }]
const REFUSED = [403, { status: false, fault: 'noAccess' }]

it('[PL-4] a track without sound is told from a missing right, to its listener alone', async () => {
  const [listener, title] = [await signedIn(shop()), await withTracks(shop(), 'chhava', [60, 60, 60])]
  await shop().db.query('update tracks set audio_id = null where id = any($1)', [title.tracks.slice(1)])
  await shop().db.query('update tracks set removed_at = now() where id = $1', [title.tracks[2]])
  const answer = async (key = '') => {
    const { status, body } = await address(shop(), listener, title.id, key)
    return [status, body]
  }
  // Who has not bought it learns nothing of its tracks.
  expect(await answer(title.keys[1])).toEqual(REFUSED)
  await grant(shop().context, listener.id, title.id, 'purchase')
  expect((await answer(title.keys[0]))[0]).toBe(200)
  expect(await answer(title.keys[1])).toEqual(NO_SOUND)
  for (const key of [title.keys[2], 'dn/1', 'chhava/none']) expect(await answer(key), key).toEqual(REFUSED)
})
