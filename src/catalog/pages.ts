import { browseTypes } from '#contract/catalog/audio-type.ts'
import { cardViews, namedViews, titleView } from '#contract/catalog/views.ts'
import { LOCALES, type Locale } from '#contract/text/locale.ts'
import { foreignLocale, nameIn, nameOrEnglish } from '#contract/text/translation.ts'
import { slugOf } from '#contract/text/slug.ts'
import { trackedQuery } from './tracking/dependency-tracker.ts'
import { loadCatalog } from './tracking/load.ts'
import { placeInSeries, withoutSeries } from './series/series.ts'
import type { Source, Title, Writer } from './source.ts'
import type { ListedTitle } from './tracking/title-details.ts'
import {
  authorViews,
  bannersOf,
  cardsOf,
  familyTitles,
  isKids,
  newestFirst,
  PAGE_CARDS,
  SLIDER,
  titlesIn,
} from './views.ts'

/** One row: a title page must stay below 22 KB of HTML and styles. */
const RELATED = 6

export const shellData = trackedQuery('shell', async (locale: Locale) => {
  const source = await loadCatalog()
  const menu = source.menu.flatMap((item) => {
    const name = nameIn({ custom_translation: item.custom_translation }, locale)
    return name ? [{ slug: item.slug, name }] : []
  })
  const shelves = (kind: 'kids' | 'languagelab') =>
    source.categories
      .filter((category) => category.kind === kind)
      .slice(0, 4)
      .map((category) => ({
        id: category.id,
        name: nameOrEnglish(category, locale),
        lang: foreignLocale(category, locale),
        slugName: nameOrEnglish(category, 'en'),
      }))
  return { menu, kids: shelves('kids'), courses: shelves('languagelab'), isDemo: source.options.is_demo }
})

/** The ways to sign in that the shop is set up for. */
export const signInWays = trackedQuery('sign-in-ways', async (_locale: Locale) => {
  const { google, facebook, mobile } = (await loadCatalog()).options
  return {
    providers: [...(google ? (['google'] as const) : []), ...(facebook ? (['facebook'] as const) : [])],
    hasMobile: mobile,
  }
})

export const homeData = trackedQuery('home', async (locale: Locale) => {
  const source = await loadCatalog()
  const { lists } = source
  const family = familyTitles(source, locale)
  const pick = (name: keyof Source['lists']) => cardViews(lists[name], locale)
  const newestCards = (titles: ListedTitle[]) => cardViews(titles.toSorted(newestFirst).slice(0, SLIDER), locale)
  const latest = pick('latest')
  // The last title of an author can be taken down between two reads of a build.
  const popular = source.popularAuthors.filter(({ id }) => source.authors.has(id))
  const withSample = [...pick('featured'), ...latest].filter((card) => card.sample && card.cover)
  return {
    banners: bannersOf(source, 'home', locale),
    hero: [...new Map(withSample.map((card) => [card.id, card])).values()].slice(0, 3),
    latest,
    editors: pick('editors').slice(0, SLIDER),
    popular: pick('popular'),
    evergreen: pick('evergreen').slice(0, SLIDER),
    kids: newestCards(titlesIn(source, locale).filter(isKids)),
    kidsPopular: pick('kidsPopular'),
    kidsEditors: pick('kidsEditors'),
    family: newestCards(family),
    familyPopular: family.length > 0 ? pick('popular').filter((card) => card.type !== 'kids') : [],
    familyEditors: pick('editors')
      .filter((card) => card.type !== 'kids')
      .slice(0, SLIDER),
    courses: pick('courses'),
    authors: authorViews(popular, locale).slice(0, SLIDER),
  }
})

const LANDING_COVERS = 5
/** The newest distinct covers, for the sign-up page. */
export const landingCovers = trackedQuery('landing', async (locale: Locale) => {
  const { lists } = await loadCatalog()
  const covers = cardViews([...lists.featured, ...lists.latest], locale).flatMap(({ id, cover }) =>
    cover ? [[id, cover] as const] : [],
  )
  return [...new Map(covers).values()].slice(0, LANDING_COVERS)
})

/** One page for each title and each language in which it has a name. */
export async function titlePaths(isCourse: boolean) {
  const source = await loadCatalog()
  return LOCALES.flatMap((locale) =>
    titlesIn(source, locale)
      .filter((title) => (title.product_audio_type === 'languagelab') === isCourse)
      .map((title) => ({ locale, id: title.id, slug: title.product_slug })),
  )
}

type Elsewhere = { locale: Locale; id: number; slug: string; other: Locale }

/** Languages in which a title has no name, each with the language that it has. */
export async function elsewherePaths(isCourse: boolean): Promise<Elsewhere[]> {
  const source = await loadCatalog()
  const titles = [...source.titles.values()].filter(
    (title) => (title.product_audio_type === 'languagelab') === isCourse,
  )
  return titles.flatMap((title) => {
    const [other] = LOCALES.filter((locale) => nameIn(title, locale))
    if (!other) return []
    const missing = LOCALES.filter((locale) => !nameIn(title, locale))
    return missing.map((locale) => ({ locale, id: title.id, slug: title.product_slug, other }))
  })
}

export const elsewhereData = trackedQuery('elsewhere', async (id: number, other: Locale) => {
  const title = (await loadCatalog()).titles.get(id)
  if (!title) throw new Error(`title ${id} has a path but is not in the catalog`)
  return { name: nameIn(title, other) ?? '', isForKids: isKids(title) }
})

