import type { ExpandedQuery } from './expand-query.ts'

const WHOLE_KEYS = ['whole', 'wholeBegun', 'wholeNear'] as const
const WORD_KEYS = ['exact', 'begun', 'meaning', 'near'] as const
type WholeKeys = (typeof WHOLE_KEYS)[number]
type WordKeys = (typeof WORD_KEYS)[number]

const wholePlace = (keys: WholeKeys) => WHOLE_KEYS.indexOf(keys)
const wordPlace = (word: number, keys: WordKeys) =>
  WHOLE_KEYS.length + word * WORD_KEYS.length + WORD_KEYS.indexOf(keys)
const parameter = (place: number) => `$${1 + place}::text[]`

export const wholeParameter = (keys: WholeKeys): string => parameter(wholePlace(keys))
export const wordParameter = (word: number, keys: WordKeys): string => parameter(wordPlace(word, keys))
const concatenate = (lists: readonly string[]): string => lists.join(' || ')
/** All keys of a word. */
const anyOf = (word: number): string => concatenate(WORD_KEYS.map((keys) => wordParameter(word, keys)))

/** The first parameters of a statement that selects from `hitRows`. */
export const hitValues = (query: ExpandedQuery): string[][] => [
  ...WHOLE_KEYS.map((keys) => query[keys]),
  ...query.words.flatMap((word) => WORD_KEYS.map((keys) => word[keys])),
]

export const eachWord = (count: number, part: (word: number) => string): string[] =>
  Array.from({ length: count }, (_, word) => part(word))
const otherWords = (count: number, word: number, part: (word: number) => string): string[] =>
  eachWord(count, part).filter((_, at) => at !== word)

/** Few rows have more words than this together: comparing their arrays takes less time than a look-up of each list. */
const MAX_LISTED = 3

type Table = 'products' | 'people'
const SHOWN = { products: `and p.status = 'published'`, people: '' }
/** Keys of one role are among the `search_keys` of their row too. */
type KeyColumn = 'search_keys' | 'title_keys' | 'author_keys' | 'narrator_keys'
/** `keys`: a parameter of the statement. */
export type KeyList = { keys: string; column: KeyColumn }

/** The table, and how many words are looked for in it. */
export type Search = { table: Table; words: number }

/** `every`: more lists, each of which a row must meet. */
type Lookup = KeyList & { table: Table; every?: string[] }

/**
 * Places of rows (`ctid`, the same throughout a statement) with a key of the list. A lateral join with arrays that the planner does
 * not see, so that the index is asked: for conditions that many rows meet, PostgreSQL would read and compare the long arrays of all
 * rows. By its place a row is read without another look into an index.
 */
function placesWith({ table, column, keys, every = [] }: Lookup): string {
  const more = every.map((list, at) => `, ${list} as more_${at}`).join('')
  const conditions = every.map((_, at) => `and o.${column} && l.more_${at}`).join(' ')
  return `select q.row from (select ${keys} as keys${more} offset 0) l
    cross join lateral (select o.ctid as row from ${table} o where o.${column} && l.keys ${conditions}) q`
}

/**
 * Whether row `p` has a key of the list. The places of the rows that have one are read once and remembered: a third of all titles
 * may be found, and joining each of them with all lists that it meets takes half as long again.
 */
const isAmong = (lookup: Lookup): string => `p.ctid in (${placesWith(lookup)})`

export const isListed = ({ words }: Search) => words <= MAX_LISTED
const hasKeys = (lists: readonly string[]) => `(${lists.map((keys) => `p.search_keys && ${keys}`).join(' or ')})`

export function byWhole(search: Search, keys: WholeKeys): string {
  const list = wholeParameter(keys)
  return isListed(search) ? isAmong({ table: search.table, column: 'search_keys', keys: list }) : hasKeys([list])
}
/** Whether row `p`, in which every word matches, has keys of one of these lists of a word. */
export function byWord(search: Search, word: number, ...of: WordKeys[]): string {
  const { table, words } = search
  const lists = of.map((keys) => wordParameter(word, keys))
  const every = otherWords(words, word, anyOf)
  return isListed(search) ? isAmong({ table, column: 'search_keys', keys: concatenate(lists), every }) : hasKeys(lists)
}
/** A cheap condition before a comparison: false only when row `p` has no key of the lists. */
export const mayHave = (search: Search, word: number, ...lists: WordKeys[]): string =>
  isListed(search) ? byWord(search, word, ...lists) : 'true'

