import { cardViews, type AuthorView, type CardView } from '#contract/catalog/views.ts'
import { nameIn, nameOrEnglish } from '#contract/text/translation.ts'
import type { Author, Banner } from '#contract/catalog/catalog.ts'
import type { Locale } from '#contract/text/locale.ts'
import type { Source } from './source.ts'
import type { ListedTitle } from './tracking/title-details.ts'

/** Items of a slider. */
export const SLIDER = 10
/** Longest list on a page; genres and search lead to the rest. */
export const PAGE_CARDS = 48

export const isKids = (title: ListedTitle) => title.product_audio_type === 'kids'
export const newestFirst = (a: ListedTitle, b: ListedTitle) => b.published.localeCompare(a.published) || b.id - a.id

export function cardsOf(source: Source, ids: readonly number[], locale: Locale): CardView[] {
  return cardViews(
    ids.flatMap((id) => source.titles.get(id) ?? []),
    locale,
  )
}

/** Titles that have a page in this language. */
export function titlesIn(source: Source, locale: Locale): ListedTitle[] {
  return [...source.titles.values()].filter((title) => nameIn(title, locale))
}

export function authorViews(authors: readonly Author[], locale: Locale): AuthorView[] {
  return authors.flatMap((author) => {
    const name = nameIn(author, locale)
    return name
      ? [{ id: author.id, name, slugName: nameOrEnglish(author, 'en'), photo: author.photo ?? undefined }]
      : []
  })
}

/** Titles of /family and /browse: neither kids titles nor courses. */
export const isFamilyTitle = (title: ListedTitle, locale: Locale): boolean =>
  !isKids(title) && title.product_audio_type !== 'languagelab' && nameIn(title, locale) !== undefined

export function familyTitles(source: Source, locale: Locale): ListedTitle[] {
  return [...source.titles.values()].filter((title) => isFamilyTitle(title, locale))
}

/** Banners of a place that have a text in this language. */
export function bannersOf(source: Source, place: string, locale: Locale): Banner[] {
  return source.banners.filter((banner) => banner.place === place && nameIn(banner, locale))
}
