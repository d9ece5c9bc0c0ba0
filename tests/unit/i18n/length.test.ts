import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { lengthText, type LengthMessages } from '#i18n/length.ts'
import { withSlash } from '#i18n/paths.ts'

const messagesOf = (locale: 'en' | 'mr'): LengthMessages =>
  JSON.parse(readFileSync(new URL(`../../../i18n/${locale}/format.json`, import.meta.url), 'utf8')).figures

it.each([
  [240, '4 min', '४ मिनिटे'],
  [60, '1 min', '१ मिनिट'],
  [20, '1 min', '१ मिनिट'],
  [3_569, '59 min', '५९ मिनिटे'],
  // Rounded up to the hour: never "60 min".
  [3_570, '0.99 h', '०.९९ तास'],
  [3_600, '1.00 h', '१.०० तास'],
  [26_100, '7.25 h', '७.२५ तास'],
])(
  '[PD-2] %i seconds are told in minutes under an hour, and in hours with two decimals from then on',
  (seconds, en, mr) => {
    expect([lengthText(messagesOf('en'), seconds, 'en'), lengthText(messagesOf('mr'), seconds, 'mr')]).toEqual([en, mr])
  },
)

it.each([
  ['/browse', '/browse/'],
  ['/browse/', '/browse/'],
  ['/', '/'],
  ['/search/?q=a/b', '/search/?q=a/b'],
  ['/browse?genre=3', '/browse/?genre=3'],
])('[HM-4] a banner that names %s leads to %s', (href, path) => {
  expect(withSlash(href)).toBe(path)
})
