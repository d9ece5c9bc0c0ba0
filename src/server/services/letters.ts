import { brand } from '#brand.ts'
import type { Locale } from '#contract/index.ts'
import { mailWord, type MailWord } from '#i18n/mail.ts'
import { pathTo } from '#i18n/paths.ts'

/** What a mail is about; `token` makes its link, which leads to the shop's own address and nowhere else. */
export type Letter = { name: LetterName; to: string; locale: Locale; token?: string }
export type Written = { subject: string; text: string; html: string }
type Parts = [subject: MailWord, lead: MailWord, button: MailWord, note: MailWord]

const LETTERS = {
  signUp: ['signUpSubject', 'signUpLead', 'signUpButton', 'signUpNote'],
  member: ['memberSubject', 'memberLead', 'memberButton', 'memberNote'],
  reset: ['resetSubject', 'resetLead', 'resetButton', 'resetNote'],
  stranger: ['strangerSubject', 'strangerLead', 'strangerButton', 'strangerNote'],
  changed: ['changedSubject', 'changedLead', 'changedButton', 'changedNote'],
} as const satisfies Record<string, Parts>
export type LetterName = keyof typeof LETTERS

const PLACES = { signUp: 'signUp', member: 'signIn', reset: 'resetPassword', stranger: 'registration', changed: 'home' } as const

export function write({ name, locale, token }: Letter, siteUrl: string): Written {
  const values = { shop: brand.name[locale], contact: brand.contact.email }
  const [subject, lead, button, note] = LETTERS[name].map((key) => mailWord(locale, key, values))
  const link = siteUrl + pathTo(PLACES[name], locale, token ? { token } : {})
  return {
    subject: subject ?? '',
    text: `${lead}\n\n${link}\n\n${note}\n\n${values.shop}\n`,
    html: page(locale, `<p>${escape(lead)}</p>\n<p><a href="${escape(link)}">${escape(button)}</a></p>\n<p>${escape(note)}</p>\n<p>${escape(values.shop)}</p>`),
  }
}

export const smsText = (locale: Locale, code: string): string => mailWord(locale, 'smsOtp', { code, shop: brand.name[locale] })

const page = (locale: Locale, body: string): string =>
  `<!doctype html>\n<html lang="${locale}">\n<head><meta charset="utf-8"></head>\n<body>\n${body}\n</body>\n</html>\n`

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escape = (text = ''): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)
