import { foldText, shorterForms, soundKeys } from '#contract/sound-key.ts'
import type { StoredTranslations } from '../db/schema/columns.ts'
import type { Db } from '../db/connect.ts'

/** Marks a whole name among the keys, so that exact and begun names are found without counting words. */
export const WHOLE = '='

export function namesOf({ en, mr }: StoredTranslations): string[] {
  return [...new Set([en?.name, mr?.name].filter((name) => name !== undefined))]
}

/** Keys of the words of all names, and of each whole name. */
export function keysOf(names: string[]): string[] {
  return [
    ...new Set(
      names.flatMap((name) => {
        const keys = soundKeys(name)
        return keys.length > 0 ? [...keys, WHOLE + keys.join(' ').slice(0, 200)] : []
      }),
    ),
  ]
}

/** `|one name|another name|`, folded. */
export function searchTextOf(names: string[]): string {
  return `|${names.map(foldText).join('|')}|`
}

/** Remembers keys for prefix and one-error look-ups. `seen` spares repeating the work within one import. */
export async function addTerms(db: Db, keys: Iterable<string>, seen: Set<string>): Promise<void> {
  const fresh = [...new Set(keys)].filter((key) => !seen.has(key)).toSorted()
  if (fresh.length === 0) return
  const rows = fresh.map((term) => ({
    term,
    shorter: term.startsWith(WHOLE) || term.length < 3 ? [] : shorterForms(term),
  }))
  await db.query(
    `insert into search_terms (term, shorter) select term, shorter from jsonb_to_recordset($1) as r(term text, shorter text[]) on conflict do nothing`,
    [JSON.stringify(rows)],
  )
  for (const key of fresh) seen.add(key)
}
