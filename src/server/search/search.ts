import { ORIGINAL } from '#contract/audio-type.ts'
import type { PersonRef, ProductCard } from '#contract/catalog.ts'
import type { SearchGroup } from '#contract/search.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { people, products } from '../db/schema/catalog.ts'
import type { StoredTranslations } from '../db/schema/columns.ts'
import { loadCards } from '../catalog/titles.ts'
import { expandQuery } from './expand-query.ts'
import { matchAuthors, matchTitles, type Match } from './match.ts'
import { parseAudioType, serializeAudioType, serializeTranslations } from '../catalog/serializers.ts'

const MAX_PER_GROUP = 60
const TOP_COUNT = 10
const MAX_SUGGESTIONS = 6

type Grouped<Value> = Record<SearchGroup, Value>
export type SearchResult = Grouped<ProductCard[]> & {
  total_product_count: Grouped<number>
  top_products: ProductCard[]
}

export async function searchTitles(db: Db, typed: string): Promise<SearchResult> {
  const query = await expandQuery(db, typed)
  const matches = query ? await matchTitles(db, query, MAX_PER_GROUP) : []
  const cards = new Map(
    (
      await loadCards(
        db,
        matches.map(({ id }) => id),
      )
    ).map((card) => [card.id, card]),
  )
  const cardsOf = (some: Match[]) => some.flatMap(({ id }) => cards.get(id) ?? [])
  const inGroup = (group: SearchGroup) => matches.filter(({ audio_type }) => audio_type === parseAudioType(group))
  return {
    ...byGroup((group) => cardsOf(inGroup(group))),
    total_product_count: byGroup((group) => inGroup(group)[0]?.count ?? 0),
    top_products: cardsOf(matches.slice(0, TOP_COUNT)),
  }
}

function byGroup<Value>(valueOf: (group: SearchGroup) => Value): Grouped<Value> {
  const [kids, audiobook, original, podcast, lab] = [
    valueOf('kids'),
    valueOf('audiobook'),
    valueOf(ORIGINAL),
    valueOf('podcast'),
    valueOf('language-lab'),
  ]
  return { kids, audiobook, [ORIGINAL]: original, podcast, 'language-lab': lab }
}

export type SuggestedTitle = PersonRef & { product_slug: string; product_audio_type: string }

export async function suggest(
  db: Db,
  typed: string,
): Promise<{ suggested_products: SuggestedTitle[]; suggested_authors: PersonRef[] }> {
  const query = await expandQuery(db, typed)
  if (!query) return { suggested_products: [], suggested_authors: [] }
  const [titles, authors] = await Promise.all([
    matchTitles(db, query, MAX_SUGGESTIONS),
    matchAuthors(db, query, MAX_SUGGESTIONS),
  ])
  return {
    suggested_products: await namedTitles(db, titles.slice(0, MAX_SUGGESTIONS)),
    suggested_authors: await namedPeople(db, authors),
  }
}

type Named = Pick<Row<typeof people>, 'id' | 'name' | 'translations'>
const nameOf = ({ id, name, translations }: Named): PersonRef => ({
  id,
  name,
  custom_translation: namesOnly(translations),
})

function namesOnly(translations: StoredTranslations): PersonRef['custom_translation'] {
  return Object.fromEntries(
    Object.entries(serializeTranslations(translations, true)).map(([locale, { name }]) => [locale, { name }]),
  )
}

async function namedTitles(db: Db, titles: Match[]): Promise<SuggestedTitle[]> {
  type TitleRow = Named & Pick<Row<typeof products>, 'slug' | 'audio_type'>
  const rows = await db.query<TitleRow>(
    'select p.id, p.name, p.translations, p.slug, p.audio_type from unnest($1::bigint[]) with ordinality as w(id, place) join products p using (id) order by w.place',
    [titles.map(({ id }) => id)],
  )
  return rows.map((row) => ({
    ...nameOf(row),
    product_slug: row.slug,
    product_audio_type: serializeAudioType(row.audio_type),
  }))
}

async function namedPeople(db: Db, ids: number[]): Promise<PersonRef[]> {
  const rows = await db.query<Named>(
    'select e.id, e.name, e.translations from unnest($1::bigint[]) with ordinality as w(id, place) join people e using (id) order by w.place',
    [ids],
  )
  return rows.map(nameOf)
}
