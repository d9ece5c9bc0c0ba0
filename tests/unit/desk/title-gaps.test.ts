import { expect, it } from 'vitest'
import type { TitleEdit } from '#contract/desk/titles/title-edit.ts'
import { gapsOf, namelessOf, OPTIONAL_GAPS } from '#contract/desk/titles/title-gaps.ts'

const title = (change: Partial<TitleEdit> = {}): TitleEdit => ({
  ...{ type: 'audiobook', spoken: 'mr', translations: { en: { name: 'Sea' }, mr: { name: 'सागर' } } },
  ...{ authors: ['ira'], directors: [], artists: ['ira'], categories: ['sea'], published: '2026-11-21' },
  ...{ isFree: false, subscriptionOnly: false, purchaseOnly: false, recurring: false, priceInr: 100, priceUsd: 100 },
  ...{ ages: null, institute: null, cover: null, samples: [], tracks: [] },
  ...change,
})

it('[DK-3] a sample that the shop made is none that is missing, and a cover of its own is a wish', () => {
  expect(gapsOf(title())).toContain('sample')
  expect(gapsOf(title(), { hasMadeSample: true })).not.toContain('sample')
  expect(gapsOf(title()).filter((gap) => OPTIONAL_GAPS.has(gap))).toEqual(['cover'])
})

it('[DK-3] whoever has no name in a language of the title is missing on its page', () => {
  const all: Record<string, { en?: string; mr?: string }> = {
    'people ira': { en: 'Ira' },
    'categories sea': { mr: 'सागर' },
  }
  const names = (of: string, key: string) => all[`${of} ${key}`]
  expect(namelessOf(title(), names)).toEqual([
    { of: 'people', key: 'ira', locale: 'mr' },
    { of: 'categories', key: 'sea', locale: 'en' },
  ])
  expect(namelessOf(title({ translations: { mr: { name: 'सागर' } } }), names)).toEqual([
    { of: 'people', key: 'ira', locale: 'mr' },
  ])
  expect(namelessOf(title({ authors: ['unknown'], artists: [], categories: [] }), names)).toEqual([])
})
