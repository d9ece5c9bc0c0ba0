import { expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { playerOf, signedIn, withTracks } from '../support/listening.ts'
import { ask } from '../support/personas.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop()

it('[PL-1] without a title tells the last played one of all, as long as it is in the shop', async () => {
  const listener = await signedIn(shop())
  const last = async () => (await ask(shop(), endpoints.lastPlayed, {}, { token: listener.token })).body.data
  expect(await last()).toBeNull()
  await shop().db.query(`update products set is_free = true where key in ('kid-1', 'kid-2')`)
  const [first, second] = [await withTracks(shop(), 'kid-1', [600]), await withTracks(shop(), 'kid-2', [300, 90])]
  await (
    await playerOf(shop(), listener, first)
  )('initiate')
  shop().clock.now = new Date(shop().clock.now.getTime() + 60_000)
  await (
    await playerOf(shop(), listener, second, 1)
  )('initiate')
  expect(await last()).toMatchObject({ product_id: second.id, track_id: second.tracks[1], seconds: 0 })
  await shop().db.query(`update products set status = 'unpublished' where key = 'kid-2'`)
  expect(await last()).toMatchObject({ product_id: first.id, track_id: first.tracks[0] })
})
