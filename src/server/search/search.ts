import type { PersonRef, ProductCard } from '#contract/catalog/catalog.ts'
import type { InputOf } from '#contract/http/endpoint.ts'
import { offerIn } from '#contract/listening/play-access.ts'
import { toAmount, type Currency, type Minor } from '#contract/money/money.ts'
import { RESULTS, SEARCH_GROUPS, type search, type SearchGroup } from '#contract/search/search.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { people, products } from '../db/schema/catalog/catalog.ts'
import type { StoredTranslations } from '../db/schema/columns.ts'
import { IS_PLAYABLE } from '../catalog/offer-columns.ts'
import { joinTexts, type CardTexts } from '../catalog/cache/card-texts.ts'
import { expandForAge, expandQuery, type ExpandedQuery } from './expand-query.ts'
import { dropWords, isNamed, matchAuthors, matchNames, matchTitles, type Match, type Most } from './match.ts'
import type { Meanings } from './synonyms.ts'
import {
  parseAudioType,
  serializeAudioType,
  serializePicture,
  serializeTranslations,
  type StoredPicture,
} from '../catalog/serializers.ts'

/** Of titles in which no word of the title matches, unless a group is asked for: their cards would cost most of a search. */
const MAX_WEAK = 20
const TOP_COUNT = 10
const MAX_SUGGESTIONS = 6

type SearchSource = { db: Db; cardTexts: CardTexts; revisionOf: () => Promise<string> }

/** `ReplyOf` the endpoint search, as JSON in UTF-8. */
export async function searchTitles(
  { db, cardTexts, revisionOf }: SearchSource,
  { q: typed, limit = RESULTS.usual, group: only }: InputOf<typeof search>,
  meanings: Meanings,
): Promise<Buffer> {
  // Read before the titles: remembered cards are then never older than the titles that match.
  const revision = await revisionOf()
  const most = { perType: limit, weak: only ? limit : Math.min(limit, MAX_WEAK) }
  const { matches, dropped } = await findTitles({ db, meanings }, typed, most)
  const wanted = only ? matches.filter(({ audio_type }) => audio_type === parseAudioType(only)) : matches
  const texts = await cardTexts(
    revision,
    wanted.map(({ id }) => id),
  )
  const cards = new Map(texts.map(({ id, text }) => [id, text]))
  const cardsOf = (some: Match[]) => some.flatMap(({ id }) => cards.get(id) ?? [])
  const groups = SEARCH_GROUPS.map((group) => {
    const found = matches.filter(({ audio_type }) => audio_type === parseAudioType(group))
    return { group, cards: cardsOf(found), count: found[0]?.count ?? 0 }
  })
  return replyOf(groups, only ? [] : cardsOf(matches.slice(0, TOP_COUNT)), dropped)
}

type Group = { group: SearchGroup; cards: Buffer[]; count: number }

function replyOf(groups: Group[], top: Buffer[], dropped: string[]): Buffer {
  const listOf = (name: string, cards: Buffer[]) => [Buffer.from(`"${name}":[`), ...joinTexts(cards), Buffer.from('],')]
  const counts = Object.fromEntries(groups.map(({ group, count }) => [group, count]))
  const end = `"total_product_count":${JSON.stringify(counts)},"dropped_words":${JSON.stringify(dropped)}}`
  return Buffer.concat([
    Buffer.from('{"status":true,'),
    ...groups.flatMap(({ group, cards }) => listOf(group, cards)),
    ...listOf('top_products', top),
    Buffer.from(end),
  ])
}

type Source = { db: Db; meanings: Meanings }

/** A word that empties the result is left out. */
async function findTitles(from: Source, typed: string, most: Most): Promise<{ matches: Match[]; dropped: string[] }> {
  const query = await expandQuery(from.db, typed, from.meanings)
  if (!query) return { matches: [], dropped: [] }
  const { matches, forAge } = await matchTyped(from, query, most)
  const rest = matches.length === 0 ? await dropWords(from.db, forAge ?? query) : undefined
  if (!rest) return { matches, dropped: [] }
  return { matches: await matchTitles(from.db, rest.query, most), dropped: rest.dropped }
}

/** An age in the text counts where no name has its words: 6 year old is one, 12 Years a Slave is a name. */
async function matchTyped(
  { db, meanings }: Source,
  query: ExpandedQuery,
  most: Most,
): Promise<{ matches: Match[]; forAge?: ExpandedQuery }> {
  const matches = await matchTitles(db, query, most)
  if (matches.some(isNamed)) return { matches }
  const forAge = await expandForAge(db, query.typed, meanings)
  if (!forAge) return { matches }
  const ofAge = await matchTitles(db, forAge, most)
  return { matches: ofAge.length > 0 ? ofAge : matches, forAge }
}