/** Whether row `p` has a key of the list of a role. */
export const byRole = (search: Search, { column, keys }: KeyList): string =>
  isListed(search) ? isAmong({ table: search.table, column, keys }) : `p.${column} && ${keys}`

/** Rows `p` with a key of one of the lists: what a statement selects from. */
const rowsWith = (table: Table, column: KeyColumn, lists: readonly string[]): string =>
  `(select ${concatenate(lists)} as keys offset 0) l join ${table} p on p.${column} && l.keys ${SHOWN[table]}`

/** Rows `p` at the places of two look-ups. */
const rowsAt = (table: Table, one: string, other: string): string =>
  `(${one} union ${other}) h join ${table} p on p.ctid = h.row ${SHOWN[table]}`

/** Rows `p` in which every word matches somewhere, or that have a name that sounds like the whole text, however both are cut into words. */
export function hitRows({ table, words }: Search): string {
  const [column, wholes] = ['search_keys', WHOLE_KEYS.map(wholeParameter)] as const
  if (words === 1) return rowsWith(table, column, [...wholes, anyOf(0)])
  const ofWords = placesWith({ table, column, keys: anyOf(0), every: otherWords(words, 0, anyOf) })
  return rowsAt(table, ofWords, placesWith({ table, column, keys: concatenate(wholes) }))
}

/** Places of titles with the bit of each list of which they have a key. */
export function markedTitles(lists: readonly string[]): string {
  const values = lists.map((keys, at) => `(${2 ** at}::bigint, ${keys})`).join(', ')
  return `select q.row, l.bit from (select * from (values ${values}) v (bit, keys) offset 0) l
    cross join lateral (select p.ctid as row from products p where p.search_keys && l.keys ${SHOWN.products}) q`
}

/** Lists of keys in the names of titles: `whole` of the text and its `begun`, then two for each word. */
export type NameLists = { whole: string; begun: string; words: { exact: string; begun: string }[] }
const TITLES = { table: 'products', column: 'title_keys' } as const
const anyName = ({ words }: NameLists) => words.map(({ exact, begun }) => concatenate([exact, begun]))

/** Whether title `p` of `namedRows` has a key of one of the lists of the whole text. */
export const byWholeName = (keys: string): string => isAmong({ ...TITLES, keys })

/** Whether title `p` of `namedRows`, in which every word matches, has a word itself. */
export const byExactName = (lists: NameLists, word: number): string =>
  isAmong({ ...TITLES, keys: lists.words[word]?.exact ?? '', every: anyName(lists).filter((_, at) => at !== word) })

/** The look-ups of titles whose names have every word, and of those whose names sound like the whole text. */
function namedLookups(lists: NameLists): { ofWords: Lookup; ofWhole: Lookup } {
  const [first = '', ...every] = anyName(lists)
  return {
    ofWords: { ...TITLES, keys: first, every },
    ofWhole: { ...TITLES, keys: concatenate([lists.whole, lists.begun]) },
  }
}

/** Titles `p` whose names have every word or sound like the whole text. */
export function namedRows(lists: NameLists): string {
  const { ofWords, ofWhole } = namedLookups(lists)
  if (lists.words.length === 1) return rowsWith(TITLES.table, TITLES.column, [ofWhole.keys, ofWords.keys])
  return rowsAt(TITLES.table, placesWith(ofWords), placesWith(ofWhole))
}

/** Whether title `p` is one of `namedRows`. */
export function isNamedRow(lists: NameLists): string {
  const { ofWords, ofWhole } = namedLookups(lists)
  if (lists.words.length === 1) return isAmong({ ...ofWords, keys: concatenate([ofWhole.keys, ofWords.keys]) })
  return `(${isAmong(ofWords)} or ${isAmong(ofWhole)})`
}
