import { expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import type { TrackEdit } from '#contract/desk/titles/title-edit.ts'
import { $edit, changeTracks, openTitle } from '#stores/desk/titles/editor.ts'
import { moveTrack, removeTrack, replaceSound, takeFile } from '#stores/desk/titles/take-file.ts'
import type { StoredFile } from '#stores/desk/titles/uploads.ts'
import { useShop } from '../../api/support/shop.ts'
import { enterDesk, sendAt } from '../../api/support/staff.ts'
import { useNetwork } from '../support/network.ts'

const shop = useShop()
const network = useNetwork(shop)
const stored = (path: string): StoredFile =>
  ({ kind: 'audio', path, seconds: 7.4, translations: {}, disc: null, track: null }) as unknown as StoredFile
const track = (key: string | undefined, audio: string): TrackEdit => ({
  ...(key && { key }),
  translations: { en: { name: audio } },
  audio,
  isFree: false,
})
const sounds = () => $edit.get()?.tracks.map(({ audio }) => audio)

/** A title whose tracks are these, of which the last two are not stored yet. */
async function open(): Promise<TrackEdit[]> {
  network.cookie = (await enterDesk(shop(), 'editor')).cookie
  const input = { type: 'audiobook', spoken: 'mr', name: 'नवे' }
  const created = await sendAt(shop(), network.cookie, endpoints.deskCreateTitle, input)
  await openTitle(created.json<{ id: number }>().id)
  const tracks = [track('k/1', 'a'), track('k/2', 'b'), track(undefined, 'c'), track(undefined, 'd')]
  changeTracks(() => tracks)
  return tracks
}

it('[DK-3] new sound goes to the track of the press, wherever it stands when the file has come', async () => {
  const [first, second, third] = await open()
  if (!first || !second || !third) throw new Error('no tracks')
  moveTrack(0, 3)
  expect(replaceSound(second, stored('new-b'))).toBe(0)
  expect(sounds()).toEqual(['new-b', 'c', 'd', 'a'])
  expect($edit.get()?.tracks[0]).toMatchObject({ key: 'k/2', seconds: 7, translations: { en: { name: 'b' } } })
  takeFile(stored('e'), '09.mp3')
  removeTrack(0)
  expect(replaceSound(third, stored('new-c'))).toBe(0)
  // Pressed again before the first file came: the later file is what they want.
  expect(replaceSound(third, stored('newer-c'))).toBe(0)
  expect(sounds()).toEqual(['newer-c', 'd', 'a', 'e'])
  // Removed meanwhile: nothing else gets its sound, and who pressed is told.
  expect(replaceSound(second, stored('late'))).toBe(-1)
  expect(sounds()).toEqual(['newer-c', 'd', 'a', 'e'])
})