type SuggestedTitle = PersonRef &
  Pick<ProductCard, 'product_slug' | 'product_audio_type' | 'cover' | 'is_free' | 'price' | 'inr_price'> &
  Partial<Pick<ProductCard, 'spoken'>>

export async function suggest(
  db: Db,
  typed: string,
  meanings: Meanings,
): Promise<{ suggested_products: SuggestedTitle[]; suggested_authors: PersonRef[] }> {
  const query = await expandQuery(db, typed, meanings)
  if (!query) return { suggested_products: [], suggested_authors: [] }
  const [titles, authors] = await Promise.all([
    bestTitles({ db, meanings }, query),
    matchAuthors(db, query, MAX_SUGGESTIONS),
  ])
  const [suggested_products, suggested_authors] = await Promise.all([
    suggestedTitles(db, titles),
    namedPeople(db, authors),
  ])
  return { suggested_products, suggested_authors }
}

/** The titles that a search would put first, without ranking and counting all that it finds where names are enough. */
async function bestTitles(from: Source, query: ExpandedQuery): Promise<Pick<Match, 'id'>[]> {
  // The keys of one letter are only some of the beginnings with it.
  const named = query.text.length > 1 ? await matchNames(from.db, query, MAX_SUGGESTIONS) : []
  if (named.length === MAX_SUGGESTIONS) return named
  const most = { perType: MAX_SUGGESTIONS, weak: MAX_SUGGESTIONS }
  return (await matchTyped(from, query, most)).matches.slice(0, MAX_SUGGESTIONS)
}

function namesOnly(translations: StoredTranslations): PersonRef['custom_translation'] {
  return Object.fromEntries(
    Object.entries(serializeTranslations(translations, true)).map(([locale, { name }]) => [locale, { name }]),
  )
}

type TitleRow = Pick<
  Row<typeof products>,
  | 'id'
  | 'name'
  | 'translations'
  | 'slug'
  | 'audio_type'
  | 'spoken'
  | 'spoken_tag'
  | 'is_free'
  | 'price_inr'
  | 'price_usd'
  | 'subscription_only'
> & { cover: StoredPicture; is_playable: boolean }

async function suggestedTitles(db: Db, titles: Pick<Match, 'id'>[]): Promise<SuggestedTitle[]> {
  const rows = await db.query<TitleRow>(
    `select p.id, p.name, p.translations, p.slug, p.audio_type, p.spoken, p.spoken_tag, p.is_free, p.price_inr, p.price_usd, p.subscription_only,
       ${IS_PLAYABLE} as is_playable, (select jsonb_build_object('path', m.path, 'widths', m.widths) from media_files m where m.id = p.cover_id) as cover
     from unnest($1::bigint[]) with ordinality as w(id, place) join products p using (id) order by w.place`,
    [titles.map(({ id }) => id)],
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    custom_translation: namesOnly(row.translations),
    product_slug: row.slug,
    product_audio_type: serializeAudioType(row.audio_type),
    cover: serializePicture(row.cover),
    ...((!row.spoken_tag || row.spoken_tag.startsWith(row.spoken)) && { spoken: row.spoken }),
    is_free: row.is_free && row.is_playable,
    price: toAmount(priceIn('USD', row)),
    inr_price: toAmount(priceIn('INR', row)),
  }))
}

/** 0 for what is free, comes soon or is in plans only: plans are not named beside a suggestion. */
const priceIn = (currency: Currency, row: TitleRow): Minor =>
  offerIn(currency, {
    isFree: row.is_free,
    isPlayable: row.is_playable,
    isSubscriptionOnly: row.subscription_only,
    priceInr: row.price_inr,
    priceUsd: row.price_usd,
    planCurrencies: [],
  }).price

async function namedPeople(db: Db, ids: number[]): Promise<PersonRef[]> {
  const rows = await db.query<Pick<Row<typeof people>, 'id' | 'name' | 'translations'>>(
    'select e.id, e.name, e.translations from unnest($1::bigint[]) with ordinality as w(id, place) join people e using (id) order by w.place',
    [ids],
  )
  return rows.map(({ id, name, translations }) => ({ id, name, custom_translation: namesOnly(translations) }))
}
