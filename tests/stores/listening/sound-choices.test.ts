import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { followPlayer } from '#stores/listening/player/follow-player.ts'
import { closePlayer, nextTrack, playTitle } from '#stores/listening/player/player.ts'
import { retryPlayback } from '#stores/listening/player/machine.ts'
import { $savedSeconds, clearPlayerMemory } from '#stores/listening/player-memory.ts'
import { $player } from '#stores/listening/player/state.ts'
import { $trackEditions, chooseEdition, loadTrackEditions } from '#stores/listening/sound/change-edition.ts'
import { signedIn, withTracks, type Title } from '../../api/support/listening.ts'
import { useShop } from '../../api/support/shop.ts'
import { addRecording } from '../../api/support/sounds.ts'
import { useFakeAudio } from '../support/audio.ts'
import { useNetwork } from '../support/network.ts'
import { beListener } from '../support/session.ts'

const shop = useShop()
const network = useNetwork(shop)
useFakeAudio()
const ADDRESS = '/get-track-signed-url-example/'
let titleCount = 0

async function titleOf(): Promise<Title> {
  const key = `kid-${(titleCount += 1)}`
  await shop().db.query('update products set is_free = true where key = $1', [key])
  return withTracks(shop(), key, [600, 300])
}
const asked = () =>
  network.requests.flatMap(({ path, body }) => (path.endsWith(ADDRESS) ? (body as { edition: string }).edition : []))
async function addLightEditionOf({ id }: Title): Promise<void> {
  const light = await addRecording(shop(), Buffer.alloc(7))
  await shop().db.query(
    `insert into audio_editions (media_id, state, light_id)
     select distinct audio_id, 'ready', $2::int from tracks where product_id = $1
     on conflict (media_id) do update set state = 'ready', light_id = excluded.light_id`,
    [id, light],
  )
}
const savesData = (isOn: boolean, prefers = false): void => {
  vi.stubGlobal('navigator', { connection: { saveData: isOn }, onLine: true })
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: prefers && query === '(prefers-reduced-data: reduce)' }))
}

beforeAll(() => followPlayer())
beforeEach(async () => {
  savesData(false)
  closePlayer()
  clearPlayerMemory()
  chooseEdition('automatic')
  const listener = await signedIn(shop())
  await beListener({ ...listener, email: `${listener.id}@x.test` })
})

describe('the edition that is asked for', () => {
  it.each([
    ['full where nobody saves data', false, false, 'full'],
    ['light where the browser saves data', true, false, 'light'],
    ['light where the system prefers less data', false, true, 'light'],
  ])('[SO-4] is by itself %s', async (_name, isOn, prefers, expected) => {
    savesData(isOn, prefers)
    await playTitle((await titleOf()).id)
    expect(asked()).toEqual([expected])
  })

  it('[SO-4] is the chosen one, whatever the browser saves, in the next track too', async () => {
    savesData(true)
    chooseEdition('full')
    await playTitle((await titleOf()).id)
    chooseEdition('light')
    await vi.waitUntil(() => asked().length >= 2)
    await nextTrack()
    expect([asked()[0], asked().at(-1)]).toEqual(['full', 'light'])
  })

  it('[SO-4] is told by the reply to the last request, however late an earlier reply comes', async () => {
    const title = await titleOf()
    await addLightEditionOf(title)
    await playTitle(title.id)
    let release = (): void => undefined
    const held = new Promise<void>((done) => (release = done))
    network.troubles = { [ADDRESS]: { passes: 0, then: { until: held }, isOnce: true } }
    const early = loadTrackEditions()
    chooseEdition('light')
    await vi.waitUntil(() => $trackEditions.get()?.edition === 'light')
    release()
    expect((await early)?.reply.edition).toBe('full')
    expect($trackEditions.get()?.edition).toBe('light')
  })

  it('[SO-4] is the same when an address is renewed', async () => {
    chooseEdition('light')
    await playTitle((await titleOf()).id)
    const before = asked().length
    const renewed = retryPlayback()
    dispatchEvent(new Event('online'))
    await renewed
    await vi.waitUntil(() => $player.get().state === 'playing')
    expect([asked().length > before, new Set(asked())]).toEqual([true, new Set(['light'])])
  })
})

it('[SI-9] logging out takes off what shorter pauses saved in each title', () => {
  $savedSeconds.set({ 7: 80 })
  clearPlayerMemory()
  expect($savedSeconds.get()).toEqual({})
})
