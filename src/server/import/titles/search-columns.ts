import type { Translations } from '#contract/text/text.ts'
import { facetNames } from '../../search/synonyms.ts'
import { ageKeys } from '../../search/ages.ts'
import { descriptionKeys, keysOf, namesOf, searchTextOf, wholeWordKeys } from '../../search/terms.ts'
import type { Refs } from './prepare.ts'

type SearchNames = Record<'title' | 'authors' | 'narrators' | 'genres' | 'episodes', string[]>

/** The names by which a title is found. */
export function searchNames(
  columns: Parameters<typeof facetNames>[0],
  title: string[],
  { people, categories }: { people: { role: string; key: string }[]; categories: { key: string }[] },
  episodes: readonly Translations[],
  refs: Refs,
): SearchNames {
  const ofRole = (wanted: string) =>
    people.filter(({ role }) => role === wanted).flatMap(({ key }) => refs.people.get(key)?.names ?? [])
  return {
    title,
    authors: ofRole('author'),
    narrators: ofRole('artist'),
    genres: [...categories.flatMap(({ key }) => refs.categories.get(key)?.names ?? []), ...facetNames(columns)],
    episodes: episodes.flatMap(namesOf),
  }
}

/** Of a show that runs for years the newest ones. */
const MAX_EPISODES = 300

/** Texts of the episodes by which their show is found. Chapters of a book are called "Chapter 2". */
export const episodeTexts = (
  { audio_type: type }: { audio_type: string },
  tracks: { translations: Translations }[],
): Translations[] =>
  type === 'podcast' || type === 'original' ? tracks.slice(-MAX_EPISODES).map(({ translations }) => translations) : []

/** `texts`: of the title and of its episodes. `ages` as it is stored: `5-8`, `5+`. */
export function searchColumns(
  { title, authors, narrators, genres, episodes }: SearchNames,
  texts: readonly Translations[],
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
    search_keys: [
      ...new Set([
        ...Object.values(keys).flat(),
        ...texts.flatMap(descriptionKeys),
        ...wholeWordKeys(episodes),
        ...ageKeys(ages),
      ]),
    ],
    search_text: searchTextOf(title),
  }
}
