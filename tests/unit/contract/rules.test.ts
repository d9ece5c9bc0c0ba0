import { describe, expect, it, test } from 'vitest'
import { asciiDigits } from '#contract/text/digits.ts'
import { playAccess } from '#contract/listening/play-access.ts'
import { cursorOf, readCursor } from '#contract/http/cursor.ts'
import { cutAt } from '#contract/text/grapheme.ts'
import { hoursOf, isoDuration } from '#contract/time/duration.ts'
import { nameIn, nameOrEnglish } from '#contract/text/translation.ts'
import { slugOf } from '#contract/text/slug.ts'
import { pointsOf, textOf } from '#contract/text/text.ts'
import { taxLines, withTax } from '#contract/money/tax.ts'
import { toAmount, toMinor } from '#contract/money/money.ts'
import { clock, hours, list, longDate, money, shortDate } from '#i18n/format.ts'
import { localized, menuPath, pathTo } from '#i18n/paths.ts'

test.each([
  ['Shriman Yogi', 'shriman-yogi'],
  ['A. R. Kulkarni', 'a-r-kulkarni'],
  ['Mr.  Rochester / Jane', 'mr-rochester-jane'],
  ['ज्ञानेश्वरी', 'ज्ञानेश्वरी'],
  ['...', '-'],
])('[SH-2] %s becomes %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

test.each([
  ['H\u0331indi', '\u1e96indi'],
  ['Cafe.\u0301', 'caf\u00e9'],
  ['J\u030craj', '\u01f0raj'],
])('[SH-2] the slug of %s is composed, as Astro writes its path', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
  expect(slugOf(slugOf(name))).toBe(slug)
})

test('a slug is at most as long as a folder name', () => {
  const slug = slugOf('ज्ञानेश्वरी '.repeat(20))
  expect(new TextEncoder().encode(slug).length).toBeLessThanOrEqual(240)
  expect(slug.endsWith('-ज्ञानेश्वर')).toBe(true)
})

test.each([
  [9_900, 891, 891, 1_782],
  [26_700, 2_403, 2_403, 4_806],
  [89_900, 8_091, 8_091, 16_182],
  [250_000, 22_500, 22_500, 45_000],
  [5_050, 455, 455, 909],
  [1_005, 90, 90, 181],
])('[SH-17] %i paise are taxed by component', (taxable, cgst, sgst, igst) => {
  expect(taxLines(taxable, { country: 'IN', state: 'MH' }, 'MH').map(({ amount }) => amount)).toEqual([cgst, sgst])
  expect(taxLines(taxable, { country: 'IN', state: 'KA' }, 'MH').map(({ amount }) => amount)).toEqual([igst])
  expect(taxLines(taxable, { country: 'US' }, 'MH')).toEqual([])
  expect(withTax(taxable)).toBe(taxable + igst)
})

test('amounts of the API and minor units convert into each other', () => {
  for (const minor of [0, 5, 99, 100, 5_050, 250_000]) expect(toMinor(toAmount(minor))).toBe(minor)
  expect(toAmount(5)).toEqual({ amount: '0.05' })
})

test('[SH-4] Marathi shows Devanagari digits and Indian grouping', () => {
  expect(money(12_345_650, 'INR', 'mr')).toBe('₹१,२३,४५६.५०')
  expect(money(1_299, 'USD', 'mr')).toBe('$१२.९९')
  expect(clock(3_725, 'mr')).toBe('१:०२:०५')
  expect(shortDate('2026-11-21', 'mr')).toBe('२१/११/२०२६')
  expect(longDate('2026-11-21', 'mr')).toContain('२०२६')
  expect(list(['अ', 'ब', 'क'], 'mr')).toBe('अ, ब आणि क')
  expect(asciiDigits('०१२३४५६७८९')).toBe('0123456789')
})

test('[SH-6] amounts in India are in rupees, without decimals when whole', () => {
  expect(money(19_900, 'INR', 'en')).toBe('₹199')
  expect(money(499, 'USD', 'en')).toBe('$4.99')
})

