import { brand } from '#brand/brand.ts'
import { LOCALES, type Locale } from '#contract/text/locale.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { deskPath, type DeskRoute } from '#i18n/desk-paths.ts'
import { pathTo, type RouteName } from '#i18n/paths.ts'
import { messages } from '../runtime/messages.ts'
import { mailHtml, type MailItem, type MailParts } from './mail-layout.ts'

/**
 * A mail before it is rendered. `token` makes its link, which leads to the shop's own address and nowhere else; `next` is where
 * that page leads on to. The browser sends `fragment` to nobody, so that no log and no other site sees it.
 */
export type TemplateMail = {
  name: TemplateName
  to: string
  locale: Locale
  token?: string
  next?: string
  fragment?: string
  values?: Record<string, string>
  /** What was bought, given or told. */
  items?: readonly MailItem[]
  /** Ends this kind of mail by one press. */
  unsubscribe?: string
}
type RenderedMail = { subject: string; text: string; html: string; headers?: Record<string, string> }
export type TemplateName = keyof Messages['mail']['templates']

const PARTS = ['subject', 'lead', 'button', 'note'] as const

const LINK_ROUTES = {
  signUp: 'signUp',
  member: 'signIn',
  reset: 'resetPassword',
  stranger: 'registration',
  changed: 'home',
  weeklyNews: 'library',
  newDevice: 'library',
  passkeyAdded: 'library',
  dormant: 'signIn',
  newNotice: 'privacyChoices',
  deleted: 'home',
  receipt: 'paymentSuccess',
  receiptFree: 'paymentSuccess',
  giftPaid: 'paymentSuccess',
  giftPlanned: 'paymentSuccess',
  giftLink: 'paymentSuccess',
  giftLinkLater: 'paymentSuccess',
  giftOpened: 'paymentSuccess',
  gift: 'redeemGift',
  refunded: 'library',
  refundedPart: 'library',
  refundedLines: 'library',
  letterReply: 'contact',
  auditionReply: 'home',
  renewalOn: 'library',
  renewalOff: 'subscribe',
  renewalChanged: 'subscribe',
  renewalEnded: 'subscribe',
  renewalOverdue: 'subscribe',
  renewalNotice: 'library',
  renewalFailed: 'library',
  alarm: 'home',
} as const satisfies Partial<Record<TemplateName, RouteName>>

/** Mails to the people of the desk. */
const DESK_LINKS = {
  staffInvitation: 'invitation',
  staffReset: 'invitation',
  staffSignIn: 'account',
} as const satisfies Partial<Record<TemplateName, DeskRoute>>

function pathOf(name: TemplateName, locale: Locale, token: string | undefined): string {
  if (name in DESK_LINKS) return deskPath(DESK_LINKS[name as keyof typeof DESK_LINKS], locale)
  return pathTo(LINK_ROUTES[name as keyof typeof LINK_ROUTES], locale, token ? { token } : {})
}

/** The part of the library that a mail leads to. */
const LIBRARY_TABS: Partial<Record<TemplateName, string>> = {
  refunded: 'orders',
  refundedPart: 'orders',
  refundedLines: 'orders',
  renewalOn: 'subscription',
  renewalNotice: 'subscription',
  renewalFailed: 'subscription',
}

/** The part of the profile that a mail leads to. */
const PROFILE_PARTS: Partial<Record<TemplateName, string>> = {
  newDevice: 'security',
  passkeyAdded: 'security',
  weeklyNews: 'follows',
}

/** Where mail programs end a mail: `notifications/routes.ts`. */
export const ONE_CLICK_PATH = '/api/weekly-news/end/'

function unsubscribeOf({ unsubscribe, locale }: TemplateMail, siteUrl: string) {
  if (!unsubscribe) return undefined
  const address = `${siteUrl}${ONE_CLICK_PATH}${encodeURIComponent(unsubscribe)}?lang=${locale}`
  return {
    link: `${siteUrl}${pathTo('weeklyNews', locale)}#${encodeURIComponent(unsubscribe)}`,
    headers: { 'list-unsubscribe': `<${address}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' },
  }
}

export function renderMail(mail: TemplateMail, siteUrl: string): RenderedMail {
  const { name, locale, token, next, fragment, values: more, items = [] } = mail
  const unsubscribe = unsubscribeOf(mail, siteUrl)
  const values = { shop: brand.name[locale], contact: brand.contact.email, ...more, ...senderOf(mail, locale) }
  const t = messages(locale, 'mail')
  const [subject, lead, button, note] = PARTS.map((part) => t(`templates.${name}.${part}`, values))
  const query = new URLSearchParams({
    ...(LIBRARY_TABS[name] && { tab: LIBRARY_TABS[name] }),
    ...(PROFILE_PARTS[name] && { profile: PROFILE_PARTS[name] }),
    ...(next && { next }),
  })
  const linkIn = (language: Locale) =>
    siteUrl + pathOf(name, language, token) + (query.size > 0 ? `?${query}` : '') + (fragment ? `#${fragment}` : '')
  const link = linkIn(locale)
  const other = otherLanguage(mail, linkIn)
  const parts = { subject: subject ?? '', lead: lead ?? '', button: button ?? '', note: note ?? '' }
  const linkHint = t('layout.linkHint', { button: parts.button })
  const code = more?.['code'] && t('layout.code', { code: more['code'] })
  const leave = unsubscribe && { text: t('layout.unsubscribe'), link: unsubscribe.link }
  const lines = [
    parts.lead,
    ...(items.length > 0
      ? [items.map((item) => [`– ${item.name}`, ...(item.link ? [item.link] : [])].join('\n  ')).join('\n')]
      : []),
  ]
  return {
    subject: parts.subject,
    text: `${[...lines, ...(code ? [code] : []), `${parts.button}:`, link, parts.note, ...(other ? [`${other.lead}\n${other.link}`] : []), ...(leave ? [`${leave.text}:\n${leave.link}`] : []), `${values.shop} · ${values.contact}`].join('\n\n')}\n`,
    html: mailHtml({ ...parts, items, code, link, linkHint, other, leave }, locale, siteUrl),
    ...(unsubscribe && { headers: unsubscribe.headers }),
  }
}

/** A gift is written in the language of its giver: whom it is for may read the other one. */
function otherLanguage(mail: TemplateMail, linkIn: (locale: Locale) => string): MailParts['other'] {
  const other = LOCALES.find((one) => one !== mail.locale)
  if (mail.name !== 'gift' || !other) return undefined
  const values = { ...mail.values, ...senderOf(mail, other) }
  return { locale: other, lead: messages(other, 'mail')('layout.giftInThisLanguage', values), link: linkIn(other) }
}

/** A giver who erased their account has no name any more. */
const senderOf = ({ values }: TemplateMail, locale: Locale): { sender?: string } =>
  values?.['sender'] === '' ? { sender: namelessGiver(locale) } : {}

export const namelessGiver = (locale: Locale): string => messages(locale, 'mail')('layout.giver')

export const smsText = (locale: Locale, code: string): string =>
  messages(locale, 'mail')('sms.code', { code, shop: brand.name[locale] })
