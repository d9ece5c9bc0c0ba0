import { nameIn } from '#contract/text/translation.ts'
import type { Locale } from '#contract/text/locale.ts'
import { trackedQuery } from './tracking/dependency-tracker.ts'
import { loadCatalog } from './tracking/load.ts'

/** Testimonials and news that have a text in this language. */
export const aboutData = trackedQuery('about', async (locale: Locale) => {
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
