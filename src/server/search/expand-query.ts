import { beginningKeys, isNear, isTelling, typedText, type MatchWord } from '#contract/search/name-match.ts'
import { foldText, skeletonOf, wordKeys } from '#contract/listening/sound-key.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { searchTerms } from '../db/schema/catalog/search.ts'
import { takeAge } from './ages.ts'
import { BEGINNING, BEGINNING_LENGTHS, nearForms, shortBeginnings, SKELETON, WHOLE } from './terms.ts'
import type { Kinds, Meanings } from './synonyms.ts'

/** Keys of the index that match a typed word: as it is, as a beginning, by meaning, and in another spelling. */
export type WordMatches = {
  typed: string
  exact: string[]
  begun: string[]
  meaning: string[]
  near: string[]
  /** The fewest keys with which every name is found that `begun` finds. */
  begunNames: string[]
  /** The kinds of titles that the word names or means. */
  kinds: Kinds
  /** Genres that the word names itself. */
  namedGenres: number[]
}
export type ExpandedQuery = {
  typed: string
  /** The folded text, for names that equal it or begin with it. */
  text: string
  words: WordMatches[]
  /** Keys of whole names that sound like the text, that begin like it, and that are near it. */
  whole: string[]
  wholeBegun: string[]
  wholeNear: string[]
}

const MAX_WORDS = 8
const MAX_LONGEST = 200
const MAX_TERMS = 300
const LAST_CHARACTER = '\u{10FFFF}'

const LOOK_UP = `select asked.place, found.term, found.begun from jsonb_to_recordset($1) as asked(place int, keys text[], forms text[], most int) cross join lateral (
  (select term, true as begun from unnest(asked.keys) as key, lateral (
     select term from search_terms where term ~>=~ key and term ~<~ (key || '${LAST_CHARACTER}') order by term using ~<~ limit asked.most) t)
  union all
  (select term, false from search_terms where cardinality(asked.forms) > 0 and shorter && asked.forms limit ${MAX_TERMS})
) found`

type LookUp = { place: number; keys: string[]; forms: string[]; most: number }
type Found = Pick<Row<typeof searchTerms>, 'term'> & { place: number; begun: boolean }

/** Finds the keys of the index that the typed text may mean; undefined when the text has no key. */
export async function expandQuery(db: Db, typed: string, meanings: Meanings): Promise<ExpandedQuery | undefined> {
  const query = typedText(typed)
  const words = distinct(query.words).slice(0, MAX_WORDS)
  if (words.length === 0) return undefined
  const wholes = query.whole.map((key) => WHOLE + key.slice(0, MAX_LONGEST))
  const isLong = query.whole.some((key) => key.length > 2)
  const rows = await db.query<Found>(
    LOOK_UP,
    [
      JSON.stringify([
        ...words.map(lookUpOf),
        {
          place: -1,
          keys: isLong ? wholes : [],
          forms: wholes.map((key) => SKELETON + WHOLE + skeletonOf(key.slice(1))),
          most: 100,
        },
      ]),
    ],
    'search-terms',
  )
  const termsAt = (at: number, isBegun: boolean) =>
    rows.filter(({ place, begun }) => place === at && begun === isBegun).map(({ term }) => term)
  const matches = words.map((word, place) => matchesOf(word, termsAt(place, true), termsAt(place, false), meanings))
  const [only] = matches
  // A word that names have needs no names that only sound so when their words are joined: ramayana, रम्या आणि.
  const isWordOfNames = only?.typed === query.text && only.begun.length > 0
  return {
    typed,
    text: query.text,
    whole: wholes,
    wholeBegun: isWordOfNames ? [] : termsAt(-1, true),
    wholeNear: isWordOfNames
      ? []
      : termsAt(-1, false).filter((term) => query.whole.some((key) => isNear(key, term.slice(1)))),
    words: matches,
  }
}

/** The text with the age of a child that it names as a word of its own: stories for 6 year old. Undefined where it names none. */
export async function expandForAge(db: Db, typed: string, meanings: Meanings): Promise<ExpandedQuery | undefined> {
  const found = takeAge(typed)
  if (!found) return undefined
  const { age, keys, rest } = found
  const kinds: Kinds = { genres: [], types: ['kids'], spoken: [], isFree: false }
  const word = { typed: age, exact: keys, begun: [], meaning: [], near: [], begunNames: [], kinds, namedGenres: [] }
  const others = isTelling(rest) ? await expandQuery(db, rest, meanings) : undefined
  // No name is compared with the text: a name may have the words beside the age only.
  return {
    typed,
    text: foldText(typed),
    words: [...(others?.words ?? []), word],
    whole: [],
    wholeBegun: [],
    wholeNear: [],
  }
}

function distinct(words: readonly MatchWord[]): MatchWord[] {
  return [...new Map(words.map((word) => [word.spellings[0], word])).values()]
}

const startsOf = ({ spellings }: MatchWord) => [
  ...new Set([...spellings.slice(0, 2), ...beginningKeys(spellings[0] ?? '')]),
]
const isShort = (start: string) => start.length <= BEGINNING_LENGTHS[1]

function lookUpOf(word: MatchWord, place: number): LookUp {
  const starts = startsOf(word)
  const isOneLetter = starts.every((start) => start.length < BEGINNING_LENGTHS[0])
  return {
    place,
    // A single letter is the beginning of a tenth of all words: a few of them are enough.
    keys: isOneLetter ? starts : starts.filter((start) => !isShort(start)),
    forms: word.keys.flatMap(nearForms),
    most: isOneLetter ? 15 : MAX_TERMS,
  }
}

function matchesOf(word: MatchWord, begunTerms: string[], nearTerms: string[], meanings: Meanings): WordMatches {
  const exact = [...new Set([...word.spellings, ...word.keys, ...word.joinedSounds])]
  const short = startsOf(word)
    .filter((start) => isShort(start) && start.length >= BEGINNING_LENGTHS[0])
    .map((start) => BEGINNING + start)
  const begunNames = [...short, ...begunTerms.filter((term) => !isBegunBy(term, short))]
  const near = nearTerms.filter((term) => word.keys.some((key) => isNear(key, term)))
  const isKnown = begunTerms.length > 0 || nearTerms.some((term) => word.keys.includes(term))
  // Errors are looked for only in words that the catalog does not have.
  const respelled = near.filter((term) => word.keys.some((key) => skeletonOf(key) === skeletonOf(term)))
  const meaning = meanings.of(word)
  return {
    typed: word.spellings[0] ?? '',
    exact,
    begun: [...new Set([...short, ...begunTerms])],
    meaning,
    near: isKnown ? respelled : near,
    begunNames: [...new Set(begunNames)],
    kinds: meanings.kindsOf([...exact, ...begunNames, ...meaning]),
    namedGenres: meanings.kindsOf(exact).genres,
  }
}

/** Whether every name with the term has one of the short beginnings too. */
const isBegunBy = (term: string, beginnings: readonly string[]) =>
  [term, ...wordKeys(term)].some((key) => shortBeginnings(key).some((short) => beginnings.includes(short)))
