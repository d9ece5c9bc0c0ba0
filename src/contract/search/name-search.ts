import { beginningKeys, isNear, matchLevel, nameText, typedText, type MatchText, type MatchWord } from './name-match.ts'
import { foldedWords, latinSpellings, wordKeys } from '../listening/sound-key.ts'

type Named = { en: string; mr: string }
type Row<Entry> = { entry: Entry; texts?: MatchText[] }
type KnownWord = { spellings: string[]; keys: string[]; rows: number[] }

/** More would be compared one by one, and nobody reads them. */
const MAX_COMPARED = 300

type NameSearch<Entry extends Named> = {
  add(entries: readonly Entry[]): void
  /** The best entries for a typed text, best first. */
  find(typed: string, most: number): Entry[]
}

/** Finds names without a server: by words and beginnings of words first, then by their sound however they are cut, then by near words. */
export function createNameSearch<Entry extends Named>(): NameSearch<Entry> {
  const rows: Row<Entry>[] = []
  const words = new Map<string, KnownWord>()

  return { add, find }

  function add(entries: readonly Entry[]): void {
    for (const entry of entries) {
      const row = rows.push({ entry }) - 1
      for (const word of new Set(foldedWords(`${entry.en} ${entry.mr}`))) {
        const known = words.get(word)
        if (known) known.rows.push(row)
        else
          words.set(word, {
            spellings: [...new Set([word, ...latinSpellings(word)])],
            keys: wordKeys(word),
            rows: [row],
          })
      }
    }
  }

  function find(typed: string, most: number): Entry[] {
    const query = typedText(typed)
    const found = ranked(query, rowsWith(query, begins))
    if (found.length > 0) return found.slice(0, most)
    const cut = ranked(query, rowsOfBeginning(query))
    return (cut.length > 0 ? cut : ranked(query, rowsWith(query, isAlike))).slice(0, most)
  }

  /** Rows that have a matching word for each typed word. */
  function rowsWith(query: MatchText, matches: (typed: MatchWord, known: KnownWord) => boolean): Set<number> {
    const rowsOf = (typed: MatchWord) =>
      new Set([...words.values()].flatMap((known) => (matches(typed, known) ? known.rows : [])))
    const [first, ...others] = query.words.map(rowsOf)
    return new Set([...(first ?? [])].filter((row) => others.every((other) => other.has(row))))
  }

  /** Rows that begin like the first typed letters: only these can be the typed text cut into other words. */
  function rowsOfBeginning({ words: [first] }: MatchText): Set<number> {
    const starts = first?.keys.map((key) => key.slice(0, 2)) ?? []
    const found = new Set<number>()
    for (const known of words.values())
      if (known.keys.some((key) => starts.some((start) => key.startsWith(start.slice(0, key.length)))))
        for (const row of known.rows) found.add(row)
    return found
  }

  function ranked(query: MatchText, found: Set<number>): Entry[] {
    return [...found]
      .slice(0, MAX_COMPARED)
      .flatMap((at) => {
        const row = rows[at]
        if (!row) return []
        row.texts ??= [row.entry.en, row.entry.mr].filter(Boolean).map(nameText)
        const level = matchLevel(query, row.texts)
        return level === undefined ? [] : [{ entry: row.entry, level, at }]
      })
      .toSorted((a, b) => a.level - b.level || a.at - b.at)
      .map(({ entry }) => entry)
  }
}

const startsOf = new WeakMap<MatchWord, string[]>()

function begins(typed: MatchWord, { spellings, keys }: KnownWord): boolean {
  const starts = startsOf.get(typed) ?? [...typed.joinedSounds, ...beginningKeys(typed.spellings[0] ?? '')]
  startsOf.set(typed, starts)
  return (
    typed.spellings.some((start) => spellings.some((spelling) => spelling.startsWith(start))) ||
    starts.some((start) => keys.some((key) => key.startsWith(start)))
  )
}

function isAlike(typed: MatchWord, { keys }: KnownWord): boolean {
  return typed.keys.some((key) => keys.some((other) => key === other || isNear(key, other)))
}