export const titleData = trackedQuery('title', async (id: number, locale: Locale) => {
  const source = await loadCatalog()
  const title = source.titles.get(id)
  if (!title) throw new Error(`title ${id} has a path but is not in the catalog`)
  const { view, ...facts } = titleFacts(source, title, locale)
  return { ...facts, view: { ...view, series: placeInSeries(source, title, locale) } }
})

function titleFacts(source: Source, title: Title, locale: Locale) {
  return {
    view: titleView(withoutSeries(title), locale),
    related: cardsOf(source, title.related_ids, locale).slice(0, RELATED),
    locales: LOCALES.filter((other) => nameIn(title, other)),
    hasFeed: source.feeds.has(title.id),
    hasText: source.publicTexts.has(title.id),
    isDemo: source.options.is_demo,
    hasPlans: source.plans.some((plan) => plan.can_purchase),
  }
}

export async function authorPaths() {
  const source = await loadCatalog()
  return LOCALES.flatMap((locale) =>
    [...source.authors.values()]
      .filter((author) => nameIn(author, locale))
      .map((author) => ({ locale, id: author.id, slugName: nameOrEnglish(author, 'en') })),
  )
}

export const authorData = trackedQuery('author', async (id: number, locale: Locale) => {
  const source = await loadCatalog()
  const author = authorById(source, id)
  return {
    author,
    name: nameIn(author, locale) ?? '',
    slug: slugOf(nameOrEnglish(author, 'en')),
    shortDescription: author.custom_translation[locale]?.short_description ?? '',
    description: author.custom_translation[locale]?.description ?? '',
    cards: cardsOf(source, author.product_ids, locale),
    narrated: cardsOf(source, author.narrated_ids, locale),
    categories: genresOf(source, author, locale),
    locales: LOCALES.filter((other) => nameIn(author, other)),
  }
})

function authorById(source: Source, id: number): Writer {
  const author = source.authors.get(id)
  if (!author) throw new Error(`author ${id} has a path but is not in the catalog`)
  return author
}

function genresOf(source: Source, author: Writer, locale: Locale) {
  const titles = [...author.product_ids, ...author.narrated_ids].flatMap((id) => source.titles.get(id) ?? [])
  const genres = titles.flatMap((title) =>
    (isKids(title) ? title.kid_category : title.category).map((genre) => ({ genre, type: title.product_audio_type })),
  )
  return [...new Map(genres.map((entry) => [entry.genre.id, entry])).values()].flatMap(({ genre, type }) => {
    const [view] = namedViews([genre], locale)
    return view ? [{ ...view, type }] : []
  })
}

/** Three top tabs with their four inner lists [BR-1]. */
export const browseData = trackedQuery('browse', async (locale: Locale) => {
  const source = await loadCatalog()
  const family = familyTitles(source, locale)
  const editors = new Set(source.lists.editors.map(({ id }) => id))
  const tabs = browseTypes.map((type) => {
    const titles = family.filter((title) => title.product_audio_type === type).toSorted(newestFirst)
    const byStars = titles.toSorted((a, b) => b.total_reviews - a.total_reviews || b.review_count - a.review_count)
    const writers = new Set(titles.flatMap((title) => title.authors.map(({ id }) => id)))
    const authors = popularFirst(source).filter(({ id }) => writers.has(id))
    const genres = source.types.find((known) => known.product_type_value === type)?.product_type_categories ?? []
    return {
      type,
      count: titles.length,
      genres: namedViews(genres, locale),
      all: cardViews(titles.slice(0, PAGE_CARDS), locale),
      popular: cardViews(byStars.slice(0, SLIDER), locale),
      authors: authorViews(authors.slice(0, SLIDER), locale),
      editors: cardViews(
        titles.filter(({ id }) => editors.has(id)),
        locale,
      ),
    }
  })
  const [newest] = source.lists.latest
    .flatMap(({ id }) => source.titles.get(id) ?? [])
    .filter((title) => nameIn(title, locale))
  return {
    tabs,
    trending: cardViews(source.lists.trending, locale),
    latest: cardViews(source.lists.latest, locale),
    newest: newest && titleFacts(source, newest, locale),
  }
})

/** Popular authors in their order, then the others by id. */
function popularFirst(source: Source): Writer[] {
  const rank = new Map(source.popularAuthors.map(({ id }, place) => [id, place]))
  const placeOf = ({ id }: Writer) => rank.get(id) ?? Infinity
  return [...source.authors.values()].toSorted((a, b) => placeOf(a) - placeOf(b) || a.id - b.id)
}

/** Message about gifts, sanitised HTML; undefined when there is none. */
export const giftMessage = trackedQuery(
  'gift-message',
  async (locale: Locale) => (await loadCatalog()).giftMessage?.custom_translation[locale]?.subscription_message,
)

export const plansData = trackedQuery('plans', async (locale: Locale) => {
  const source = await loadCatalog()
  const plans = source.plans.flatMap((plan) => {
    const name = nameIn(plan, locale)
    return name ? [{ plan, name, description: plan.custom_translation[locale]?.description ?? '' }] : []
  })
  // Sorted by duration; plans that are not sold come last.
  return plans.toSorted(
    (a, b) =>
      Number(!a.plan.can_purchase) - Number(!b.plan.can_purchase) ||
      a.plan.subscription_duration - b.plan.subscription_duration,
  )
})
