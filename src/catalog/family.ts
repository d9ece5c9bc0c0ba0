import { cardDetails, cardViews } from '#contract/views.ts'
import { LOCALES, type Locale } from '#contract/locale.ts'
import { nameIn, nameOrEnglish } from '#contract/translation.ts'
import { slugOf } from '#contract/slug.ts'
import { trackedQuery } from './tracking/dependency-tracker.ts'
import { loadCatalog } from './tracking/load.ts'
import type { Shelf, Source, Title } from './source.ts'
import { bannersOf, familyTitles, newestFirst, PAGE_CARDS, SLIDER } from './views.ts'

export const FAMILY_LISTS = ['latest_launch', 'popular_titles', 'editors_pick'] as const
/** Lists that have a page of their own: those of the family page, and one of the home page. */
const LISTS = [...FAMILY_LISTS, 'evergreen'] as const
export type FamilyList = (typeof LISTS)[number]
const isList = (slug: string): slug is FamilyList => LISTS.some((list) => list === slug)

/** Titles of a list; the picks in the order of the editors. */
function listTitles(source: Source, list: FamilyList, locale: Locale): Title[] {
  const family = familyTitles(source, locale)
  if (list === 'latest_launch') return family.toSorted(newestFirst)
  if (list === 'popular_titles')
    return family.toSorted((a, b) => b.total_reviews - a.total_reviews || newestFirst(a, b))
  const picked = list === 'evergreen' ? source.lists.evergreen : source.lists.editors
  return titlesOf(
    source,
    picked.map(({ id }) => id),
    locale,
  )
}

function titlesOf(source: Source, ids: readonly number[], locale: Locale): Title[] {
  const family = new Set(familyTitles(source, locale))
  return ids.flatMap((id) => source.titles.get(id) ?? []).filter((title) => family.has(title))
}

const genresIn = (source: Source, locale: Locale): Shelf[] =>
  source.categories.filter((category) => category.kind === 'genre' && nameIn(category, locale))
const genreSlug = (genre: Shelf) => slugOf(nameOrEnglish(genre, 'en'))

/** The lists and every genre that has a name in the language. */
export async function familyListPaths() {
  const source = await loadCatalog()
  return LOCALES.flatMap((locale) =>
    [...LISTS, ...genresIn(source, locale).map(genreSlug)].map((slug) => ({ locale, slug })),
  )
}

/** A list has its name in the messages of the site, a genre in the catalog. */
export const familyListData = trackedQuery('family-list', async (slug: string, locale: Locale) => {
  const source = await loadCatalog()
  if (isList(slug)) {
    return {
      list: slug,
      name: '',
      locales: LOCALES,
      cards: cardDetails(listTitles(source, slug, locale).slice(0, PAGE_CARDS), locale),
    }
  }
  const genre = genresIn(source, locale).find((known) => genreSlug(known) === slug)
  if (!genre) throw new Error(`the family list ${slug} has a path but is not in the catalog`)
  return {
    list: undefined,
    name: nameIn(genre, locale) ?? '',
    locales: LOCALES.filter((other) => nameIn(genre, other)),
    cards: cardDetails(titlesOf(source, genre.product_ids, locale).slice(0, PAGE_CARDS), locale),
  }
})

export const familyData = trackedQuery('family', async (locale: Locale) => {
  const source = await loadCatalog()
  const slider = (titles: Title[]) => cardViews(titles.slice(0, SLIDER), locale)
  return {
    banners: bannersOf(source, 'family', locale).slice(0, 2),
    lists: FAMILY_LISTS.map((list) => ({ list, cards: slider(listTitles(source, list, locale)) })),
    genres: genresIn(source, locale).map((genre) => ({
      id: genre.id,
      name: nameIn(genre, locale) ?? '',
      slug: genreSlug(genre),
      cards: slider(titlesOf(source, genre.product_ids, locale)),
    })),
  }
})
