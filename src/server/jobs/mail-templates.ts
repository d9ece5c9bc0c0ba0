import { brand } from '#brand/brand.ts'
import type { Locale } from '#contract/text.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { pathTo } from '#i18n/paths.ts'
import { messages } from '../runtime/messages.ts'

/**
 * What a mail is about; `token` makes its link, which leads to the shop's own address and nowhere else, and `next` is where that
 * page leads on to. `fragment` is the part
 * of it that a browser keeps to itself: no log and no other site sees it.
 */
export type Letter = {
  name: LetterName
  to: string
  locale: Locale
  token?: string
  next?: string
  fragment?: string
  values?: Record<string, string>
}
export type Written = { subject: string; text: string; html: string }
export type LetterName = keyof Messages['mail']['letters']

const PARTS = ['subject', 'lead', 'button', 'note'] as const

const PLACES = {
  signUp: 'signUp',
  member: 'signIn',
  reset: 'resetPassword',
  stranger: 'registration',
  changed: 'home',
  dormant: 'signIn',
  deleted: 'home',
  receipt: 'paymentSuccess',
  giftPaid: 'paymentSuccess',
  gift: 'redeemGift',
  refunded: 'library',
  renewalOn: 'library',
  renewalOff: 'subscribe',
  renewalChanged: 'subscribe',
  renewalEnded: 'subscribe',
  renewalNotice: 'library',
  renewalFailed: 'library',
  alarm: 'home',
} as const

/** The part of the library that a letter is about. */
const TABS: Partial<Record<LetterName, string>> = {
  refunded: 'orders',
  renewalOn: 'subscription',
  renewalNotice: 'subscription',
  renewalFailed: 'subscription',
}

export function write({ name, locale, token, next, fragment, values: told }: Letter, siteUrl: string): Written {
  const values = { shop: brand.name[locale], contact: brand.contact.email, ...told }
  const t = messages(locale, 'mail')
  const [subject, lead, button, note] = PARTS.map((part) => t(`letters.${name}.${part}`, values))
  const query = new URLSearchParams({ ...(TABS[name] && { tab: TABS[name] }), ...(next && { next }) })
  const link =
    siteUrl +
    pathTo(PLACES[name], locale, token ? { token } : {}) +
    (query.size > 0 ? `?${query}` : '') +
    (fragment ? `#${fragment}` : '')
  return {
    subject: subject ?? '',
    text: `${lead}\n\n${link}\n\n${note}\n\n${values.shop}\n`,
    html: page(
      locale,
      `<p>${escape(lead)}</p>\n<p><a href="${escape(link)}">${escape(button)}</a></p>\n<p>${escape(note)}</p>\n<p>${escape(values.shop)}</p>`,
    ),
  }
}

export const smsText = (locale: Locale, code: string): string =>
  messages(locale, 'mail')('sms.code', { code, shop: brand.name[locale] })

const page = (locale: Locale, body: string): string =>
  `<!doctype html>\n<html lang="${locale}">\n<head><meta charset="utf-8"></head>\n<body>\n${body}\n</body>\n</html>\n`

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escape = (text = ''): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)
