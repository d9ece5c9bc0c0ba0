import { cardViews, namedViews } from '#contract/catalog/views.ts'
import type { Locale } from '#contract/text/locale.ts'
import { trackedQuery } from './tracking/dependency-tracker.ts'
import { loadCatalog } from './tracking/load.ts'
import { shelfNames, shelvesOf } from './shelves.ts'

const POPULAR = 6

/** What a search without a result offers instead: genres, shelves for kids, popular titles. */
export const searchOffers = trackedQuery('search-offers', async (locale: Locale) => {
  const source = await loadCatalog()
  const genres = namedViews(shelvesOf(source, 'genre'), locale).map((genre) => ({
    ...genre,
    type: 'audiobook' as const,
  }))
  const shelves = shelvesOf(source, 'kids')
    .map((shelf) => shelfNames(shelf, locale))
    .map(({ slug, ...shelf }) => ({ ...shelf, slugName: slug, type: 'kids' as const }))
  return { genres: [...genres, ...shelves], popular: cardViews(source.lists.popular, locale).slice(0, POPULAR) }
})
