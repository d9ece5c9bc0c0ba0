import { expect, it } from 'vitest'
import { podcastCategories } from '#seo/podcast-categories.ts'

const shown = (...genres: string[]) =>
  podcastCategories(genres).map(({ text, categories = [] }) => [text, ...categories.map((one) => one.text)].join(' > '))

it.each([
  [['History'], ['History']],
  [
    ['Food and home', 'Travel'],
    ['Arts > Food', 'Society & Culture > Places & Travel'],
  ],
  [['tv & film'], ['TV & Film']],
  [['TV and film'], ['TV & Film']],
  [['Science fiction'], ['Fiction > Science Fiction']],
  [['Calm and health'], ['Health & Fitness']],
  [['Humour', 'Comedy'], ['Comedy']],
])('[SD-8] the genres %j are %j in the list of podcast directories', (genres, expected) => {
  expect(shown(...genres)).toEqual(expected)
})

it.each([[[]], [['इतिहास']], [['Odds and ends']]])(
  '[SD-8] a feed without a known genre, such as %j, has the category of the brand',
  (genres) => {
    expect(shown(...genres)).toEqual(['Arts > Books'])
  },
)
