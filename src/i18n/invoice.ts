import type { Locale } from '#contract/text.ts'
import en from '../../i18n/en/invoice.json' with { type: 'json' }
import mr from '../../i18n/mr/invoice.json' with { type: 'json' }
import { fill } from './interpolate.ts'

const texts = { en, mr }

/** The words of invoices and credit notes, which the server writes. */
export const invoiceWord = (locale: Locale, key: keyof typeof en, values: Record<string, string> = {}): string =>
  fill(texts[locale][key], values)