test('[PD-2] hours have two decimals', () => {
  expect(hoursOf(26_100)).toBe('7.25')
  expect(hours(26_100, 'mr')).toBe('७.२५')
  expect(hoursOf(0)).toBe('0.00')
  expect(isoDuration(9_005)).toBe('PT2H30M5S')
})

test('[PD-2] long text is truncated by grapheme and never inside a conjunct', () => {
  expect(cutAt('abc', 3)).toBeUndefined()
  expect(cutAt('abcd', 3)).toBe('abc')
  expect(cutAt('व्यक्ती आणि वल्ली', 1)).not.toBe('व्')
})

test('[SH-5] entries without a translation are skipped, or fall back to English where allowed', () => {
  const entity = { name: 'Rhymes', custom_translation: { en: { name: 'Rhymes' } } }
  expect(nameIn(entity, 'mr')).toBeUndefined()
  expect(nameOrEnglish(entity, 'mr')).toBe('Rhymes')
})

test('[PL-4] a title plays when free, bought or covered, otherwise with a reason', () => {
  const paid = { isFree: false, isPurchased: false, audioTypes: [1, 2] }
  const guest = { signedIn: false, subscribed: false, coveredAudioTypes: [] }
  const listener = { ...guest, signedIn: true }
  expect(playAccess(guest, { ...paid, isFree: true })).toBe('signIn')
  expect(playAccess(listener, { ...paid, isFree: true })).toBe('play')
  expect(playAccess(listener, paid)).toBe('cart')
  expect(playAccess({ ...listener, subscribed: true, coveredAudioTypes: [1] }, paid)).toBe('subscribe')
  expect(playAccess({ ...listener, subscribed: true, coveredAudioTypes: [1, 2, 3] }, paid)).toBe('play')
})

test('[SH-1] links are made by one function in both languages', () => {
  expect(pathTo('product', 'en', { id: 7, slug: 'shriman-yogi' })).toBe('/product-details/7/shriman-yogi/')
  expect(pathTo('kidsCategory', 'mr', { id: 12, slug: 'bedtime', page: 2 })).toBe(
    '/mr/category-details/12/bedtime/page/2/',
  )
  expect(pathTo('kidsCategory', 'en', { id: 12, slug: 'bedtime', page: 1 })).toBe('/category-details/12/bedtime/')
  expect(pathTo('familyCategory', 'en', { slug: '*non-fiction' })).toBe('/family-category-details/*non-fiction/')
  expect(pathTo('search', 'mr', { text: 'श्यामची आई/?' })).toBe(`/mr/search/${encodeURIComponent('श्यामची आई/?')}/`)
  expect(menuPath('home', 'mr')).toBe('/mr/')
  expect(localized('/kids/', 'en')).toBe('/kids/')
})

describe('text of HTML', () => {
  it('[SD-7] separates blocks, keeps words whole and decodes entities', () => {
    expect(
      textOf('<p>Tom &amp; Jerry</p><p>see <a href="https://x.test">here</a>.</p><ul><li>1 &lt; 2</li></ul>'),
    ).toBe('Tom & Jerry see here. 1 < 2')
  })
  it('[GI-1] gives the points of a list one by one', () => {
    const html = '<p>For all.</p><ul><li>All audiobooks</li><li>Tom &amp; <b>Jerry</b> not</li></ul>'
    expect(pointsOf(html)).toEqual(['All audiobooks', 'Tom & Jerry not'])
    expect(pointsOf('<p>For all.</p>')).toEqual(['For all.'])
    expect(pointsOf('')).toEqual([])
  })
  it('[SD-7] decodes once', () => {
    expect(textOf('&amp;lt;b&amp;gt;')).toBe('&lt;b&gt;')
  })
})

describe('cursors of lists', () => {
  it('[KI-2] are decoded to what was encoded, and anything else is refused', () => {
    const title = { published: '2026-02-28', id: 17 }
    expect(readCursor(cursorOf(title))).toEqual(title)
    expect(['2026-99-99.1', '2026-02-28', '2026-02-28.', '17', "2026-02-28.1'"].map(readCursor)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})
