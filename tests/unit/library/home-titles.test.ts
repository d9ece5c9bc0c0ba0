import { expect, it } from 'vitest'
import type { LibraryProduct } from '#contract/library/library.ts'
import { heardInLibrary, playingTitle } from '../../../src/elements/library/home-titles.ts'

const names = { custom_translation: { en: { name: 'A' }, mr: { name: 'अ' } } }
const tracks = [1, 2].map((id) => ({ id, name: 'A', track_length: 100, ...names }))
const card = { id: 7, name: 'A', product_slug: 'a', product_audio_type: 'audiobook' as const, cover: null, ...names }
const title = {
  ...card,
  access: 'play',
  producttracks: tracks,
  last_place: { track_id: 2, seconds: 2, played_at: '2026-01-01T00:00:00.000Z' },
  total_tracks_completion: 48.3,
} as unknown as LibraryProduct

it('[RM-1] [LI-1] the home page shows of a title what the library shows: what was heard, not where it stopped', () => {
  expect(heardInLibrary(title)).toMatchObject({ id: 7, part: 48.3, note: { en: 'A' } })
  expect(heardInLibrary({ ...title, total_tracks_completion: 100 })).toBeUndefined()
})

it('[RM-1] the position is the estimate until the server has answered, and its figure stays while the title plays', () => {
  const playing = { ...card, tracks }
  const estimate = playingTitle(playing, 1, 2, undefined)
  expect(estimate.part).toBe(51)
  expect(playingTitle(playing, 1, 10, estimate).part).toBeCloseTo(55)
  expect(playingTitle(playing, 1, 10, heardInLibrary(title)).part).toBe(48.3)
})

it('[RM-1] a title with a small cover is shown with the widest that there is', () => {
  const withCover = (widths: number[]) =>
    heardInLibrary({ ...title, cover: { base: '/media/covers/a', widths } } as LibraryProduct)?.cover
  expect([withCover([160, 320, 640]), withCover([160]), withCover([90])]).toEqual([
    '/media/covers/a-320.webp',
    '/media/covers/a-160.webp',
    '/media/covers/a-90.webp',
  ])
})
