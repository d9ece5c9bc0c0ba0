import { foldText, shorterForms, soundKeys, withinOneEdit } from '#contract/sound-key.ts'
import type { Db } from '../db/connect.ts'
import { WHOLE } from './terms.ts'

/** Keys of the index that a typed word may mean. */
export type Meaning = { exact: string; begun: string[]; near: string[] }
export type Expanded = {
  /** The folded text itself, for names that equal it or begin with it. */
  text: string
  /** All keys; `words` leaves out single letters, which begin anything, when something longer was typed. */
  exact: string[]
  words: Meaning[]
  /** Whole names that sound like the text, and that begin so. */
  whole: string
  wholeBegun: string[]
}

const MOST_WORDS = 8
/** Said alone they are looked for; beside other words they only cost time. */
const SMALL_WORDS = new Set(['the', 'a', 'an', 'of', 'and', 'in', 'to', 'ani', 'आणि', 'व'])
/** From this length one wrong letter leaves enough to recognise. Shorter keys are bent only when nothing else fits. */
const SURE_LENGTH = 5
const LEAST_LENGTH = 3
const LAST = '\u{10FFFF}'

const LOOK_UP = `select asked.place, found.term, found.begun from jsonb_to_recordset($1) as asked(place int, key text, forms text[], most int) cross join lateral (
  (select term, true as begun from search_terms where term ~>=~ asked.key and term ~<~ (asked.key || '${LAST}') order by term using ~<~ limit asked.most)
  union all
  (select term, false from search_terms where cardinality(asked.forms) > 0 and shorter && asked.forms limit 300)
) found`

/** Undefined when there is nothing to look for. */
export async function expandQuery(db: Db, typed: string): Promise<Expanded | undefined> {
  const text = foldText(typed)
  const all = text.split(' ').filter(Boolean)
  const telling = all.filter((word) => !SMALL_WORDS.has(word))
  const keys = [...new Set(soundKeys((telling.length > 0 ? telling : all).join(' ')))].slice(0, MOST_WORDS)
  if (keys.length === 0) return undefined
  const whole = WHOLE + soundKeys(text).join(' ').slice(0, 200)
  const asked = [
    ...keys.map((key, place) => ({
      place,
      key,
      forms: key.length >= LEAST_LENGTH ? shorterForms(key) : [],
      most: mostBegun(key),
    })),
    { place: -1, key: whole, forms: [], most: mostBegun(whole.slice(WHOLE.length)) },
  ]
  const rows = await db.query<{ place: number; term: string; begun: boolean }>(
    LOOK_UP,
    [JSON.stringify(asked)],
    'search-terms',
  )
  const at = (place: number, begun: boolean) =>
    rows.filter((row) => row.place === place && row.begun === begun).map(({ term }) => term)
  const words = keys.map((key, place) => meaning(key, at(place, true), at(place, false)))
  const long = words.filter(({ exact }) => !isOneLetter(exact))
  return { text, whole, wholeBegun: at(-1, true), exact: keys, words: long.length > 0 ? long : words }
}

/** `l` and `la`, but not `7`. */
function isOneLetter(key: string): boolean {
  return /^\D$|^\Da$/u.test(key)
}

/** One letter begins a tenth of all words: a few of them are as good as all. */
function mostBegun(key: string): number {
  return key.length < 2 ? 15 : 120
}

function meaning(exact: string, begun: string[], alike: string[]): Meaning {
  const bend = exact.length >= SURE_LENGTH || (exact.length >= LEAST_LENGTH && begun.length === 0)
  return { exact, begun, near: bend ? alike.filter((term) => withinOneEdit(exact, term)) : [] }
}
