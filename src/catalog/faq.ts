import type { Locale } from '#contract/text/locale.ts'
import { trackedQuery } from './tracking/dependency-tracker.ts'
import { loadCatalog } from './tracking/load.ts'

export const faqData = trackedQuery('faq', async (locale: Locale) => {
  return (await loadCatalog()).faq[locale]
})
