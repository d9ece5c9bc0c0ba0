import { matchLevel, nameText, typedText } from '#contract/search/name-match.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { people, products } from '../db/schema/catalog/catalog.ts'
import type { ExpandedQuery } from './expand-query.ts'
import {
  byExactName,
  byWholeName,
  eachWord,
  hitRows,
  hitValues,
  isListed,
  isNamedRow,
  markedTitles,
  namedRows,
  type NameLists,
  type Search,
} from './hits.ts'
import { byText, levelValues, nameLists, personLevel, personSounds, tierOf, titleLevel, titleSounds } from './tiers.ts'

const parameter = (values: readonly unknown[], at: number) => `$${values.length + 1 + at}`

const NEAR_TIER = 11
/** From here on no word of the title itself matches: thousands of titles may be meant, and their cards cost most of a search. */
const WEAK_TIER = 6

const RANKED = 'p.id, p.audio_type, p.published, p.popularity'
const BEST_FIRST = 'f.tier, f.popularity desc, f.published desc, f.id desc'

export type Match = Pick<Row<typeof products>, 'id' | 'audio_type'> & { count: number; tier: number }
/** Whether a match has every word in the title itself. */
export const isNamed = ({ tier }: Match): boolean => tier < WEAK_TIER
type Ranked = Match & { near_names: string | null }

/** How many titles of a type: `weak` of those in which no word of the title matches. */
export type Most = { perType: number; weak: number }

/**
 * The tables `found`, ranked titles, and `types`, with the number of matches of each type. Titles that are not found by their names are
 * ranked only where a type has fewer than `weak` that are: two letters are in the keys of a third of all titles. `first`: the first
 * parameter of the levels.
 */
function rankedTitles(search: Search, { text, weak, first }: { text: string; weak: string; first: number }): string {
  const rankOf = (byName: string) =>
    tierOf(
      byName,
      titleSounds(search),
      eachWord(search.words, (word) => titleLevel(search, word, first)),
    )
  if (!isListed(search))
    return `found as materialized (select ${RANKED}, ${rankOf(byText(text))} as tier from ${hitRows(search)}),
      types as (select audio_type, count(*) as count from found group by audio_type)`
  // Narrow rows: more than fit into `work_mem` would be written to disk.
  return `hits as materialized (select p.ctid as ctid, ${RANKED}, p.spoken, p.spoken_tag, p.is_free, ${byText(text)} as by_text,
      ${isNamedRow(nameLists(search.words, first))} as is_named from ${hitRows(search)}),
    types as materialized (select audio_type, count(*) as count, count(*) filter (where is_named or by_text is not null) as named
      from hits group by audio_type),
    found as materialized (select ${RANKED}, ${rankOf('p.by_text')} as tier from hits p join types using (audio_type)
      where is_named or by_text is not null or named < ${weak})`
}

/** The best titles of every type, best first, each with the number of matches of its type. */
export async function matchTitles(db: Db, query: ExpandedQuery, { perType, weak }: Most): Promise<Match[]> {
  const words = query.words.length
  const search: Search = { table: 'products', words }
  const hits = hitValues(query)
  const [text, most, mostWeak] = [parameter(hits, 0), parameter(hits, 1), parameter(hits, 2)]
  const rows = await db.query<Ranked>(
    `with ${rankedTitles(search, { text, weak: mostWeak, first: hits.length + 4 })}
     select best.id, best.audio_type, types.count, best.tier, named.search_text as near_names
     from types
     cross join lateral (select f.*, row_number() over (order by ${BEST_FIRST}) as place from (select f.* from found f
       where f.audio_type = types.audio_type order by ${BEST_FIRST} limit ${most}) f) best
     left join products named on named.id = best.id and best.tier = ${NEAR_TIER}
     where best.tier < ${WEAK_TIER} or best.place <= ${mostWeak} order by ${BEST_FIRST.replaceAll('f.', 'best.')}`,
    [...hits, query.text, perType, weak, ...query.words.flatMap(levelValues)],
    `search-titles-${words}`,
  )
  return nearestFirst(query, rows)
}

/**
 * The best titles by their names alone, best first: where there are `most` of them, no other title is better. Two letters are in the
 * keys of a third of all titles and in the names of a tenth.
 */
