import { asciiDigits } from './digits.ts'

/**
 * Phonetic keys: कथा, katha and kathaa have one key. The index and the queries use the same function. Vowels are short,
 * doubled letters single, and every `a` after the first letter is dropped, because silent ones are spelled differently.
 */

const CONSONANTS: Record<string, string> = {
  क: 'k',
  ख: 'kh',
  ग: 'g',
  घ: 'gh',
  ङ: 'n',
  च: 'ch',
  छ: 'ch',
  ज: 'j',
  झ: 'j',
  ञ: 'n',
  ट: 't',
  ठ: 'th',
  ड: 'd',
  ढ: 'dh',
  ण: 'n',
  त: 't',
  थ: 'th',
  द: 'd',
  ध: 'dh',
  न: 'n',
  ऩ: 'n',
  प: 'p',
  फ: 'f',
  ब: 'b',
  भ: 'bh',
  म: 'm',
  य: 'y',
  र: 'r',
  ऱ: 'r',
  ल: 'l',
  ळ: 'l',
  ऴ: 'l',
  व: 'v',
  श: 'sh',
  ष: 'sh',
  स: 's',
  ह: 'h',
  ज्ञ: 'dny',
}
const VOWELS: Record<string, string> = {
  अ: 'a',
  आ: 'a',
  इ: 'i',
  ई: 'i',
  उ: 'u',
  ऊ: 'u',
  ऋ: 'ru',
  ॠ: 'ru',
  ए: 'e',
  ऐ: 'ai',
  ओ: 'o',
  औ: 'au',
  ऑ: 'o',
  ऍ: 'a',
  ॲ: 'a',
}
const SIGNS: Record<string, string> = {
  'ा': 'a',
  'ि': 'i',
  'ी': 'i',
  'ु': 'u',
  'ू': 'u',
  'ृ': 'ru',
  'ॄ': 'ru',
  'े': 'e',
  'ै': 'ai',
  'ो': 'o',
  'ौ': 'au',
  'ॉ': 'o',
  'ॅ': 'a',
  '्': '',
}
const NASALS = 'ंँ'

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

/** Phonetic keys of all words of a text, in order. */
export function soundKeys(text: string): string[] {
  return foldedWords(text).map(soundKey).filter(Boolean)
}

/** Phonetic key of one normalized word. */
export function soundKey(word: string): string {
  const latin = /[\u0900-\u097f]/.test(word) ? romanise(word) : word
  if (!/^[a-z0-9]+$/.test(latin)) return latin
  const full = foldLatin(latin)
  const withoutVowels = full.charAt(0) + full.slice(1).replaceAll('a', '')
  // One letter is too short for a key: ल stays `la`.
  return withoutVowels.length > 1 ? withoutVowels : full
}

function romanise(word: string): string {
  let latin = ''
  const letters = word.normalize('NFC').replaceAll('़', '').match(/ज्ञ|./gu) ?? []
  for (const [index, letter] of letters.entries()) {
    const next = letters[index + 1]
    const consonant = CONSONANTS[letter]
    // A consonant without a sign of its own carries an `a`.
    if (consonant !== undefined) latin += consonant + (next !== undefined && next in SIGNS ? '' : 'a')
    else if (NASALS.includes(letter)) latin += 'n'
    else if (letter === 'ः') latin += ''
    else latin += VOWELS[letter] ?? SIGNS[letter] ?? letter
  }
  return latin
}

/** Replacements that unify spellings. The order matters. */
const REPLACEMENTS: [RegExp, string][] = [
  [/^(?:gn|jn|dn|gy|jny|gny|dny)(?=y?[aeiou])y?/, 'dny'],
  [/(?:dny|jny|gny|jn|gy)/g, 'dny'],
  [/(kh|gh|ch|th|dh|bh)\1/g, '$1'],
  [/chh/g, 'ch'],
  [/sch|sh/g, 's'],
  [/ph/g, 'f'],
  [/w/g, 'v'],
  [/jh|z/g, 'j'],
  [/x/g, 'ks'],
  [/q/g, 'k'],
  [/ck/g, 'k'],
  [/ch/g, 'C'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/C/g, 'c'],
  [/au/g, 'o'],
  [/yi|iy/g, 'i'],
  [/(?<=[^aeiou])y$/, 'i'],
  [/(?<=[aeiou])h$/, ''],
  [/n(?=[pbmf])/g, 'm'],
]

const vowels = (text: string) => text.replaceAll('oo', 'u').replaceAll('ee', 'i')

/** Doubled letters become single. Four or more are nonsense, which must find nothing. */
const single = (text: string) => text.replace(/(.)\1+/g, (run) => (run.length > 3 ? run : run.charAt(0)))

function foldLatin(latin: string): string {
  return single(REPLACEMENTS.reduce((text, [pattern, sound]) => text.replace(pattern, sound), single(vowels(latin))))
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
