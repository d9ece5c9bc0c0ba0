import type { EntryLink, EntryRoute } from '#contract/catalog/entry-link.ts'
import { genreSlugs, isFamilyList } from '#contract/catalog/family-lists.ts'
import { LOCALES, type Locale } from '#contract/text/locale.ts'
import { serializeTranslations } from '../../catalog/serializers.ts'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/row.ts'
import type { categories } from '../../db/schema/catalog/categories.ts'

/** Languages in which the site has the page of an entry. */
export type EntryLocales = (link: EntryLink) => readonly Locale[]

const HAS_TITLE = (on: string) => `exists (select from products p where p.status = 'published' and ${on})`
const WITH_TEXT = `exists (select from transcripts x join current_tracks t on t.id = x.track_id where x.product_id = e.id and x.is_public)`
const FEED = `e.audio_type = 'podcast' and (exists (select from samples s where s.product_id = e.id)
  or exists (select from current_tracks t where t.product_id = e.id and t.audio_id is not null and (e.is_free or t.is_free)))`

/** Entries with a page: a title in every language, a shelf too, and everything else where it has a name. */
const ROWS: Record<Exclude<EntryRoute, 'familyCategory'>, string> = {
  author: `people e where ${HAS_TITLE(`p.id in (select product_id from product_people where person_id = e.id and role <> 'director')`)}`,
  series: `series e where ${HAS_TITLE('p.series_id = e.id')}`,
  product: `products e where e.status = 'published'`,
  course: `products e where e.status = 'published'`,
  transcript: `products e where e.status = 'published' and ${WITH_TEXT}`,
  kidsCategory: `categories e where e.kind = 'kids'`,
  languageLabCategory: `categories e where e.kind = 'languagelab'`,
  feed: `products e where e.status = 'published' and ${FEED}`,
}
const IN_EVERY_LANGUAGE: readonly EntryRoute[] = ['product', 'course', 'kidsCategory', 'languageLabCategory']

/** Asks once for each kind of entry. */
export async function entryLocales(db: Db, links: readonly EntryLink[]): Promise<EntryLocales> {
  const found = new Map<string, readonly Locale[]>()
  for (const [route, from] of Object.entries(ROWS)) {
    const ids = links.flatMap((link) => (link.route === route ? link.id : []))
    if (ids.length === 0) continue
    const rows = await db.query<{ id: number; locales: Locale[] }>(
      `select e.id, array(select jsonb_object_keys(e.translations)) as locales from ${from} and e.id = any($1)`,
      [ids],
    )
    const isEverywhere = IN_EVERY_LANGUAGE.some((one) => one === route)
    for (const { id, locales } of rows) found.set(`${route} ${id}`, isEverywhere ? LOCALES : locales)
  }
  const genres = await genreLocales(db)
  return ({ route, id, slug }) => {
    if (route !== 'familyCategory') return found.get(`${route} ${id}`) ?? []
    return isFamilyList(slug) ? LOCALES : (genres.get(slug) ?? [])
  }
}

async function genreLocales(db: Db): Promise<Map<string, Locale[]>> {
  const rows = await db.query<Pick<Row<typeof categories>, 'id' | 'name' | 'translations'>>(
    `select id, name, translations from categories where kind = 'genre' order by id`,
  )
  const genres = rows.map(({ translations, ...row }) => ({
    ...row,
    custom_translation: serializeTranslations(translations),
  }))
  const slugs = genreSlugs(genres)
  const localesOf = (genre: (typeof genres)[number]) =>
    LOCALES.filter((locale) => genre.custom_translation[locale]?.name)
  return new Map(genres.map((genre) => [slugs.get(genre.id) ?? '', localesOf(genre)]))
}
