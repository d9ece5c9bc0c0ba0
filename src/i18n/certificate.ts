import type { Locale } from '#contract/text.ts'
import en from '../../i18n/en/certificate.json' with { type: 'json' }
import mr from '../../i18n/mr/certificate.json' with { type: 'json' }
import { fill } from './interpolate.ts'

const texts = { en, mr }

/** The words of certificates, which the server writes. */
export const certificateWord = (locale: Locale, key: keyof typeof en, values: Record<string, string> = {}): string =>
  fill(texts[locale][key], values)
