import { beforeEach, expect, it, vi } from 'vitest'
import { $sample, followAudio, placeInTitle, playSample, resumeSample, stopSample } from '#stores/listening/samples.ts'
import { useShop } from '../../api/support/shop.ts'
import { useFakeAudio } from '../support/audio.ts'
import { useNetwork } from '../support/network.ts'

const shop = useShop()
useNetwork(shop)
const sound = useFakeAudio()
const sample = {
  mapUrl: 'samples/dnyaneshwari/0',
  title: 'Dnyaneshwari',
  href: '/',
  seconds: 24,
  instead: 'listener',
} as const
let track = 0
followAudio()

beforeEach(async () => {
  stopSample()
  const [found] = await shop().db.query<{ id: number }>(
    `update tracks set audio_id = s.audio_id from samples s join products p on p.id = s.product_id
      where p.key = 'dnyaneshwari' and tracks.product_id = p.id and tracks.position = (select min(position) from current_tracks where product_id = p.id)
      returning tracks.id`,
  )
  track = found?.id ?? 0
})

it.each([
  ['of the sample plays from there', () => ({ trackId: track, seconds: 0.5 }), 0.5],
  ['behind the sample plays it from its beginning', () => ({ trackId: track, seconds: 500 }), 0],
  ['of another track plays it from its beginning', () => ({ trackId: track + 1, seconds: 0.5 }), 0],
])('[RM-3] [LN-4] a shared place %s', async (_name, place, expected) => {
  await playSample(sample, place())
  expect($sample.get().state).toBe('playing')
  expect(sound().currentTime).toBe(expected)
})

it('[LN-4] a second of the sample itself plays from there, and is named by its place in the title where it has one', async () => {
  await playSample(sample, { ofSample: 0.7 })
  expect(sound().currentTime).toBe(0.7)
  expect(placeInTitle(sample.mapUrl, 0.5)).toEqual({ trackId: track, seconds: 0.5 })
})

it('[RM-3] [SA-3] where the browser wants a press first, the sample of a link waits for one and blames nobody', async () => {
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: false } })
  vi.spyOn(sound(), 'play').mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  await playSample(sample, { trackId: track, seconds: 0.5 })
  expect($sample.get().state).toBe('paused')
  await resumeSample()
  expect([$sample.get().state, sound().currentTime]).toEqual(['playing', 0.5])
  vi.unstubAllGlobals()
})
