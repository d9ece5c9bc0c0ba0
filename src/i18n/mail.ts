import type { Locale } from '#contract/text.ts'
import en from '../../i18n/en/mail.json' with { type: 'json' }
import mr from '../../i18n/mr/mail.json' with { type: 'json' }
import { fill } from './interpolate.ts'

const texts = { en, mr }
export type MailWord = keyof typeof en

/** The words of mails and messages. The server reads the files itself: i18next belongs to the build of the pages. */
export const mailWord = (locale: Locale, key: MailWord, values: Record<string, string> = {}): string =>
  fill(texts[locale][key], values)
