import { foldText, shorterForms, soundKeys } from '#contract/sound-key.ts'
import type { StoredTranslations } from '../db/schema/columns.ts'
import type { Db } from '../db/connect.ts'

/** Prefix of a key of a whole name, so that equal names and prefixes of names are found without counting words. */
export const WHOLE = '='

export function namesOf({ en, mr }: StoredTranslations): string[] {
  return [...new Set([en?.name, mr?.name].filter((name) => name !== undefined))]
}

/** The keys of the words of all names, and one key for each whole name. */
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

/** Folded names as `|one name|another name|`. */
export function searchTextOf(names: string[]): string {
  return `|${names.map(foldText).join('|')}|`
}

/** Adds keys to the index of prefix and one-error look-ups. `seen` avoids repeated work within one import. */
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
