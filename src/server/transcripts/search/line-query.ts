import { isNear, significantWords } from '#contract/search/name-match.ts'
import { foldText, wordKeys } from '#contract/listening/sound-key.ts'
import type { Db } from '../../db/connect.ts'
import { nearForms } from '../../search/terms.ts'

/** A typed word with the keys of the index that it may mean. `lines`: how many have one of its own keys, or else of the near ones. */
export type LineWord = { word: string; exact: number[]; near: number[]; lines: number; weight: number }
export type LineQuery = { words: LineWord[] }

const MAX_WORDS = 12
/** Keys that are near a short word are many; the frequent ones are meant. */
const MAX_NEAR = 60

const LOOK_UP = `select asked.place, f.id, f.term, f.lines, f.own from jsonb_to_recordset($1) as asked(place int, keys text[], forms text[]) cross join lateral (
  (select id, term, lines, true as own from line_terms where term = any(asked.keys))
  union all
  (select id, term, lines, false from line_terms where shorter && asked.forms and lines > 0 order by lines desc limit 400)
) f`

type Found = { place: number; id: number; term: string; lines: number; own: boolean }

/** The keys that the typed words may mean; undefined when no line has any of them. */
export async function lineQuery(db: Db, typed: string): Promise<LineQuery | undefined> {
  const words = [...new Set(significantWords(foldText(typed)))].slice(0, MAX_WORDS)
  if (words.length === 0) return undefined
  const asked = words.map((word, place) => {
    const keys = wordKeys(word)
    return { place, keys, forms: keys.flatMap(nearForms) }
  })
  const [rows, all] = await Promise.all([
    db.query<Found>(LOOK_UP, [JSON.stringify(asked)], 'line terms'),
    countLines(db),
  ])
  const found = words.map((word, place) =>
    wordOf(
      word,
      rows.filter((row) => row.place === place),
      all,
    ),
  )
  const known = found.filter(({ lines }) => lines > 0)
  if (known.length === 0) return undefined
  // A word that no line has is probably misspelled beyond recognition: it counts, and less than those that are known.
  const usual = known.reduce((sum, { weight }) => sum + weight, 0) / known.length / 2
  return { words: found.map((word) => (word.lines > 0 ? word : { ...word, weight: usual })) }
}

function wordOf(word: string, rows: readonly Found[], all: number): LineWord {
  const keys = wordKeys(word)
  const own = rows.filter((row) => row.own)
  const ids = new Set(own.map(({ id }) => id))
  const near = rows
    .filter((row) => !row.own && !ids.has(row.id) && keys.some((key) => isNear(key, row.term)))
    .slice(0, MAX_NEAR)
  const sum = (some: readonly Found[]) => some.reduce((total, { lines }) => total + lines, 0)
  const lines = sum(own) || sum(near)
  // A word in every line says little, one in few lines says nearly all.
  const weight = Math.log(1 + Math.max(all, lines) / (1 + lines))
  return { word, exact: own.map(({ id }) => id), near: near.map(({ id }) => id), lines, weight }
}

/** As the last statistics say: the exact number would be counted row by row. */
async function countLines(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select greatest(reltuples, 1000)::float8 as count from pg_class where oid = 'transcript_cues'::regclass`,
    [],
    'count of lines',
  )
  return row?.count ?? 1_000
}
