import { nameIn } from '#contract/translation.ts'
import type { Locale } from '#contract/text.ts'
import { question } from './dependency-tracker.ts'
import { loadCatalog } from './load.ts'

/** What listeners and the press say, as far as it is said in this language. */
export const aboutData = question('about', async (locale: Locale) => {
  const { testimonials, news } = await loadCatalog()
  return {
    testimonials: testimonials.flatMap(({ custom_translations: words }) => words[locale] ?? []),
    news: [...news.media, ...news.accolades].flatMap((item) => {
      const name = nameIn(item, locale)
      return name
        ? [
            {
              id: item.id,
              name,
              html: item.custom_translation[locale]?.description ?? '',
              created: item.created_date,
              picture: item.picture,
            },
          ]
        : []
    }),
  }
})
