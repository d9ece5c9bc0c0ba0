import { foreignLocale, nameOrEnglish } from '#contract/text/translation.ts'
import { slugOf } from '#contract/text/slug.ts'
import type { Locale } from '#contract/text/locale.ts'
import type { Shelf, Source } from './source.ts'

/** Kids and course shelves have their own pages; their names fall back to English [SH-5]. */
export function shelvesOf(source: Source, kind: Shelf['kind']): Shelf[] {
  return source.categories.filter((category) => category.kind === kind)
}

export function shelfById(source: Source, id: number): Shelf {
  const shelf = source.categories.find((category) => category.id === id)
  if (!shelf) throw new Error(`category ${id} has a path but is not in the catalog`)
  return shelf
}

export function shelfNames(shelf: Shelf, locale: Locale) {
  return {
    id: shelf.id,
    name: nameOrEnglish(shelf, locale),
    /** Of a name in another language than the page. */
    lang: foreignLocale(shelf, locale),
    slug: slugOf(nameOrEnglish(shelf, 'en')),
  }
}
