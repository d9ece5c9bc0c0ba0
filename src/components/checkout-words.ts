import { accountWords } from './account-words.ts'
import type { Locale } from '#i18n/locales.ts'
import { pick, words } from '#i18n/words.ts'

/** What the page of checking out says, with its summary. */
export function checkoutWords(locale: Locale) {
  const form = pick(words(locale, 'form'), ['required', 'letters', 'tooLong', 'other'])
  const { email, 'email-invalid': invalid } = accountWords(locale)
  const terms = pick(words(locale, 'account'), [
    'agree-before',
    'agree-terms',
    'agree-and',
    'agree-privacy',
    'agree-after',
  ])
  const own = pick(words(locale, 'checkout'), [
    'billing',
    'first_name',
    'last_name',
    'mobile',
    'place',
    'not-given',
    'email-note',
    'change-profile',
    'billing-loading',
    'billing-failed',
    'profile-incomplete',
    'complete-profile',
    'method',
    'method-payu',
    'method-ccavenue',
    'method-paypal',
    'method-missing',
    'method-note',
    'method-free',
    'agree',
    'renew',
    'renew-note',
    'renew-note-abroad',
    'place-order',
    'place-order-of',
    'placing',
    'failed-coupon',
    'failed-changed',
    'failed-alreadyOwned',
    'failed-gateway',
    'failed-notPayable',
    'failed-noPlan',
    'empty',
    'empty-text',
    'to-browse',
    'to-plans',
  ])
  const toSignIn = words(locale, 'profile')('to-sign-in')
  return { ...summaryWords(locale), ...form, email, 'email-invalid': invalid, ...terms, ...own, 'to-sign-in': toSignIn }
}

/** What the way to the gateway says. */
export function proceedWords(locale: Locale) {
  const own = pick(words(locale, 'checkout'), [
    'opening',
    'leaving',
    'leaving-renewal',
    'continue',
    'came-back',
    'came-back-text',
    'order-status',
    'to-checkout',
    'failed-gateway',
  ])
  return { ...failureWords(locale), ...own }
}

/** Why a call failed, when nothing nearer says it. */
export function failureWords(locale: Locale) {
  const { wait, minute, minutes, offline, failed, 'not-served': notServed } = accountWords(locale)
  return { wait, minute, minutes, offline, failed, 'not-served': notServed }
}

/** Everything that `OrderSummary` says. */
export function summaryWords(locale: Locale) {
  const own = pick(words(locale, 'checkout'), [
    'summary',
    'basket-loading',
    'basket-failed',
    'line-remove',
    'line-remove-of',
    'coupon',
    'coupon-apply',
    'coupon-applying',
    'coupon-enter',
    'coupon-refused',
    'coupon-applied',
    'coupon-remove',
    'coupon-removed',
    'subtotal',
    'discount',
    'tax',
    'CGST',
    'SGST',
    'IGST',
    'total',
    'before-tax',
  ])
  return { ...failureWords(locale), 'try-again': words(locale, 'form')('try-again'), ...own }
}
