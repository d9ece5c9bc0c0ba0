import { FUZZY_LENGTH, nameText } from '#contract/search/name-match.ts'
import { foldText, foldedWords, shorterForms, skeletonOf, wordKeys } from '#contract/listening/sound-key.ts'
import type { StoredTranslations, Words } from '../db/schema/columns.ts'
import type { Db } from '../db/connect.ts'
import { isDryRun } from '../db/dry-run.ts'

/** Prefix of a key of a whole name without its spaces. */
export const WHOLE = '='
/** Prefix of a key that is the beginning of a word: one of them stands for thousands of words. */
export const BEGINNING = '^'
/** Prefix of a skeleton among the shorter forms of a term. */
export const SKELETON = '~'
/** Beginnings of these lengths are keys of their own; longer ones are looked up among the terms. */
export const BEGINNING_LENGTHS = [2, 3] as const
/** A word has up to eight spellings, of which the first ones are typed. */
const MAX_SPELLINGS = 3
const MAX_DESCRIPTION_WORDS = 60
const MIN_DESCRIPTION_WORD = 4

export function namesOf({ en, mr }: StoredTranslations): string[] {
  return [...new Set([en?.name, mr?.name].filter((name) => name !== undefined))]
}

/** The keys of the words of all names, of neighbouring words joined, of the beginnings of words, and of each whole name. */
export function keysOf(names: string[]): string[] {
  const keys = new Set<string>()
  for (const { words, whole } of names.map(nameText)) {
    for (const { spellings, keys: sounds, joinedSounds } of words) {
      const own = [...spellings.slice(0, MAX_SPELLINGS), ...sounds]
      for (const key of [...own, ...joinedSounds]) keys.add(key)
      for (const beginning of own.flatMap(shortBeginnings)) keys.add(beginning)
    }
    for (const key of whole) keys.add(WHOLE + key)
  }
  return [...keys]
}

export const shortBeginnings = (key: string): string[] =>
  BEGINNING_LENGTHS.filter((length) => key.length >= length).map((length) => BEGINNING + key.slice(0, length))

/** Keys of the first words of the descriptions. They are found as whole words only. */
export function descriptionKeys(translations: StoredTranslations): string[] {
  const texts = Object.values(translations).map(({ shortDescription = '', description = '' }: Words) =>
    `${shortDescription} ${description}`.slice(0, 3_000).replace(/<[^>]*>|&\w+;/g, ' '),
  )
  const words = texts.flatMap((text) => foldedWords(text).slice(0, MAX_DESCRIPTION_WORDS))
  return [
    ...new Set(words.filter((word) => word.length >= MIN_DESCRIPTION_WORD).flatMap((word) => wordKeys(word)[0] ?? [])),
  ]
}

/** Keys of the words of names, which are found as whole words: without the beginnings that half of all words share. */
export const wholeWordKeys = (names: string[]): string[] =>
  names.flatMap((name) => foldedWords(name).flatMap((word) => wordKeys(word)[0] ?? []))

/** Folded names as `|one name|another name|`. */
export function searchTextOf(names: string[]): string {
  return `|${names.map(foldText).join('|')}|`
}

/** Adds names to the index of beginnings and of words that are near. `seen` avoids repeated work within one import. */
export async function addTerms(db: Db, names: Iterable<string>, seen: Set<string>): Promise<void> {
  // Whoever saves a name with one of these words would wait until a dry run ends.
  if (isDryRun(db)) return
  const fresh = [...new Set(names)].filter((name) => !seen.has(name))
  const terms = new Map(fresh.flatMap(termsOf))
  if (terms.size > 0)
    await db.query(
      `insert into search_terms (term, shorter) select term, shorter from jsonb_to_recordset($1) as r(term text, shorter text[])
       on conflict (term) do update set shorter = excluded.shorter where search_terms.shorter <> excluded.shorter and excluded.shorter <> '{}'`,
      [
        JSON.stringify(
          [...terms].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([term, shorter]) => ({ term, shorter })),
        ),
      ],
    )
  for (const name of fresh) seen.add(name)
}

/** Terms of a name, each with what it shares with the typed keys that are near it. */
function termsOf(name: string): [term: string, shorter: string[]][] {
  const { words, whole } = nameText(name)
  return [
    ...whole.map((key): [string, string[]] => [WHOLE + key, [SKELETON + WHOLE + skeletonOf(key)]]),
    ...words.flatMap(({ spellings }) =>
      spellings.slice(0, MAX_SPELLINGS).map((spelling): [string, string[]] => [spelling, []]),
    ),
    // After the spellings: a word that is its own key needs its forms.
    ...words.flatMap(({ keys }) => keys.map((key): [string, string[]] => [key, nearForms(key)])),
  ]
}

/** Two keys that `isNear` share one of these. */
export function nearForms(key: string): string[] {
  return [SKELETON + skeletonOf(key), ...(key.length >= FUZZY_LENGTH - 1 ? shorterForms(key) : [])]
}
