import { slugOf } from '../text/slug.ts'
import { nameOrEnglish, type CustomTranslation } from '../text/translation.ts'

export const FAMILY_LISTS = ['latest_launch', 'popular_titles', 'editors_pick'] as const
/** Lists that have a page of their own: those of the family page, and one of the home page. */
export const LISTS = [...FAMILY_LISTS, 'evergreen'] as const
export type FamilyList = (typeof LISTS)[number]
export const isFamilyList = (slug: string): slug is FamilyList => LISTS.some((list) => list === slug)

type Genre = { id: number; name: string; custom_translation: CustomTranslation }

/**
 * The slug of every genre by its id, for its page beside those of the lists. One that a list or an older genre has is followed by the id.
 * Trap: it needs all genres, not those of one language, or a page and the links to it would differ.
 */
export function genreSlugs(genres: readonly Genre[]): Map<number, string> {
  const taken = new Set<string>(LISTS)
  const slugs = new Map<number, string>()
  for (const genre of genres.toSorted((a, b) => a.id - b.id)) {
    let slug = slugOf(nameOrEnglish(genre, 'en'))
    while (taken.has(slug)) slug += `-${genre.id}`
    taken.add(slug)
    slugs.set(genre.id, slug)
  }
  return slugs
}
