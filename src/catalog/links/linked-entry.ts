import type { EntryLink, EntryRoute } from '#contract/catalog/entry-link.ts'
import { slugOf } from '#contract/text/slug.ts'
import { LOCALES, type Locale } from '#contract/text/locale.ts'
import { nameIn, nameOrEnglish } from '#contract/text/translation.ts'
import { trackedQuery } from '../tracking/dependency-tracker.ts'
import { loadCatalog } from '../tracking/load.ts'
import { hasFamilyList } from '../family.ts'
import { kidsShelfPages } from '../kids.ts'
import { shelfNames, shelvesOf } from '../shelves.ts'
import { transcriptPages } from '../transcripts.ts'
import type { Source } from '../source.ts'

type Find = (source: Source, link: EntryLink, locale: Locale) => EntryLink | undefined
type Named = Parameters<typeof nameIn>[0]

/**
 * The page of an entry as it is now: with the slug of today, and under the route of a course when the title is one. Null when the
 * language has no such page.
 */
export const linkedEntry = trackedQuery(
  'linked-entry',
  async (route: EntryRoute, id: number, slug: string, page: number, locale: Locale) =>
    FINDERS[route](await loadCatalog(), { route, id, slug, page }, locale) ?? null,
)

const named = (link: EntryLink, entity: Named | undefined, locale: Locale): EntryLink | undefined =>
  entity && nameIn(entity, locale) ? { ...link, slug: slugOf(nameOrEnglish(entity, 'en')), page: 1 } : undefined
/** A page beyond the last stands for the first. */
const pageOf = (link: EntryLink, pages: number): number => (link.page <= pages ? link.page : 1)

/** A language without a name of the title has a page that leads to the other language. */
const findTitle: Find = (source, link) => {
  const title = source.titles.get(link.id)
  if (!title || !LOCALES.some((locale) => nameIn(title, locale))) return undefined
  return {
    ...{ id: link.id, slug: title.product_slug, page: 1 },
    route: title.product_audio_type === 'languagelab' ? 'course' : 'product',
  }
}

const findShelf =
  (kind: 'kids' | 'languagelab'): Find =>
  (source, link) => {
    const shelf = shelvesOf(source, kind).find(({ id }) => id === link.id)
    if (!shelf) return undefined
    const pages = kind === 'kids' ? kidsShelfPages(shelf) : 1
    return { ...link, slug: shelfNames(shelf, 'en').slug, page: pageOf(link, pages) }
  }

const FINDERS: Record<EntryRoute, Find> = {
  author: (source, link, locale) => named(link, source.authors.get(link.id), locale),
  series: (source, link, locale) => named(link, source.series.get(link.id), locale),
  product: findTitle,
  course: findTitle,
  transcript: (source, link, locale) => {
    const [title, found] = [source.titles.get(link.id), source.publicTexts.get(link.id)]
    if (!title || !found || !nameIn(title, locale)) return undefined
    return { ...link, slug: title.product_slug, page: pageOf(link, transcriptPages(found.texts)) }
  },
  kidsCategory: findShelf('kids'),
  languageLabCategory: findShelf('languagelab'),
  familyCategory: (source, link, locale) =>
    hasFamilyList(source, link.slug, locale) ? { ...link, page: 1 } : undefined,
  feed: (source, link, locale) => {
    const title = source.feeds.has(link.id) ? source.titles.get(link.id) : undefined
    return title && nameIn(title, locale) ? link : undefined
  },
}
