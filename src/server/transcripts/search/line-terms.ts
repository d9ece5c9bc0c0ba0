import { foldedWords, wordKeys } from '#contract/listening/sound-key.ts'
import type { Db } from '../../db/connect.ts'
import { nearForms } from '../../search/terms.ts'

/** A word has a key for each way to say it; the usual ones are enough, because a typed word is looked up by all of its own. */
const KEYS_OF_WORD = 2
/** A line has more words only when it is a paragraph. */
const MAX_WORDS = 200

/** The sound keys of a line. */
export function lineKeys(text: string): string[] {
  const words = foldedWords(text).slice(0, MAX_WORDS)
  return [...new Set(words.flatMap((word) => wordKeys(word).slice(0, KEYS_OF_WORD)))]
}

/** Stores new keys, and answers the ids of all. `seen` keeps them over several texts of one import. */
export async function termIds(
  db: Db,
  keys: Iterable<string>,
  seen = new Map<string, number>(),
): Promise<Map<string, number>> {
  const fresh = [...new Set(keys)].filter((key) => !seen.has(key)).toSorted()
  if (fresh.length === 0) return seen
  const rows = fresh.map((term) => ({ term, shorter: nearForms(term) }))
  // In the order of the keys: two imports at once wait for each other and never in a circle.
  await db.query(
    `insert into line_terms (term, shorter) select term, shorter from jsonb_to_recordset($1) as r(term text, shorter text[])
     on conflict (term) do nothing`,
    [JSON.stringify(rows)],
  )
  const found = await db.query<{ id: number; term: string }>('select id, term from line_terms where term = any($1)', [
    fresh,
  ])
  for (const { id, term } of found) seen.set(term, id)
  return seen
}

/** Counts in how many lines the keys are; `by` is 1 for new lines and -1 for those that go. */
export async function countTerms(
  db: Db,
  transcriptId: number,
  by: 1 | -1,
  from = 0,
  to = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  await db.query(
    `update line_terms l set lines = greatest(0, l.lines + $2 * n.lines) from (select term, count(*)::int as lines
       from transcript_cues c, unnest(c.terms) as term where c.transcript_id = $1 and c.position between $3 and $4 group by term order by term) n
     where l.id = n.term`,
    [transcriptId, by, from, Math.min(to, 2_147_483_647)],
  )
}
