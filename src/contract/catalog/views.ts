/** Data of cards, sliders and search results in one language, shared by pages, islands and build. */
import type { CategoryRef, PersonRef, Picture, Product, ProductCard, SampleTrack } from './catalog.ts'
import { toMinor } from '../money/money.ts'
import type { Offered } from '../listening/play-access.ts'
import type { Locale } from '../text/locale.ts'
import { foreignLocale, localeOfName, nameIn, nameOrEnglish } from '../text/translation.ts'

/** A name with a link. `slugName` is the English name, from which the slug is made; `lang`: of a name in another language than the page. */
export type NamedView = { id: number; slugName: string; name: string; lang?: Locale | undefined }

export type CardView = {
  id: number
  slug: string
  name: string
  /** Spoken language. */
  spoken: Locale
  /** Another spoken language than the two of the pages. */
  spokenTag?: string | undefined
  /** Of kids titles: `5-8` or `5+`. */
  ages?: string | undefined
  type: ProductCard['product_audio_type']
  authors: NamedView[]
  cover: Picture | undefined
  isFree: boolean
  sample: SampleTrack | undefined
  seconds: number
  stars: number
  /** Paise and cents. */
  priceInr: number
  priceUsd: number
}

export type AuthorView = NamedView & { photo: Picture | undefined }

/** Skips people and genres without a name in this language [SH-5]. */
export function namedViews(entities: readonly (PersonRef | CategoryRef)[], locale: Locale): NamedView[] {
  return entities.flatMap((entity) => {
    const name = nameIn(entity, locale)
    return name ? [{ id: entity.id, name, slugName: nameOrEnglish(entity, 'en') }] : []
  })
}

/** Shelves for kids fall back to English [SH-5]. */
function shelfViews(shelves: readonly CategoryRef[], locale: Locale): NamedView[] {
  return shelves.map((shelf) => ({
    id: shelf.id,
    name: nameOrEnglish(shelf, locale),
    lang: foreignLocale(shelf, locale),
    slugName: nameOrEnglish(shelf, 'en'),
  }))
}

/** Undefined when the title has no name in this language [SH-5]. */
export function cardView(card: ProductCard, locale: Locale): CardView | undefined {
  const name = nameIn(card, locale)
  if (!name) return undefined
  return {
    id: card.id,
    slug: card.product_slug,
    name,
    spoken: card.spoken,
    spokenTag: card.spoken_tag ?? undefined,
    ages: card.ages ?? undefined,
    type: card.product_audio_type,
    authors: namedViews(card.authors, locale),
    cover: card.cover ?? undefined,
    // What cannot be heard yet is not announced as free.
    isFree: card.is_free && card.is_playable !== false,
    sample: card.sampletracks[0],
    seconds: card.total_tracks_length,
    stars: card.total_reviews,
    priceInr: toMinor(card.inr_price),
    priceUsd: toMinor(card.price),
  }
}

export function cardViews(cards: readonly ProductCard[], locale: Locale): CardView[] {
  return cards.flatMap((card) => cardView(card, locale) ?? [])
}

/** A title as lists have it. */
type ListedProduct = Omit<Product, 'producttracks' | 'last_product_track' | 'reviews'>

/** What decides how a title is offered. */
export const offered = (title: ListedProduct): Offered => ({
  isFree: title.is_free,
  isPlayable: title.is_playable !== false,
  isSubscriptionOnly: title.subscription_only,
  priceInr: toMinor(title.inr_price),
  priceUsd: toMinor(title.price),
  planCurrencies: title.plan_currencies ?? [],
})

/** A card with the details of its popover [FA-3]. */
export type CardDetails = CardView & {
  directors: NamedView[]
  artists: NamedView[]
  genres: NamedView[]
  offered: Offered
}

export function cardDetails(titles: readonly ListedProduct[], locale: Locale): CardDetails[] {
  return titles.flatMap((title) => {
    const card = cardView(title, locale)
    if (!card) return []
    const people = { directors: namedViews(title.directors, locale), artists: namedViews(title.artists, locale) }
    return [{ ...card, ...people, genres: namedViews(title.category, locale), offered: offered(title) }]
  })
}

/** The title before or after another in its series. */
export type Neighbour = { id: number; slug: string; type: ProductCard['product_audio_type']; name: string }
/** Where a title stands in its series. */
export type PlaceInSeries = {
  id: number
  slug: string
  name: string
  number: number | null
  previous: Neighbour | undefined
  next: Neighbour | undefined
}

/** A whole title in one language. A track without a translation has its English name and `locale: 'en'` [SH-5]. */
export type TitleView = {
  title: Product
  name: string
  shortDescription: string
  /** Sanitised HTML. */
  description: string
  authors: NamedView[]
  directors: NamedView[]
  artists: NamedView[]
  categories: NamedView[]
  tracks: { id: number; name: string; locale: Locale; text: string; seconds: number; published: string | undefined }[]
  /** Pages of the build have it. */
  series?: PlaceInSeries | undefined
}

export function titleView(title: Product, locale: Locale): TitleView {
  const words = title.custom_translation[locale]
  return {
    title,
    name: words?.name ?? '',
    shortDescription: words?.short_description ?? '',
    description: words?.description ?? '',
    authors: namedViews(title.authors, locale),
    directors: namedViews(title.directors, locale),
    artists: namedViews(title.artists, locale),
    categories:
      title.product_audio_type === 'kids' ? shelfViews(title.kid_category, locale) : namedViews(title.category, locale),
    tracks: title.producttracks.map((track) => ({
      id: track.id,
      name: nameOrEnglish({ ...track, name: track.title }, locale),
      locale: localeOfName(track, locale),
      text: track.custom_translation[locale]?.description ?? '',
      seconds: track.track_length,
      published: track.published,
    })),
  }
}
