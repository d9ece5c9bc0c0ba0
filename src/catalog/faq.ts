import type { Locale } from '#contract/text.ts'
import { question } from './dependency-tracker.ts'
import { loadCatalog } from './load.ts'

export const faqData = question('faq', async (locale: Locale) => {
  return (await loadCatalog()).faq[locale]
})
