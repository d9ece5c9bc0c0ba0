import { beforeAll, expect, it } from 'vitest'
import { followPlayer } from '#stores/listening/player/follow-player.ts'
import { playTitle, togglePlay } from '#stores/listening/player/player.ts'
import { $player } from '#stores/listening/player/state.ts'
import { signedIn, withTracks } from '../../api/support/listening.ts'
import { useShop } from '../../api/support/shop.ts'
import { useFakeAudio } from '../support/audio.ts'
import { useNetwork } from '../support/network.ts'
import { beListener } from '../support/session.ts'

const shop = useShop()
useNetwork(shop)
const sound = useFakeAudio()
beforeAll(followPlayer)

it('[PL-7] a title that begins again from its end pauses what plays in another tab', async () => {
  const listener = await signedIn(shop())
  await beListener({ ...listener, email: `${listener.id}@x.test` })
  await shop().db.query(`update products set is_free = true where key = 'kid-1'`)
  const title = await withTracks(shop(), 'kid-1', [300])
  const tab = new BroadcastChannel('shop')
  const heard: unknown[] = []
  tab.addEventListener('message', ({ data }) => heard.push(data))
  await playTitle(title.id)
  await expect.poll(() => heard).toEqual(['playing'])
  sound().reach(sound().duration)
  sound().dispatchEvent(new Event('ended'))
  await expect.poll(() => $player.get().state).toBe('ended')
  await togglePlay()
  await expect.poll(() => heard).toEqual(['playing', 'playing'])
  tab.close()
})
