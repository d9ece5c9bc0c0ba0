import type { ExpandedQuery } from './expand-query.ts'

const WHOLE_KEYS = ['whole', 'wholeBegun', 'wholeNear'] as const
const WORD_KEYS = ['exact', 'begun', 'meaning', 'near'] as const
type WholeKeys = (typeof WHOLE_KEYS)[number]
type WordKeys = (typeof WORD_KEYS)[number]

/** Place of a list of keys among `hitValues`, and of its bit in the `bits` of a hit. */
const wholePlace = (keys: WholeKeys) => WHOLE_KEYS.indexOf(keys)
const wordPlace = (word: number, keys: WordKeys) =>
  WHOLE_KEYS.length + word * WORD_KEYS.length + WORD_KEYS.indexOf(keys)
const parameter = (place: number) => `$${1 + place}::text[]`

export const wholeParameter = (keys: WholeKeys): string => parameter(wholePlace(keys))
export const wordParameter = (word: number, keys: WordKeys): string => parameter(wordPlace(word, keys))

/** The parameters of `hitsOf`. */
export const hitValues = (query: ExpandedQuery): string[][] => [
  ...WHOLE_KEYS.map((keys) => query[keys]),
  ...query.words.flatMap((word) => WORD_KEYS.map((keys) => word[keys])),
]

export const eachWord = (count: number, part: (word: number) => string): string[] =>
  Array.from({ length: count }, (_, word) => part(word))

/** Few rows have more words than this together: comparing their arrays takes less time than a look-up of each list. */
const MAX_LISTED = 3
const isListed = (words: number) => words <= MAX_LISTED

const hasBits = (bits: string, places: readonly number[]) =>
  `${bits} & ${places.reduce((sum, place) => sum + 2 ** place, 0)}::bigint <> 0`
/** Whether the hit `h` has the bit of one of these places. */
const byBits = (...places: number[]): string => hasBits('h.bits', places)

export type Table = 'products' | 'people'
const SHOWN = { products: `and p.status = 'published'`, people: '' }
/** Keys of one role are among the `search_keys` of their row too. */
type KeyColumn = 'search_keys' | 'title_keys' | 'author_keys' | 'narrator_keys'
/** `keys`: a parameter of the statement. */
export type KeyList = { keys: string; column: KeyColumn }

/** The table, and how many words are looked for in it. */
export type Search = { table: Table; words: number }

/**
 * Whether row `p` has a key of the list. The rows that have one are read once and remembered: of one word, a third of all titles
 * may be found, and joining each of them with the bits of its lists takes half as long again. The planner does not see the list,
 * as in `foundBy`.
 */
const isAmong = (table: Table, column: KeyColumn, keys: string): string =>
  `p.ctid in (select q.row from (select ${keys} as keys offset 0) l cross join lateral (select o.ctid as row from ${table} o where o.${column} && l.keys) q)`

/** Whether row `p` has keys of one of these lists. */
function byLists({ table, words }: Search, places: number[]): string {
  if (words === 1) return isAmong(table, 'search_keys', places.map(parameter).join(' || '))
  if (isListed(words)) return byBits(...places)
  return `(${places.map((place) => `p.search_keys && ${parameter(place)}`).join(' or ')})`
}
export const byWhole = (search: Search, ...lists: WholeKeys[]): string => byLists(search, lists.map(wholePlace))
export const byWord = (search: Search, word: number, ...lists: WordKeys[]): string =>
  byLists(
    search,
    lists.map((keys) => wordPlace(word, keys)),
  )
/** A cheap condition before a comparison: false only when row `p` has no key of the lists. */
export const mayHave = (search: Search, word: number, ...lists: WordKeys[]): string =>
  isListed(search.words) ? byWord(search, word, ...lists) : 'true'

/** Whether row `p` has a key of role list `at` of `roles`. */
export function byRole({ table, words }: Search, roles: readonly KeyList[], at: number): string {
  const { column, keys } = roles[at] ?? { column: 'search_keys', keys: 'array[]::text[]' }
  if (words === 1) return isAmong(table, column, keys)
  return isListed(words) ? byBits(rolePlace(words, at)) : `p.${column} && ${keys}`
}
/** Bits of the roles stand above those of the lists that find a row. */
const rolePlace = (words: number, at: number) => wordPlace(words, 'exact') + at

