import { failureWords } from './checkout-words.ts'
import type { Locale } from '#i18n/locales.ts'
import { pick, words } from '#i18n/words.ts'

const SHARED = [
  'order-id',
  'order-date',
  'order-total',
  'order-status',
  'order-what',
  'gift-for',
  'is-renewal',
  'status-unfulfilled',
  'status-fulfilled',
  'status-canceled',
  'status-failed',
  'status-refunded',
  'payment-none',
  'payment-pending',
  'payment-paid',
  'payment-failed',
  'payment-canceled',
  'payment-held',
  'payment-refunded',
  're-payment',
  'pay-now',
  'invoice',
  'credit-note',
  'act-of',
  'opening-paper',
  'failed-profile',
  'failed-owned',
  'failed-repay',
  'failed-paper',
] as const

/** What is said of any order. */
function orderWords(locale: Locale) {
  const checkout = pick(words(locale, 'checkout'), ['complete-profile', 'failed-gateway'])
  const again = pick(words(locale, 'form'), ['try-again'])
  return { ...failureWords(locale), ...checkout, ...again, ...pick(words(locale, 'orders'), SHARED) }
}

/** Of the pages that tell what became of an order. */
export function resultWords(locale: Locale) {
  const own = pick(words(locale, 'orders'), [
    'your-order',
    'result-loading',
    'result-failed',
    'unknown',
    'unknown-text',
    'watched',
    'look-again',
    'to-orders',
    'to-library',
    'title-none',
    'title-pending',
    'title-paid',
    'title-failed',
    'title-canceled',
    'title-held',
    'title-refunded',
    'text-none',
    'text-pending',
    'text-paid',
    'text-gift',
    'text-failed',
    'text-canceled',
    'text-held',
    'text-refunded',
  ])
  return { ...orderWords(locale), 'to-sign-in': words(locale, 'profile')('to-sign-in'), ...own }
}

/** Of the list in the library. */
export function ordersWords(locale: Locale) {
  const own = pick(words(locale, 'orders'), [
    'orders',
    'orders-loading',
    'orders-failed',
    'no-orders',
    'no-orders-text',
    'order-of',
    'gift-redeemed',
    'gift-waiting',
  ])
  return { ...orderWords(locale), ...own, ...pick(words(locale, 'shelf'), ['more', 'more-failed', 'shown']) }
}

/** Of the auto-renewal beside the plans. */
export function renewalWords(locale: Locale) {
  const own = pick(words(locale, 'shelf'), [
    'renewal',
    'renewal-loading',
    'renewal-failed',
    'renewal-plan',
    'renewal-amount',
    'renewal-amount-text',
    'renewal-next',
    'renewal-valid',
    'renewal-valid-text',
    'renewal-off',
    'renewal-off-title',
    'renewal-off-text',
    'renewal-off-sure',
    'renewal-off-keep',
    'renewal-ended',
    'ended-cancelled',
    'ended-failed',
    'ended-changed',
    'ended-expired',
    'ended-replaced',
    'ended-refunded',
    'ended-gateway',
    'ended-account',
    'try-again',
  ])
  return { ...failureWords(locale), close: words(locale, 'account')('close'), ...own }
}
