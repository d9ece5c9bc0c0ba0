import { cardView } from '#contract/catalog/views.ts'
import { LOCALES, type Locale } from '#contract/text/locale.ts'
import { trackedQuery } from './tracking/dependency-tracker.ts'
import { loadCatalog } from './tracking/load.ts'
import { shelfById, shelfNames, shelvesOf } from './shelves.ts'
import type { Shelf, Source } from './source.ts'
import { cardsOf } from './views.ts'

/** Intro and one tab for each shelf with its courses [LL-1]. */
export const coursesData = trackedQuery('lab', async (locale: Locale) => {
  const source = await loadCatalog()
  const intro = source.texts.get('language_lab_intro')?.custom_translation[locale]
  return {
    intro: { short: intro?.short_description ?? '', html: intro?.description ?? '' },
    tabs: shelvesOf(source, 'languagelab').map((shelf) => ({
      ...shelfNames(shelf, locale),
      courses: coursesOf(source, shelf, locale),
    })),
  }
})

function coursesOf(source: Source, shelf: Shelf, locale: Locale) {
  return shelf.product_ids.flatMap((id) => {
    const title = source.titles.get(id)
    const card = title && cardView(title, locale)
    return card
      ? [{ card, lessons: title.total_tracks, text: title.custom_translation[locale]?.short_description ?? '' }]
      : []
  })
}

export async function courseShelfPaths() {
  const source = await loadCatalog()
  return shelvesOf(source, 'languagelab').flatMap((shelf) =>
    LOCALES.map((locale) => ({ locale, id: shelf.id, slug: shelfNames(shelf, 'en').slug })),
  )
}

export const courseShelfData = trackedQuery('lab-shelf', async (id: number, locale: Locale) => {
  const source = await loadCatalog()
  const shelf = shelfById(source, id)
  return { ...shelfNames(shelf, locale), cards: cardsOf(source, shelf.product_ids, locale) }
})
