import { accountWords } from './account-words.ts'
import { summaryWords } from './checkout-words.ts'
import type { Locale } from '#i18n/locales.ts'
import { pick, words } from '#i18n/words.ts'

/** Everything that the page of gifts says once it is alive. */
export function giftWords(locale: Locale) {
  const t = words(locale, 'gift')
  const own = pick(t, [
    'form',
    'what',
    'plan',
    'single',
    'no-title',
    'title-loading',
    'title-failed',
    'title-unsold',
    'recipient',
    'recipient-hint',
    'sender',
    'sender-hint',
    'sender-sign-in',
    'sender-profile',
    'sender-change',
    'first_name',
    'last_name',
    'email',
    'country',
    'state',
    'choose',
    'mobile',
    'mobile-hint',
    'message',
    'message-hint',
    'characters-left',
    'go-on',
    'preparing',
    'cancel',
    'required',
    'name-fault',
    'enter-email',
    'email-long',
    'message-long',
    'mobile-fault',
    'choose-gift',
    'other',
    'summary-heading',
    'for',
    'from',
    'your-words',
    'change',
    'cancel-gift',
    'cancelling',
    'cancelled',
    'pay',
    'paying',
    'gone',
    'pending',
    'to-order',
    'profileIncomplete',
    'to-profile',
    'signedOut',
    'notForSale',
    'changed',
    'alreadyPaid',
    'notPayable',
    'gateway',
  ])
  const account = words(locale, 'account')
  const agreed = pick(account, ['agree-before', 'agree-terms', 'agree-and', 'agree-privacy', 'agree-after', 'sign-in'])
  return {
    ...accountWords(locale),
    ...summaryWords(locale),
    ...agreed,
    agree: t('accept-terms'),
    'with-tax': words(locale, 'format')('with-tax'),
    ...own,
  }
}
