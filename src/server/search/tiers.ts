import type { WordMatches } from './expand-query.ts'
import {
  byRole,
  byWhole,
  byWord,
  isListed,
  mayHave,
  wholeParameter,
  wordParameter,
  type KeyList,
  type NameLists,
  type Search,
} from './hits.ts'

/** 0: row `p` has a name that is the text; 1: one that begins with it; else null. `like` would look for its wildcards at every letter. */
export const byText = (text: string): string =>
  `case when strpos(p.search_text, '|' || ${text}) = 0 then null when strpos(p.search_text, '|' || ${text} || '|') > 0 then 0 else 1 end`

/** The same name, the beginning of a name (`byText`), a name that sounds the same or begins so; then the level of the worst word. */
export const tierOf = (named: string, sounds: { same: string; begins: string }, levels: string[]): string =>
  `coalesce(${named}, case when ${sounds.same} then 2 when ${sounds.begins} then 3 else 4 + greatest(${levels.join(', ')}) end)`

/** Beside the lists of the hits: beginnings in names, these with the word itself, and the kinds of titles. */
export const levelValues = ({
  exact,
  begunNames,
  kinds: { genres, types, spoken, isFree },
  namedGenres,
}: WordMatches) => [begunNames, [...exact, ...begunNames], types, spoken, isFree, genres, namedGenres]
const LEVEL_TYPES = ['text[]', 'text[]', 'text[]', 'text[]', 'boolean', 'bigint[]', 'bigint[]']

const levelParameters = (first: number, word: number): string[] =>
  LEVEL_TYPES.map((type, at) => `$${first + word * LEVEL_TYPES.length + at}::${type}`)

/** Where a title has the keys of a word: in its name, in its name as a beginning, by its author, by its narrator. */
function titleRoles(word: number, first: number): [KeyList, KeyList, KeyList, KeyList] {
  const [begun = '', loose = ''] = levelParameters(first, word)
  return [
    { keys: wordParameter(word, 'exact'), column: 'title_keys' },
    { keys: begun, column: 'title_keys' },
    { keys: loose, column: 'author_keys' },
    { keys: loose, column: 'narrator_keys' },
  ]
}

/** The lists of the names of titles among the parameters of the hits. */
export const nameLists = (words: number, first: number): NameLists => ({
  whole: wholeParameter('whole'),
  begun: wholeParameter('wholeBegun'),
  words: Array.from({ length: words }, (_, word) => ({
    exact: wordParameter(word, 'exact'),
    begun: levelParameters(first, word)[0] ?? '',
  })),
})

/** Word or beginning of the title, author, narrator, genre of this name, genre by meaning, description, another spelling. */
export function titleLevel(search: Search, word: number, first: number): string {
  const [, , types, spoken, isFree, genres, named] = levelParameters(first, word)
  const [exact, begun, author, narrator] = titleRoles(word, first).map((role) => byRole(search, role))
  // Not by the keys of the genres: thousands of rows are compared.
  const inGenre = (ids?: string) =>
    `p.id in (select product_id from product_categories where category_id = any(${ids}))`
  const byGenre = `when p.audio_type = any(${types}) or p.spoken = any(${spoken}) and (p.spoken_tag is null or starts_with(p.spoken_tag, p.spoken)) or p.is_free and ${isFree}
    or ${inGenre(genres)} then 5`
  const byName = isListed(search) ? `when p.is_named then case when ${exact} then 0 else 1 end` : ''
  return `case ${byName} when not ${mayHave(search, word, 'exact', 'begun')} then case when not ${mayHave(search, word, 'meaning')} then 7 when ${inGenre(named)} then 4 ${byGenre} else 7 end
    when ${exact} then 0 when ${begun} then 1 when ${author} then 2 when ${narrator} then 3 when ${inGenre(named)} then 4 ${byGenre}
    when ${byWord(search, word, 'exact')} then 6 else 7 end`
}
export const personLevel = (search: Search, word: number) =>
  `case when ${byWord(search, word, 'exact')} then 0 when ${byWord(search, word, 'begun')} then 1 else 7 end`

export const titleSounds = (search: Search) => ({
  same: byRole(search, { keys: wholeParameter('whole'), column: 'title_keys' }),
  begins: byRole(search, { keys: wholeParameter('wholeBegun'), column: 'title_keys' }),
})
export const personSounds = (search: Search) => ({
  same: byWhole(search, 'whole'),
  begins: byWhole(search, 'wholeBegun'),
})
