import { cardViews, nameIn, nameOrEnglish, type Author, type AuthorView, type CardView, type Locale } from '#contract/index.ts'
import type { Source, Title } from './source.ts'

export function cardsOf(source: Source, ids: readonly number[], locale: Locale): CardView[] {
  return cardViews(
    ids.flatMap((id) => source.titles.get(id) ?? []),
    locale,
  )
}

/** Titles that have a page in this language. */
export function titlesIn(source: Source, locale: Locale): Title[] {
  return [...source.titles.values()].filter((title) => nameIn(title, locale))
}

export function authorViews(authors: readonly Author[], locale: Locale): AuthorView[] {
  return authors.flatMap((author) => {
    const name = nameIn(author, locale)
    return name ? [{ id: author.id, name, slugName: nameOrEnglish(author, 'en'), photo: author.photo ?? undefined }] : []
  })
}
