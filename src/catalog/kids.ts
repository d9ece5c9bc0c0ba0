import { cardViews } from '#contract/catalog/views.ts'
import { cursorOf, KIDS_PAGE } from '#contract/http/cursor.ts'
import { LOCALES, type Locale } from '#contract/text/locale.ts'
import { nameIn } from '#contract/text/translation.ts'
import { trackedQuery } from './tracking/dependency-tracker.ts'
import { loadCatalog } from './tracking/load.ts'
import { shelfById, shelfNames, shelvesOf } from './shelves.ts'
import type { Shelf } from './source.ts'
import type { ListedTitle } from './tracking/title-details.ts'
import { bannersOf, cardsOf, SLIDER } from './views.ts'

export const kidsData = trackedQuery('kids', async (locale: Locale) => {
  const source = await loadCatalog()
  return {
    carousels: [bannersOf(source, 'kids_top', locale), bannersOf(source, 'kids_middle', locale)],
    shelves: shelvesOf(source, 'kids').map((shelf) => ({
      ...shelfNames(shelf, locale),
      cards: cardsOf(source, shelf.product_ids, locale).slice(0, SLIDER),
    })),
  }
})

/** How many pages a shelf has in every language. */
export const kidsShelfPages = (shelf: Shelf): number => Math.max(1, Math.ceil(shelf.product_ids.length / KIDS_PAGE))

export async function kidsShelfPaths() {
  const source = await loadCatalog()
  return shelvesOf(source, 'kids').flatMap((shelf) =>
    LOCALES.flatMap((locale) =>
      Array.from({ length: kidsShelfPages(shelf) }, (_, index) => ({
        locale,
        id: shelf.id,
        slug: shelfNames(shelf, 'en').slug,
        page: index + 1,
      })),
    ),
  )
}

/** One page of a shelf and the cursor for the next page from the API. Both skip titles without a name in the language. */
export const kidsShelfData = trackedQuery('kids-shelf', async (id: number, locale: Locale, page: number) => {
  const source = await loadCatalog()
  const shelf = shelfById(source, id)
  const titles = shelf.product_ids.flatMap((product) => source.titles.get(product) ?? [])
  const from = (page - 1) * KIDS_PAGE
  const last = titles[from + KIDS_PAGE - 1]
  return {
    ...shelfNames(shelf, locale),
    page,
    pages: kidsShelfPages(shelf),
    before: countIn(titles.slice(0, from), locale),
    total: countIn(titles, locale),
    cards: cardViews(titles.slice(from, from + KIDS_PAGE), locale),
    cursor: last && page < kidsShelfPages(shelf) ? cursorOf(last) : undefined,
  }
})

const countIn = (titles: readonly ListedTitle[], locale: Locale) =>
  titles.filter((title) => nameIn(title, locale)).length
