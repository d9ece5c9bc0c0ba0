import { FAMILY_LISTS, genreSlugs, isFamilyList, LISTS, type FamilyList } from '#contract/catalog/family-lists.ts'
import { cardDetails, cardViews } from '#contract/catalog/views.ts'
import { LOCALES, type Locale } from '#contract/text/locale.ts'
import { nameIn } from '#contract/text/translation.ts'
import { trackedQuery } from './tracking/dependency-tracker.ts'
import { loadCatalog } from './tracking/load.ts'
import type { Shelf, Source } from './source.ts'
import type { ListedTitle } from './tracking/title-details.ts'
import { bannersOf, familyTitles, isFamilyTitle, newestFirst, PAGE_CARDS, SLIDER } from './views.ts'

/** Titles of a list; the picks in the order of the editors. */
function listTitles(source: Source, list: FamilyList, locale: Locale): ListedTitle[] {
  if (list === 'latest_launch') return familyTitles(source, locale).toSorted(newestFirst)
  if (list === 'popular_titles')
    return familyTitles(source, locale).toSorted((a, b) => b.total_reviews - a.total_reviews || newestFirst(a, b))
  const picked = list === 'evergreen' ? source.lists.evergreen : source.lists.editors
  const ids = picked.map(({ id }) => id)
  return firstTitles(source, ids, locale, PAGE_CARDS)
}

/** The first family titles among these ids. Asks for single titles: a genre does not depend on the whole catalog. */
function firstTitles(source: Source, ids: readonly number[], locale: Locale, count: number): ListedTitle[] {
  const found: ListedTitle[] = []
  for (const id of ids) {
    if (found.length === count) break
    const title = source.titles.get(id)
    if (title && isFamilyTitle(title, locale)) found.push(title)
  }
  return found
}

const genresIn = (source: Source, locale: Locale): Shelf[] =>
  source.categories.filter((category) => category.kind === 'genre' && nameIn(category, locale))

type Genres = { slugs: Map<number, string>; bySlug: Map<string, Shelf> }
const slugged = new WeakMap<Shelf[], Genres>()
/** Slugs are made once: every genre has a query, and each of them looks through all genres. */
function genresOf(source: Source): Genres {
  // Read each time, so that every query is known to depend on it.
  const { categories } = source
  const existing = slugged.get(categories)
  if (existing) return existing
  const all = categories.filter(({ kind }) => kind === 'genre')
  const slugs = genreSlugs(all)
  const genres = { slugs, bySlug: new Map(all.map((genre) => [slugs.get(genre.id) ?? '', genre])) }
  slugged.set(categories, genres)
  return genres
}

function genreOf(source: Source, slug: string, locale: Locale): Shelf | undefined {
  const genre = genresOf(source).bySlug.get(slug)
  return genre && nameIn(genre, locale) ? genre : undefined
}
const genreSlug = (source: Source, { id }: Shelf): string => genresOf(source).slugs.get(id) ?? ''

export const hasFamilyList = (source: Source, slug: string, locale: Locale): boolean =>
  isFamilyList(slug) || genreOf(source, slug, locale) !== undefined

/** The lists and every genre that has a name in the language. */
export async function familyListPaths() {
  const source = await loadCatalog()
  return LOCALES.flatMap((locale) =>
    [...LISTS, ...genresIn(source, locale).map((genre) => genreSlug(source, genre))].map((slug) => ({ locale, slug })),
  )
}

/** A list has its name in the messages of the site, a genre in the catalog. */
export const familyListData = trackedQuery('family-list', async (slug: string, locale: Locale) => {
  const source = await loadCatalog()
  if (isFamilyList(slug)) {
    return {
      list: slug,
      name: '',
      locales: LOCALES,
      cards: cardDetails(listTitles(source, slug, locale).slice(0, PAGE_CARDS), locale),
    }
  }
  const genre = genreOf(source, slug, locale)
  if (!genre) throw new Error(`the family list ${slug} has a path but is not in the catalog`)
  return {
    list: undefined,
    name: nameIn(genre, locale) ?? '',
    locales: LOCALES.filter((other) => nameIn(genre, other)),
    cards: cardDetails(firstTitles(source, genre.product_ids, locale, PAGE_CARDS), locale),
  }
})

export const familyData = trackedQuery('family', async (locale: Locale) => {
  const source = await loadCatalog()
  const slider = (titles: ListedTitle[]) => cardViews(titles.slice(0, SLIDER), locale)
  return {
    banners: bannersOf(source, 'family', locale),
    lists: FAMILY_LISTS.map((list) => ({ list, cards: slider(listTitles(source, list, locale)) })),
    genres: genresIn(source, locale).map((genre) => ({
      id: genre.id,
      name: nameIn(genre, locale) ?? '',
      slug: genreSlug(source, genre),
      cards: cardViews(firstTitles(source, genre.product_ids, locale, SLIDER), locale),
    })),
  }
})
