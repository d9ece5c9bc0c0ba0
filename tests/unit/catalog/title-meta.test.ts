import { readFileSync } from 'node:fs'
import i18next from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import type { Product } from '#contract/catalog/catalog.ts'
import { titleView } from '#contract/catalog/views.ts'
import { titleMeta } from '#seo/title-meta.ts'

const resourceOf = (locale: string, name: string): object =>
  JSON.parse(readFileSync(new URL(`../../../i18n/${locale}/${name}.json`, import.meta.url), 'utf8'))
beforeAll(async () => {
  const resources = Object.fromEntries(
    ['en', 'mr'].map((locale) => [
      locale,
      Object.fromEntries(['catalog', 'format'].map((name) => [name, resourceOf(locale, name)])),
    ]),
  )
  await i18next.init({ resources, lng: 'en' })
})

const names = (en: string, mr: string) => ({ custom_translation: { en: { name: en }, mr: { name: mr } } })
/** A title of which nothing is known but its name. */
const bare = {
  id: 7,
  product_slug: 'panchatantra',
  ...names('Panchatantra', 'पंचतंत्र'),
  ...{ authors: [], directors: [], artists: [], category: [], kid_category: [] },
  ...{ producttracks: [], sampletracks: [], reviews: [], review_count: 0, total_reviews: 0, total_tracks_length: 0 },
  ...{ inr_price: { amount: '0.00' }, price: { amount: '0.00' } },
  ...{ product_audio_type: 'audiobook', spoken: 'mr', published: '2026-01-01', is_free: false, plan_currencies: [] },
}
function metaOf(parts: object, locale: 'en' | 'mr' = 'en') {
  const view = titleView({ ...bare, ...parts } as unknown as Product, locale)
  return titleMeta(
    { view, route: 'product', locale, locales: ['en', 'mr'], steps: [], feed: undefined },
    new URL('https://shop.test'),
  )
}
const whole = {
  authors: [{ id: 1, slug: 'vishnu', ...names('Vishnu', 'विष्णू') }],
  sampletracks: [{}],
  total_tracks_length: 26_100,
}

it('[SD-7] the description of a title without a text says what is known of it, in both languages', () => {
  expect(metaOf(whole).description).toBe('Panchatantra by Vishnu · 7.25 h · Hear a sample at Kathavani')
  expect(metaOf(whole, 'mr').description).toBe('पंचतंत्र – विष्णू · ७.२५ तास · कथावाणी येथे नमुना ऐका')
})

it('[SD-7] it names no author, no length and no sample that a title does not have', () => {
  expect(metaOf({ ...whole, authors: [], total_tracks_length: 1800 }).description).toBe(
    'Panchatantra · 30 min · Hear a sample at Kathavani',
  )
  expect([metaOf({}).description, metaOf({}, 'mr').description]).toEqual([
    'Panchatantra · Kathavani',
    'पंचतंत्र · कथावाणी',
  ])
})

it('[SD-7] structured data says no length of a title without sound', () => {
  for (const type of ['audiobook', 'languagelab'])
    for (const [seconds, expected] of [
      [0, undefined],
      [1800, 'PT30M'],
    ] as const) {
      const data = JSON.stringify(metaOf({ product_audio_type: type, total_tracks_length: seconds }).data)
      expect([type, /"(?:duration|courseWorkload)":"(\w+)"/.exec(data)?.[1]]).toEqual([type, expected])
    }
})
