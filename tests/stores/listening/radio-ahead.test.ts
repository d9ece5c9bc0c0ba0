import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { RadioSample } from '#contract/listening/radio.ts'
import { forgetAll } from '#stores/listening/radio/memory.ts'
import { $isRadioOffline } from '#stores/listening/radio/next-sample.ts'
import { $radio, $radioHistory, setUpRadio, skipRadio, toggleRadio } from '#stores/listening/radio/radio.ts'
import { followAudio, knownAddress, stopSample } from '#stores/listening/samples.ts'
import { useShop } from '../../api/support/shop.ts'
import { useFakeAudio } from '../support/audio.ts'
import { useNetwork } from '../support/network.ts'

const shop = useShop()
const network = useNetwork(shop)
const sound = useFakeAudio()
const ADDRESS = '/get-sample-signed-url/'
const browser = { onLine: true, connection: { saveData: false } }
vi.stubGlobal('navigator', browser)
const realNow = Date.now
/** What the clock of the browser shows more than when the test began. */
let shift = 0
vi.spyOn(Date, 'now').mockImplementation(() => realNow() + shift)

/** Never answered. */
const held = { until: new Promise<void>(() => undefined) }
const until = (isTrue: () => boolean) => vi.waitUntil(isTrue, { timeout: 20_000, interval: 5 })
const asked = () =>
  network.requests.flatMap(({ path, body }) => (path.endsWith(ADDRESS) ? (body as { map_url: string }).map_url : []))
const isFetched = () => network.requests.some(({ path }) => path.startsWith('/media/audio/'))
const nameNow = () => {
  const now = $radio.get()
  return 'sample' in now ? now.sample.name : now.state
}
const another = (name: string) => until(() => $radio.get().state === 'playing' && nameNow() !== name)
const end = () => sound().dispatchEvent(new Event('ended'))

let parts = 0
/** Starts with the samples of the shop, and waits until the address of the next one is here. */
async function start(): Promise<string> {
  const rows = await shop().db.query<{ id: number; map_url: string; seconds: number }>(
    'select product_id as id, map_url, seconds from samples order by id limit 4',
  )
  const samples = rows.map(({ id, map_url: sample, seconds: length }): RadioSample => ({
    id,
    slug: 't',
    name: `Title ${id}`,
    sample,
    length,
  }))
  network.troubles[`/radio-samples/en/${(parts += 1)}.json`] = { status: 200, body: JSON.stringify({ samples }) }
  const shown = ({ sample: mapUrl, name: title, length: seconds }: RadioSample) => ({
    ...{ mapUrl, title, href: '/', seconds },
  })
  setUpRadio({ locale: 'en', parts: [parts], shown, random: () => 0 })
  toggleRadio()
  await until(() => $radio.get().state === 'playing' && knownAddress(asked()[1] ?? '') !== undefined)
  return nameNow()
}
/** All bytes of what plays have arrived. */
function load(): void {
  sound().isLoaded = true
  sound().reach(1)
}

beforeAll(async () => {
  followAudio()
  await shop().db.query(
    `insert into samples (product_id, position, map_url, audio_id, seconds, waveform)
     select p.id, 0, 'samples/' || p.key, s.audio_id, s.seconds, s.waveform from products p, (select * from samples limit 1) s
     where p.status = 'published' and p.id <> s.product_id order by p.id limit 3`,
  )
})
beforeEach(() => {
  stopSample()
  $radio.set({ state: 'off' })
  $radioHistory.set([])
  $isRadioOffline.set(false)
  forgetAll()
  shift += 3_600_000
  shop().clock.now = new Date(Date.now())
  Object.assign(browser, { onLine: true, connection: { saveData: false } })
})

it.each([
  ['a press', skipRadio],
  ['the end of a sample', end],
])('[RM-6] after %s the next one sounds while the shop answers nothing', async (_name, change) => {
  const first = await start()
  network.troubles[ADDRESS] = held
  const played = sound().played.length
  change()
  await another(first)
  expect(sound().played).toHaveLength(played + 1)
})

it('[RM-6] once a sample has arrived the bytes of the next one come, and it plays from them without a line', async () => {
  const created = vi.spyOn(URL, 'createObjectURL')
  const first = await start()
  expect(isFetched()).toBe(false)
  load()
  await until(() => created.mock.results.length === 1)
  network.troubles = { '': 'cut' }
  browser.onLine = false
  skipRadio()
  await another(first)
  expect(sound().played.at(-1)).toBe(created.mock.results[0]?.value)
  created.mockRestore()
})

it('[RM-6] who saves data gets the address ahead, and no bytes', async () => {
  browser.connection.saveData = true
  const first = await start()
  load()
  skipRadio()
  await another(first)
  expect([isFetched(), asked().length >= 2]).toEqual([false, true])
})

it('[RM-6] an address that was fetched ahead and has expired is asked for again', async () => {
  const first = await start()
  const [, next] = asked()
  shift += 3_600_000
  shop().clock.now = new Date(Date.now())
  skipRadio()
  await another(first)
  expect(asked().filter((one) => one === next)).toHaveLength(2)
})

it('[RM-6] what is still loading is not said to play when the sound before it reports late', async () => {
  const first = await start()
  shift += 3_600_000
  network.troubles[ADDRESS] = held
  skipRadio()
  await until(() => nameNow() !== first)
  sound().dispatchEvent(new Event('playing'))
  expect($radio.get().state).toBe('loading')
})
