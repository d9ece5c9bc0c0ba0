import type { Locale } from '#contract/locale.ts'
import { trackedQuery } from './dependency-tracker.ts'
import { loadCatalog } from './load.ts'

export const faqData = trackedQuery('faq', async (locale: Locale) => {
  return (await loadCatalog()).faq[locale]
})