export async function matchNames(db: Db, query: ExpandedQuery, most: number): Promise<Pick<Match, 'id'>[]> {
  const values = [query.whole, query.wholeBegun, ...query.words.flatMap(({ exact, begunNames }) => [exact, begunNames])]
  const list = (at: number) => `$${1 + at}::text[]`
  const words = query.words.map((_, word) => ({ exact: list(2 + word * 2), begun: list(3 + word * 2) }))
  const lists: NameLists = { whole: list(0), begun: list(1), words }
  const levels = words.map((_, word) => `case when ${byExactName(lists, word)} then 0 else 1 end`)
  const sounds = { same: byWholeName(lists.whole), begins: byWholeName(lists.begun) }
  return db.query<Pick<Match, 'id'>>(
    `select f.id from (select p.id, p.published, p.popularity, ${tierOf(byText(parameter(values, 0)), sounds, levels)} as tier
       from ${namedRows(lists)}) f order by ${BEST_FIRST} limit ${parameter(values, 1)}`,
    [...values, query.text, most],
    `search-names-${words.length}`,
  )
}

/** Titles that are found by another spelling only: the nearest names first. */
function nearestFirst({ typed }: ExpandedQuery, rows: Ranked[]): Match[] {
  const query = typedText(typed)
  const distanceOf = ({ near_names }: Ranked) =>
    near_names === null ? 0 : (matchLevel(query, near_names.split('|').filter(Boolean).map(nameText)) ?? Infinity)
  const ranked = rows.map((row) => ({ row, distance: distanceOf(row) }))
  return ranked
    .toSorted((a, b) => a.row.tier - b.row.tier || (a.distance === b.distance ? 0 : a.distance - b.distance))
    .map(({ row: { id, audio_type, count, tier } }) => ({ id, audio_type, count, tier }))
}

/** Shorter words are in too many titles to be a result by themselves. */
const isTelling = (word: string) => word.length > 2

/**
 * The words that are best left out of a text that finds nothing: those beside the rarest words that titles have together. Undefined
 * when no title has any of the words.
 */
export async function dropWords(
  db: Db,
  query: ExpandedQuery,
): Promise<{ query: ExpandedQuery; dropped: string[] } | undefined> {
  const { words } = query
  if (words.length < 2) return undefined
  const lists = words.map((_, word) => `$${1 + word}::text[]`)
  const rows = await db.query<{ mask: number; count: number }>(
    `select mask, count(*) from (select row, bit_or(bit) as mask from (${markedTitles(lists)}) found group by row) masks group by mask`,
    words.map(({ exact, begun, meaning, near, typed }) => [
      ...exact,
      ...(isTelling(typed) ? begun : []),
      ...meaning,
      ...near,
    ]),
    `search-words-${words.length}`,
  )
  const has = (row: { mask: number }, word: number) => Math.floor(row.mask / 2 ** word) % 2 === 1
  const weights = words.map((_, word) => {
    const count = rows.filter((row) => has(row, word)).reduce((sum, row) => sum + row.count, 0)
    return count === 0 || !isTelling(words[word]?.typed ?? '') ? 0 : 1 / Math.log2(count + 1.5)
  })
  const weightOf = (row: { mask: number }) =>
    weights.reduce((sum, weight, word) => sum + (has(row, word) ? weight : 0), 0)
  const best = rows.toSorted((a, b) => weightOf(b) - weightOf(a))[0]
  if (!best || weightOf(best) === 0) return undefined
  const known = words.filter((_, word) => has(best, word))
  const typed = known.map((word) => word.typed).join(' ')
  const dropped = words.filter((_, word) => !has(best, word)).map((word) => word.typed)
  // Names are compared with what is left.
  return { query: { ...query, typed, text: typed, whole: [], wholeBegun: [], wholeNear: [], words: known }, dropped }
}

/** Ids of matching authors and narrators; other people have no page. */
export async function matchAuthors(db: Db, query: ExpandedQuery, limit: number): Promise<number[]> {
  const words = query.words.length
  const search: Search = { table: 'people', words }
  // Meanings are of titles: nobody is called a genre.
  const hits = hitValues({ ...query, words: query.words.map((word) => ({ ...word, meaning: [] })) })
  const tier = tierOf(
    byText(parameter(hits, 0)),
    personSounds(search),
    eachWord(words, (word) => personLevel(search, word)),
  )
  const rows = await db.query<Pick<Row<typeof people>, 'id'>>(
    `select p.id, ${tier} as tier from ${hitRows(search)}
     where exists (select 1 from product_people l join products q on q.id = l.product_id where l.person_id = p.id and l.role in ('author', 'artist') and q.status = 'published')
     order by tier, p.popular nulls last, p.id limit ${parameter(hits, 1)}`,
    [...hits, query.text, limit],
    `search-people-${words}`,
  )
  return rows.map(({ id }) => id)
}
