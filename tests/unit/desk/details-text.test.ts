import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Locale } from '#contract/text/locale.ts'
import { detailsText } from '../../../src/islands/desk/audit/details-text.ts'

const wordsOf = (locale: Locale) =>
  JSON.parse(readFileSync(new URL(`../../../i18n/${locale}/desk.json`, import.meta.url), 'utf8')).audit
const text = (details: Record<string, unknown>, locale: Locale = 'en') =>
  detailsText({ details }, wordsOf(locale), locale)

describe('the details of an action', () => {
  it.each([
    [{ amount: 14_900, currency: 'INR', reason: 'none' }, 'amount: ₹149.00; reason: none', 'रक्कम: ₹१४९.००; कारण: none'],
    [
      { priceInr: { from: 17_900, to: 18_950 } },
      'price in rupees, without GST: before: ₹179.00; now: ₹189.50',
      'रुपयांतील किंमत, जीएसटीशिवाय: आधी: ₹१७९.००; आता: ₹१८९.५०',
    ],
    [
      { prices: { chhava: { priceUsd: { from: 0, to: 499 } } } },
      'prices: chhava: price in dollars: before: $0.00; now: $4.99',
      'किमती: chhava: डॉलरमधील किंमत: आधी: $०.००; आता: $४.९९',
    ],
    [{ from: 'IN', to: 'US' }, 'before: India; now: United States', 'आधी: भारत; आता: युनायटेड स्टेट्स'],
    [{ from: 'editor', to: 'owner' }, 'before: Editor; now: Owner', 'आधी: संपादक; आता: मालक'],
    [{ before: 'waiting' }, 'before: waiting', 'आधी: प्रतीक्षेत'],
    [{ asRecorded: true, place: null }, 'plays as recorded: yes', 'मूळ पातळीवर: हो'],
    [{ added: ['menu'], removed: [], changed: ['a', 'b'] }, 'added: menu; changed: a, b', 'जोडले: menu; बदललेले: a, b'],
    [{ place: { position: 2, after: 12 } }, 'place: track: 2; from second: 12', 'जागा: भाग: २; कितव्या सेकंदापासून: १२'],
  ])('[DK-2] are told in both languages: %o', (details, english, marathi) => {
    expect(text(details)).toBe(english)
    expect(text(details, 'mr')).toBe(marathi)
  })

  it('[DK-2] have moments of the reader’s clock and never a raw object', () => {
    expect(text({ at: '2026-11-23T10:00:00.000Z' })).toMatch(/^time: 23 November/)
    expect(text({ encrypted: { addresses: 3 }, unreadable: {} })).toBe('encrypted: addresses: 3')
    expect(text({ reason: 'IN' })).toBe('reason: IN')
  })
})
