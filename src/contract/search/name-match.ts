import { foldText, latinSpellings, skeletonOf, withinOneEdit, wordKeys } from '../listening/sound-key.ts'

/** A word of a name or of a typed text, with everything that it may match. */
export type MatchWord = {
  /** As written, and in Latin letters. */
  spellings: string[]
  keys: string[]
  /** Keys of the word joined to its neighbours: shiv + leelamrut is शिवलीलामृत. */
  joinedSounds: string[]
}
/** `whole`: keys of the text without its spaces. */
export type MatchText = { text: string; words: MatchWord[]; whole: string[] }

/** Searched only when no other word was typed. */
const STOP_WORDS = new Set(['the', 'a', 'an', 'of', 'and', 'in', 'to', 'for', 'ani', 'aani', 'आणि', 'व', 'साठी'])
/** Keys from this length are matched with one typing error. */
export const FUZZY_LENGTH = 5
/** Shorter skeletons stand for too many words. */
const MIN_SKELETON = 3
const MAX_WHOLE = 200

const tellingWords = (text: string): string[] => text.split(' ').filter((word) => word !== '' && !STOP_WORDS.has(word))
/** Whether a folded text has a word that says something. */
export const isTelling = (text: string): boolean => tellingWords(text).length > 0

export function significantWords(text: string): string[] {
  const telling = tellingWords(text)
  return telling.length > 0 ? telling : text.split(' ').filter(Boolean)
}

/** A typed text. Words that say nothing are left out, unless nothing else was typed. */
export const typedText = (typed: string): MatchText => textOf(foldText(typed), significantWords(foldText(typed)))
/** A name, with all of its words. */
export const nameText = (name: string): MatchText => textOf(foldText(name), foldText(name).split(' ').filter(Boolean))

function textOf(text: string, words: readonly string[]): MatchText {
  return {
    text,
    words: words.map((word, index) => ({
      spellings: [...new Set([word, ...latinSpellings(word)])],
      keys: wordKeys(word),
      joinedSounds: joinedKeys(words, index),
    })),
    whole: keysOfJoined(text.split(' ')),
  }
}

function joinedKeys(words: readonly string[], index: number): string[] {
  const runs = [words.slice(Math.max(0, index - 1), index + 1), words.slice(index, index + 2), initialsAt(words, index)]
  return [...new Set(runs.filter((run) => run.length > 1).flatMap(keysOfJoined))]
}

/** The run of single letters around a word: j r r. */
function initialsAt(words: readonly string[], index: number): readonly string[] {
  const isInitial = (word: string | undefined) => word !== undefined && [...word].length === 1
  if (!isInitial(words[index])) return []
  let [from, to] = [index, index]
  while (from > 0 && isInitial(words[from - 1])) from -= 1
  while (isInitial(words[to])) to += 1
  return words.slice(from, to)
}

/** Joined in Latin letters: a nasal at the end of a word is hardly heard, in the middle of one it is. */
function keysOfJoined(words: readonly string[]): string[] {
  const spellings = words.map(latinSpellings)
  const most = Math.max(0, ...spellings.map(({ length }) => length))
  const wordsTogether = Array.from({ length: most }, (_, at) =>
    spellings.map((ways) => ways[at] ?? ways[0] ?? '').join(''),
  )
  return [...new Set(wordsTogether.flatMap((word) => (word ? wordKeys(word.slice(0, MAX_WHOLE)) : [])))]
}

/** Keys with which the key of a longer word may begin: what follows decides how the last letters sound (panc, panch). */
export function beginningKeys(word: string): string[] {
  const keys = wordKeys(word)
  const withBreath = /[bcdgjkpstz]$/.test(word) ? wordKeys(`${word}h`) : []
  const cut = keys.flatMap((key) => (key.length > 3 && /[aeiouhy]$/.test(key) ? key.slice(0, -1) : []))
  return [...new Set([...keys, ...withBreath, ...cut])]
}

/** Whether two keys may be one word in two habits of spelling, or one letter apart. */
export function isNear(key: string, other: string): boolean {
  const skeleton = skeletonOf(key)
  if (skeleton.length >= MIN_SKELETON && skeleton === skeletonOf(other)) return true
  return key.length >= FUZZY_LENGTH && withinOneEdit(key, other)
}

const meets = (some: readonly string[], others: readonly string[]) => some.some((one) => others.includes(one))
const begins = (others: readonly string[], starts: readonly string[]) =>
  others.some((other) => starts.some((start) => other.startsWith(start)))

/** 0 when a word of the names is the typed word, 1 when one begins with it, 2 when one is near; undefined when none is. */
function wordLevel(typed: MatchWord, words: readonly MatchWord[]): number | undefined {
  const own = [...typed.keys, ...typed.joinedSounds]
  const isSame = ({ spellings, keys, joinedSounds }: MatchWord) =>
    meets(typed.spellings, spellings) || meets(own, keys) || meets(typed.keys, joinedSounds)
  if (words.some(isSame)) return 0
  const [spelling = ''] = typed.spellings
  const starts = beginningKeys(spelling)
  if (
    words.some(
      ({ spellings, keys, joinedSounds }) =>
        begins(spellings, typed.spellings) || begins([...keys, ...joinedSounds], starts),
    )
  )
    return 1
  return words.some(({ keys }) => typed.keys.some((key) => keys.some((other) => isNear(key, other)))) ? 2 : undefined
}

/** From here on a level means spelling errors. */
const NEAR_LEVEL = 6

/**
 * How well the names of one entry match, best first: same name, beginning of a name, sounds the same, sounds like a beginning, all
 * words, beginnings of words; from `NEAR_LEVEL` on words that are only near, fewer first. Undefined when a word is missing.
 */
export function matchLevel(query: MatchText, names: readonly MatchText[]): number | undefined {
  if (query.words.length === 0) return undefined
  if (names.some(({ text }) => text === query.text)) return 0
  if (names.some(({ text }) => text.startsWith(query.text))) return 1
  if (names.some(({ whole }) => meets(query.whole, whole))) return 2
  if (names.some(({ whole }) => begins(whole, query.whole))) return 3
  const words = names.flatMap((name) => name.words)
  let worst = 0
  let near = 0
  for (const typed of query.words) {
    const level = wordLevel(typed, words)
    if (level === undefined) break
    worst = Math.max(worst, level)
    near += level === 2 ? 1 : 0
    if (typed === query.words.at(-1)) return worst < 2 ? 4 + worst : NEAR_LEVEL + near
  }
  return names.some(({ whole }) => query.whole.some((key) => whole.some((other) => isNear(key, other))))
    ? NEAR_LEVEL
    : undefined
}
