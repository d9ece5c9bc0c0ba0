import type { Translations } from '#contract/text.ts'
import { facetNames } from '../../search/synonyms.ts'
import { ageKeys } from '../../search/ages.ts'
import { descriptionKeys, keysOf, searchTextOf } from '../../search/terms.ts'
import type { Refs } from './prepare.ts'

type SearchNames = Record<'title' | 'authors' | 'narrators' | 'genres', string[]>

/** The names by which a title is found. */
export function searchNames(
  columns: Parameters<typeof facetNames>[0],
  title: string[],
  { people, categories }: { people: { role: string; key: string }[]; categories: { key: string }[] },
  refs: Refs,
): SearchNames {
  const ofRole = (wanted: string) =>
    people.filter(({ role }) => role === wanted).flatMap(({ key }) => refs.people.get(key)?.names ?? [])
  return {
    title,
    authors: ofRole('author'),
    narrators: ofRole('artist'),
    genres: [...categories.flatMap(({ key }) => refs.categories.get(key)?.names ?? []), ...facetNames(columns)],
  }
}

/** `ages` as it is stored: `5-8`, `5+`. */
export function searchColumns(
  { title, authors, narrators, genres }: SearchNames,
  translations: Translations,
  ages: string | null,
) {
  const keys = {
    title_keys: keysOf(title),
    author_keys: keysOf(authors),
    narrator_keys: keysOf(narrators),
    genre_keys: keysOf(genres),
  }
  return {
    ...keys,
    search_keys: [...new Set([...Object.values(keys).flat(), ...descriptionKeys(translations), ...ageKeys(ages)])],
    search_text: searchTextOf(title),
  }
}
