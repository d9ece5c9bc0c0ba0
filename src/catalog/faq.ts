import type { Locale } from '#contract/index.ts'
import { question } from './ledger.ts'
import { loadCatalog } from './load.ts'

export const faqData = question('faq', async (locale: Locale) => {
  return (await loadCatalog()).faq[locale]
})
