import { beforeAll, expect, it } from 'vitest'
import { newId, report, sendReports } from '#stores/listening/player/progress-reports.ts'
import { $reportQueue } from '#stores/listening/player-memory.ts'
import { signedIn, withTracks, type Title } from '../../api/support/listening.ts'
import { useShop } from '../../api/support/shop.ts'
import { beListener } from '../support/session.ts'
import { useNetwork } from '../support/network.ts'

const shop = useShop()
const network = useNetwork(shop)
const PLAYER = '/api/player/'
let title: Title

beforeAll(async () => {
  await shop().db.query("update products set is_free = true where key = 'kid-1'")
  title = await withTracks(shop(), 'kid-1', [600])
  const listener = await signedIn(shop())
  await beListener({ ...listener, email: `${listener.id}@x.test` })
})

it('[PL-6] a report is sent again soon after the line is back, however often it had failed and though the line is not ready yet', async () => {
  network.troubles = { [PLAYER]: 'cut' }
  report({ play: newId(), request: 'initiate', product: title.id, track: title.tracks[0] ?? 0, start: 0 })
  for (let failed = 0; failed < 5; failed += 1) await sendReports()
  network.troubles = { [PLAYER]: { passes: 0, then: 'cut', isOnce: true } }
  dispatchEvent(new Event('online'))
  await expect.poll(() => $reportQueue.get().reports, { timeout: 10_000 }).toEqual([])
})