/**
 * Places of rows (`ctid`, the same throughout a statement) with the bits of the lists by which they are found; `every` holds more
 * lists that a row must meet. All as a lateral join with arrays that the planner does not see, so that the index is asked: for
 * conditions that many rows meet, PostgreSQL would read and compare the long arrays of all rows. By its place a row is read
 * without another look into an index.
 */
export function foundBy(
  table: Table,
  lists: { bit: number; keys: string }[],
  every: string[] = [],
  column: KeyColumn = 'search_keys',
): string {
  const values = lists.map(({ bit, keys }) => `(${bit}::bigint, ${keys})`).join(', ')
  const more = every.map((keys, at) => `, ${keys} as more_${at}`).join('')
  const conditions = every.map((_, at) => `and p.${column} && l.more_${at}`).join(' ')
  return `select f.row, l.bit from (select *${more} from (values ${values}) v (bit, keys) offset 0) l
    cross join lateral (select p.ctid as row from ${table} p where p.${column} && l.keys ${SHOWN[table]} ${conditions}) f`
}

/** Rows `p` with a key of one of the lists. */
const rowsWith = (table: Table, column: KeyColumn, lists: string[]): string =>
  `(select ${lists.join(' || ')} as keys offset 0) l join ${table} p on p.${column} && l.keys ${SHOWN[table]}`

/** Rows `p`, more than one word of them with the bits of their lists in `h`: what a statement selects from. */
export function hitRows(search: Search, roles: readonly KeyList[] = []): string {
  const { table, words } = search
  const lists = [...WHOLE_KEYS.map(wholeParameter), ...WORD_KEYS.map((keys) => wordParameter(0, keys))]
  if (words === 1) return rowsWith(table, 'search_keys', lists)
  return `(${hitsOf(search, roles)}) h join ${table} p on p.ctid = h.row`
}

/**
 * Places of rows in which every word matches somewhere, or that have a name that sounds like the whole text, however both are cut
 * into words. `roles`: lists that find no row, and only say where a found row has its keys.
 */
function hitsOf({ table, words }: Search, roles: readonly KeyList[]): string {
  const list = (place: number) => ({ bit: 2 ** place, keys: parameter(place) })
  const any = (word: number) => WORD_KEYS.map((keys) => wordParameter(word, keys)).join(' || ')
  const places = Array.from({ length: words }, (_, word) => WORD_KEYS.map((keys) => wordPlace(word, keys)))
  const ofWords = isListed(words) ? places.flat().map(list) : [{ bit: 0, keys: any(0) }]
  const ofWhole = WHOLE_KEYS.map((keys) => list(wholePlace(keys)))
  const found = `${foundBy(table, ofWords, eachWord(words, any))} union all ${foundBy(table, ofWhole)}`
  if (!isListed(words) || roles.length === 0) return `select row, bit_or(bit) as bits from (${found}) hits group by row`
  const ofRoles = roles.map(({ keys, column }, at) =>
    foundBy(table, [{ bit: 2 ** rolePlace(words, at), keys }], [], column),
  )
  return `select row, bit_or(bit) as bits from (${[found, ...ofRoles].join(' union all ')}) hits group by row
    having bit_or(bit) & ${2 ** rolePlace(words, 0) - 1}::bigint <> 0`
}

/** Two lists for the whole text, then two for each word. */
export const namePlaces = (word: number): [exact: number, begun: number] => [2 + word * 2, 3 + word * 2]

/** The condition that title `p` of `namedRows` has a key of list `at`. */
export const byName = (lists: readonly string[], words: number, at: number): string =>
  words === 1 ? isAmong('products', 'title_keys', lists[at] ?? '') : byBits(at)

/** Titles `p` whose names have every word or sound like the whole text; more than one word with the bits of `lists` by their place in `h`. */
export function namedRows(lists: readonly string[], words: number): string {
  if (words === 1) return rowsWith('products', 'title_keys', [...lists])
  const places = Array.from({ length: words }, (_, word) => namePlaces(word))
  const found = (some: number[], every: string[] = []) =>
    foundBy(
      'products',
      some.map((at) => ({ bit: 2 ** at, keys: lists[at] ?? '' })),
      every,
      'title_keys',
    )
  const every = places.map((some) => some.map((at) => lists[at]).join(' || '))
  const hasAll = places.map((some) => hasBits('bit_or(bit)', some)).join(' and ')
  return `(select row, bit_or(bit) as bits from (${found(places.flat(), every)} union all ${found([0, 1])}) hits group by row
    having ${hasBits('bit_or(bit)', [0, 1])} or ${hasAll}) h join products p on p.ctid = h.row`
}
