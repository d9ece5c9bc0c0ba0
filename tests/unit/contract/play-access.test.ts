import { describe, expect, it } from 'vitest'
import { buyControls, offerIn, offersBy, playAccess, type Offered } from '#contract/listening/play-access.ts'

const [BOOK, KIDS] = [1, 4]
const guest = { signedIn: false, subscribed: false, coveredAudioTypes: [] }
const listener = { ...guest, signedIn: true }
const booksOnly = { ...listener, subscribed: true, coveredAudioTypes: [BOOK] }
const sold = {
  isFree: false,
  isPurchased: false,
  isInLibrary: false,
  isPlayable: true,
  isSubscriptionOnly: false,
  audioTypes: [KIDS],
  priceInr: 19_900,
  priceUsd: 499,
  planCurrencies: ['INR', 'USD'] as const,
}
const book = { ...sold, audioTypes: [BOOK] }

describe('what a title offers', () => {
  it('[PD-3] offers guests and listeners without a plan subscription and purchase', () => {
    for (const who of [guest, listener]) expect(buyControls(who, 'IN', sold)).toEqual(['subscribe', 'purchase'])
    expect(buyControls(listener, 'IN', { ...sold, isSubscriptionOnly: true })).toEqual(['subscribe'])
    expect(buyControls(listener, 'IN', { ...sold, isPurchased: true })).toEqual(['subscribe', 'library'])
    expect(buyControls(listener, 'IN', { ...sold, isFree: true })).toEqual(['subscribe', 'library'])
  })

  it('[PD-3] treats a subscriber whose plan does not cover the title as anybody without a plan', () => {
    expect(buyControls(booksOnly, 'IN', book)).toEqual(['addToLibrary'])
    expect(buyControls(booksOnly, 'IN', { ...book, isInLibrary: true })).toEqual(['library'])
    expect(buyControls(booksOnly, 'IN', sold)).toEqual(['subscribe', 'purchase'])
    expect(buyControls(booksOnly, 'IN', { ...sold, isInLibrary: true })).toEqual(['subscribe', 'purchase', 'library'])
    // In no plan, whatever the plan covers.
    const alone = { ...book, isPurchaseOnly: true, planCurrencies: [] }
    expect(buyControls(booksOnly, 'IN', alone)).toEqual(['purchase'])
    expect(playAccess(booksOnly, alone)).toBe('cart')
  })

  it('[MO-4] offers nothing that cannot be heard yet, whoever asks', () => {
    const soon = { ...book, isPlayable: false }
    for (const who of [guest, listener, booksOnly]) {
      expect(buyControls(who, 'IN', soon)).toEqual([])
      expect(buyControls(who, 'IN', { ...soon, isFree: true })).toEqual([])
      expect(playAccess(who, soon)).toBe('soon')
    }
    expect(offerIn('INR', soon)).toEqual({ kind: 'soon', price: 0, hasPlans: false })
    expect(buyControls(listener, 'IN', { ...soon, isPurchased: true })).toEqual(['library'])
  })

  it('[MO-4] sells in the currencies that have a price, and promises plans only where one is sold', () => {
    const here = { ...book, priceUsd: 0, planCurrencies: ['INR'] as const }
    expect(offerIn('INR', here)).toEqual({ kind: 'price', price: 19_900, hasPlans: true })
    expect(offerIn('USD', here)).toEqual({ kind: 'none', price: 0, hasPlans: false })
    expect(buyControls(listener, 'IN', here)).toEqual(['subscribe', 'purchase'])
    expect(buyControls(listener, 'US', here)).toEqual([])
    const planless = { ...book, isSubscriptionOnly: true, planCurrencies: [] }
    expect(offerIn('INR', planless).kind).toBe('none')
    expect(buyControls(listener, 'IN', planless)).toEqual([])
  })

  it('[PD-3] [SH-6] says once what India and other countries are offered alike', () => {
    const shown = (parts: Parameters<typeof offersBy>[0], title: Offered) =>
      offersBy(parts, title).map(({ kind, hasPlans, class: where }) => [kind, hasPlans, where])
    const free = { ...sold, isFree: true, planCurrencies: ['INR'] as const }
    // Free everywhere, in a plan in India.
    expect(shown(['kind'], free)).toEqual([['free', true, undefined]])
    expect(shown(['kind', 'hasPlans'], free)).toEqual([
      ['free', true, 'inr'],
      ['free', false, 'usd'],
    ])
    expect(shown(['kind', 'hasPlans'], sold)).toEqual([['price', true, undefined]])
    expect(shown(['kind'], { ...sold, priceUsd: 0 })).toEqual([
      ['price', true, 'inr'],
      ['subscribe', true, 'usd'],
    ])
  })
})
