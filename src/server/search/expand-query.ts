import { foldText, shorterForms, soundKeys, withinOneEdit } from '#contract/sound-key.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { searchTerms } from '../db/schema/search.ts'
import { WHOLE } from './terms.ts'

/** Keys of the index that match a typed word: exactly, by prefix, and with one typing error. */
export type WordMatches = { exact: string; prefixed: string[]; near: string[] }
export type ExpandedQuery = {
  /** The folded text, for names that equal it or begin with it. */
  text: string
  /** All keys. `words` leaves out single letters beside longer words: they are a prefix of too many keys. */
  exact: string[]
  words: WordMatches[]
  /** Keys of whole names that sound like the text, and that begin like it. */
  whole: string
  wholePrefixed: string[]
}

const MAX_WORDS = 8
/** Searched only when no other word was typed. */
const STOP_WORDS = new Set(['the', 'a', 'an', 'of', 'and', 'in', 'to', 'ani', 'आणि', 'व'])
/** Keys from this length are always matched with one typing error; shorter ones only when nothing begins with them. */
const FUZZY_LENGTH = 5
const MIN_FUZZY_LENGTH = 3
const LAST_CHARACTER = '\u{10FFFF}'

const LOOK_UP = `select asked.place, found.term, found.prefixed from jsonb_to_recordset($1) as asked(place int, key text, forms text[], most int) cross join lateral (
  (select term, true as prefixed from search_terms where term ~>=~ asked.key and term ~<~ (asked.key || '${LAST_CHARACTER}') order by term using ~<~ limit asked.most)
  union all
  (select term, false from search_terms where cardinality(asked.forms) > 0 and shorter && asked.forms limit 300)
) found`

/** Finds the keys of the index that the typed text may mean; undefined when the text has no key. */
export async function expandQuery(db: Db, typed: string): Promise<ExpandedQuery | undefined> {
  const text = foldText(typed)
  const all = text.split(' ').filter(Boolean)
  const significant = all.filter((word) => !STOP_WORDS.has(word))
  const keys = [...new Set(soundKeys((significant.length > 0 ? significant : all).join(' ')))].slice(0, MAX_WORDS)
  if (keys.length === 0) return undefined
  const whole = WHOLE + soundKeys(text).join(' ').slice(0, 200)
  const lookUps = [
    ...keys.map((key, place) => ({
      place,
      key,
      forms: key.length >= MIN_FUZZY_LENGTH ? shorterForms(key) : [],
      most: maxPrefixed(key),
    })),
    { place: -1, key: whole, forms: [], most: maxPrefixed(whole.slice(WHOLE.length)) },
  ]
  const rows = await db.query<Pick<Row<typeof searchTerms>, 'term'> & { place: number; prefixed: boolean }>(
    LOOK_UP,
    [JSON.stringify(lookUps)],
    'search-terms',
  )
  const termsAt = (place: number, prefixed: boolean) =>
    rows.filter((row) => row.place === place && row.prefixed === prefixed).map(({ term }) => term)
  const words = keys.map((key, place) => matchesOf(key, termsAt(place, true), termsAt(place, false)))
  const longer = words.filter(({ exact }) => !isOneLetter(exact))
  return { text, whole, wholePrefixed: termsAt(-1, true), exact: keys, words: longer.length > 0 ? longer : words }
}

/** `l` and `la`, but not `7`. */
function isOneLetter(key: string): boolean {
  return /^\D$|^\Da$/u.test(key)
}

/** A single letter is a prefix of a tenth of all keys: a few of them are enough. */
function maxPrefixed(key: string): number {
  return key.length < 2 ? 15 : 120
}

function matchesOf(exact: string, prefixed: string[], similar: string[]): WordMatches {
  const isFuzzy = exact.length >= FUZZY_LENGTH || (exact.length >= MIN_FUZZY_LENGTH && prefixed.length === 0)
  return { exact, prefixed, near: isFuzzy ? similar.filter((term) => withinOneEdit(exact, term)) : [] }
}
