import i18next from 'i18next'
import type about from '../../i18n/en/about.json'
import type account from '../../i18n/en/account.json'
import type audition from '../../i18n/en/audition.json'
import type banners from '../../i18n/en/banners.json'
import type browse from '../../i18n/en/browse.json'
import type certificate from '../../i18n/en/certificate.json'
import type checkout from '../../i18n/en/checkout.json'
import type contact from '../../i18n/en/contact.json'
import type family from '../../i18n/en/family.json'
import type faq from '../../i18n/en/faq.json'
import type form from '../../i18n/en/form.json'
import type format from '../../i18n/en/format.json'
import type free from '../../i18n/en/free.json'
import type gift from '../../i18n/en/gift.json'
import type home from '../../i18n/en/home.json'
import type kids from '../../i18n/en/kids.json'
import type lab from '../../i18n/en/lab.json'
import type legal from '../../i18n/en/legal.json'
import type library from '../../i18n/en/library.json'
import type notifications from '../../i18n/en/notifications.json'
import type offline from '../../i18n/en/offline.json'
import type orders from '../../i18n/en/orders.json'
import type pages from '../../i18n/en/pages.json'
import type profile from '../../i18n/en/profile.json'
import type redeem from '../../i18n/en/redeem.json'
import type shelf from '../../i18n/en/shelf.json'
import type shell from '../../i18n/en/shell.json'
import type title from '../../i18n/en/title.json'
import { fill } from './interpolate.ts'
import type { Locale } from './locales.ts'

type Spaces = {
  about: typeof about
  account: typeof account
  audition: typeof audition
  banners: typeof banners
  browse: typeof browse
  certificate: typeof certificate
  checkout: typeof checkout
  contact: typeof contact
  family: typeof family
  faq: typeof faq
  form: typeof form
  format: typeof format
  free: typeof free
  gift: typeof gift
  home: typeof home
  kids: typeof kids
  lab: typeof lab
  legal: typeof legal
  library: typeof library
  notifications: typeof notifications
  offline: typeof offline
  orders: typeof orders
  pages: typeof pages
  profile: typeof profile
  redeem: typeof redeem
  shelf: typeof shelf
  shell: typeof shell
  title: typeof title
}
type Plain<Key> = Key extends `${infer Stem}_one` | `${infer Stem}_other` ? Stem : Key
export type WordKey<Space extends keyof Spaces> = Plain<keyof Spaces[Space] & string>
export type Words<Space extends keyof Spaces> = (
  key: WordKey<Space>,
  values?: Record<string, string | number>,
) => string

/** Templates as i18next resolved them. Asking it for every word of every page was a quarter of the whole build. */
const templates = new Map<string, string>()
const plurals = { en: new Intl.PluralRules('en'), mr: new Intl.PluralRules('mr') }

/**
 * The words of one space in one language; an unknown key does not compile. Traps: i18next holds one global language, so only
 * fixed translators are used; it would escape values, which the pages do themselves.
 */
export function words<Space extends keyof Spaces>(locale: Locale, space: Space): Words<Space> {
  const fixed = i18next.getFixedT(locale, space)
  const template = (key: WordKey<Space>, count?: number): string => {
    const name = `${locale} ${space} ${key} ${count === undefined ? '' : plurals[locale].select(count)}`
    const found =
      templates.get(name) ?? String(fixed(key, { skipInterpolation: true, ...(count !== undefined && { count }) }))
    templates.set(name, found)
    return found
  }
  // Without values the text stays a template: islands fill it in the browser.
  return (key, values) => {
    if (!values) return template(key)
    return fill(template(key, typeof values['count'] === 'number' ? values['count'] : undefined), values)
  }
}

/** A plural form for the browser, which puts the number in the place of `#`: i18next has put 1 or 2 there. */
export const counter = (text: string) => text.replace(/\d/, '#')

/** The whole of a space as plain data: for islands, which get their words as props. */
export function pick<const Keys extends readonly string[]>(
  t: (key: Keys[number]) => string,
  keys: Keys,
): Record<Keys[number], string> {
  // fromEntries widens the keys that the argument names.
  return Object.fromEntries(keys.map((key: Keys[number]) => [key, t(key)])) as Record<Keys[number], string>
}
