import { accountWords } from './account-words.ts'
import { countryOptions, stateOptions } from './country-options.ts'
import type { Locale } from '#i18n/locales.ts'
import { pick, words } from '#i18n/words.ts'

/** What the header of a listener's pages says, with the dialogs of profile and notifications, and the lists to choose from. */
export function profileWords(locale: Locale) {
  const form = words(locale, 'form')
  const account = words(locale, 'account')
  const own = pick(words(locale, 'profile'), [
    'my-profile',
    'not-activated',
    'plan-span',
    'loading',
    'load-failed',
    'to-sign-in',
    'name',
    'mobile',
    'gender',
    'birth_date',
    'institute',
    'not-given',
    'gender-1',
    'gender-2',
    'gender-3',
    'edit',
    'change-password',
    'new-lead',
    'save',
    'cancel',
    'back',
    'saving',
    'saved',
    'email-fixed',
    'email-typed',
    'institute-fixed',
    'enter-email',
    'date',
    'future',
    'birth-hint',
    'newsletter',
    'newsletter-failed',
    'old_password',
    'new_password',
    'old-wrong',
    'password-lead',
    'password-changed',
    'no-password',
    'no-password-mobile',
    'send-link',
    'link-sent',
    'your-data',
    'your-data-lead',
    'download',
    'downloading',
    'downloaded',
    'download-failed',
    'download-often',
    'delete',
    'delete-lead',
    'delete-kept',
    'delete-sure',
    'delete-unsure',
    'delete-password',
    'delete-wrong',
    'delete-again',
    'to-log-out',
    'deleting',
    'erased',
    'erased-text',
    'to-home',
    'picture',
    'picture-choose',
    'picture-remove',
    'picture-hint',
    'picture-type',
    'picture-large',
    'picture-failed',
    'picture-sending',
    'picture-saved',
  ])
  const shared = pick(account, [
    'first_name',
    'last_name',
    'country',
    'state',
    'choose',
    'confirm_password',
    'password-hint',
    'tooShort',
    'tooLong',
    'mismatch',
    'common',
  ])
  const faults = {
    ...pick(form, ['letters', 'try-again']),
    'too-long': form('tooLong'),
    'mobile-invalid': form('mobile'),
  }
  return { ...accountWords(locale), ...shared, ...faults, ...own }
}

export function notificationWords(locale: Locale) {
  return pick(words(locale, 'notifications'), [
    'title',
    'bell',
    'bell-unread',
    'all',
    'titles',
    'episodes',
    'messages',
    'title-one',
    'episode-one',
    'message-one',
    'kinds',
    'unread',
    'loading',
    'failed',
    'try-again',
    'more',
    'none',
    'listen',
    'open',
    'close',
  ])
}

/** Everything that `BillingHeader` asks for. */
export function billingProps(locale: Locale) {
  return {
    locale,
    words: profileWords(locale),
    notes: notificationWords(locale),
    countries: countryOptions(locale),
    states: stateOptions(locale),
  }
}
