import { asciiDigits } from '../text/digits.ts'
import { romanise } from '../text/romanise.ts'

/**
 * Phonetic keys: कथा, katha and kathaa have one key. The index and the queries use the same function. Vowels are short,
 * doubled letters single, and every `a` after the first letter is dropped, because silent ones are spelled differently.
 */

/** Normalized words of a text: lower case, no marks on Latin letters, ASCII digits, only letters and digits. */
export function foldedWords(text: string): string[] {
  return foldText(text).split(' ').filter(Boolean)
}

export function foldText(text: string): string {
  return asciiDigits(text.normalize('NFD').replace(/[\u0300-\u036f\u200b-\u200d\u2060\ufeff\u00ad]/g, ''))
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’‘ʼ`´]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}

/** One folded word in Latin letters, in each of its customary spellings; a word of another script as it is. */
export function latinSpellings(word: string): string[] {
  return /[\u0900-\u097f]/.test(word) ? romanise(word) : [word]
}

/** Phonetic keys of one folded word: one for each way to say what was written, the most usual first. */
export function wordKeys(word: string): string[] {
  const saved = cache.get(word)
  if (saved) return saved
  const keys = [...new Set(latinSpellings(word).flatMap(latinKeys))]
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(word, keys)
  return keys
}

/** A catalog repeats its words, and a key costs thirty replacements. */
const cache = new Map<string, string[]>()
const MAX_CACHED = 20_000

function latinKeys(latin: string): string[] {
  if (!/^[a-z0-9]+$/.test(latin)) return [latin]
  // `c` is also the scholarly spelling of च: cakra, pancatantra.
  const scholarly = /c(?![hk])/.test(latin) ? [latin.replace(/c(?![hk])/g, 'ch')] : []
  // A glide that is heard between vowels is written by some: pavus for पाऊस, devul for देऊळ.
  const glide = /[aeiou][vw]u/.test(latin) ? [latin.replace(/(?<=[aeiou])[vw]u/g, 'u')] : []
  return [latin, ...scholarly, ...glide].map((spelling) => {
    const full = foldLatin(spelling)
    const withoutVowels = (full.charAt(0) + full.slice(1).replaceAll('a', '')).replace(/(?<=[eiou])h$/, '')
    // One letter is too short for a key: ल stays `la`.
    return withoutVowels.length > 1 ? withoutVowels : full
  })
}

/** Replacements that unify spellings. The order matters. */
const REPLACEMENTS: [RegExp, string][] = [
  [/^(?:gn|jn|dn|gy|jny|gny|dny)(?=y?[aeiou])y?/, 'dny'],
  [/jny|gny|gy(?=[aeo])/g, 'dny'],
  [/(kh|gh|ch|th|dh|bh)\1/g, '$1'],
  [/c?chh/g, 'ch'],
  [/^sch(?=[oeiu])/, 'sk'],
  [/ow(?=[^aeiou]|$)/g, 'o'],
  [/sh/g, 's'],
  [/ph/g, 'f'],
  [/w/g, 'v'],
  [/vh/g, 'v'],
  [/jh|z/g, 'j'],
  [/x/g, 'ks'],
  [/q/g, 'k'],
  [/ck/g, 'k'],
  [/ch/g, 'C'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/C/g, 'c'],
  [/au|ou/g, 'o'],
  [/yi|iy/g, 'i'],
  [/a[ie]/g, 'e'],
  [/(?<=[^aeiou])y$/, 'i'],
]

const vowels = (text: string) => text.replaceAll('oo', 'u').replaceAll('ee', 'i')

/** Doubled letters become single. Four or more are nonsense, which must find nothing. */
const single = (text: string) => text.replace(/(.)\1+/g, (run) => (run.length > 3 ? run : run.charAt(0)))

function foldLatin(latin: string): string {
  return single(REPLACEMENTS.reduce((text, [pattern, sound]) => text.replace(pattern, sound), single(vowels(latin))))
}

/** What is left of a key when breath and vowels are spelled at will: drst for drishti and drushti, jngl for jungle and जंगल. */
export function skeletonOf(key: string): string {
  if (!/^[a-z]+$/.test(key)) return key
  const rest = key
    .slice(1)
    .replace(/(?<=[kgcjtdbps])h/g, '')
    .replace(/[aeiou]/g, '')
    .replaceAll('f', 'p')
  const first = /[aeiou]/.test(key.charAt(0)) ? 'a' : key.charAt(0) === 'f' ? 'p' : key.charAt(0)
  const whole = /^[kgcjtdbps]h/.test(key) ? first + rest.replace(/^h/, '') : first + rest
  return single(whole)
}

/** Whether at most one letter is added, missing, changed or swapped with its neighbour. */
export function withinOneEdit(a: string, b: string): boolean {
  if (a === b) return true
  if (Math.abs(a.length - b.length) > 1) return false
  let from = 0
  while (from < a.length && a[from] === b[from]) from += 1
  const [restA, restB] = [a.slice(from), b.slice(from)]
  if (restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)) return true
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
}

/** The word and all forms without one letter: two words within one edit share one of them. */
export function shorterForms(word: string): string[] {
  return [...new Set([word, ...[...word].map((_, index) => word.slice(0, index) + word.slice(index + 1))])]
}
