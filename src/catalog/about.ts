import { nameIn, type Locale } from '#contract/index.ts'
import { question } from './ledger.ts'
import { loadCatalog } from './load.ts'

/** What listeners and the press say, as far as it is said in this language. */
export const aboutData = question('about', async (locale: Locale) => {
  const { testimonials, news } = await loadCatalog()
  return {
    testimonials: testimonials.flatMap(({ custom_translations: words }) => words[locale] ?? []),
    news: [...news.media, ...news.accolades].flatMap((item) => {
      const name = nameIn(item, locale)
      return name ? [{ id: item.id, name, html: item.custom_translation[locale]?.description ?? '', created: item.created_date, picture: item.picture }] : []
    }),
  }
})
