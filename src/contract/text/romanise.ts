/** Devanagari in the Latin letters that people type for it. A letter with several customary spellings gives several words. */

export const CONSONANTS: Record<string, string> = {
  क: 'k',
  ख: 'kh',
  ग: 'g',
  घ: 'gh',
  ङ: 'n',
  च: 'ch',
  छ: 'chh',
  ज: 'j',
  झ: 'jh',
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
  फ: 'ph',
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
}
export const VOWELS: Record<string, string> = {
  अ: 'a',
  आ: 'aa',
  इ: 'i',
  ई: 'i',
  उ: 'u',
  ऊ: 'u',
  ए: 'e',
  ऐ: 'ai',
  ओ: 'o',
  औ: 'au',
  ऑ: 'o',
}
const SIGNS: Record<string, string> = {
  'ा': 'a',
  'ि': 'i',
  'ी': 'i',
  'ु': 'u',
  'ू': 'u',
  'े': 'e',
  'ै': 'ai',
  'ो': 'o',
  'ौ': 'au',
  'ॉ': 'o',
  '्': '',
}
/** `ज्ञ` stands for the two letters and the sign between them. */
const VARIANTS: Record<string, readonly string[]> = {
  ज्ञ: ['dny', 'jn', 'gn', 'dn'],
  ऋ: ['ru', 'ri', 'r'],
  ॠ: ['ru', 'ri', 'r'],
  'ृ': ['ru', 'ri', 'r'],
  'ॄ': ['ru', 'ri', 'r'],
  'ॅ': ['e', 'a'],
  ऍ: ['e', 'a'],
  ॲ: ['a', 'e'],
}
/** Longer lists of spellings would fill the index and find hardly more. */
const MAX_SPELLINGS = 8

const isVowelSign = (letter: string | undefined) => letter !== undefined && (letter in SIGNS || /[ृॄॅ]/.test(letter))

/** The spellings of one folded Devanagari word, the most usual one first. */
export function romanise(word: string): string[] {
  const letters = word.normalize('NFC').replaceAll('़', '').match(/ज्ञ|./gu) ?? []
  let spellings = ['']
  for (const [index, letter] of letters.entries()) {
    const options = spellingsOf(letter, letters[index + 1])
    spellings = spellings.flatMap((start) => options.map((option) => start + option))
    // The most usual spellings of the letters so far come first.
    if (spellings.length > MAX_SPELLINGS) spellings = spellings.slice(0, MAX_SPELLINGS)
  }
  return [...new Set(spellings)]
}

function spellingsOf(letter: string, next: string | undefined): readonly string[] {
  // A consonant without a sign of its own carries an `a`.
  const inherent = isVowelSign(next) ? '' : 'a'
  const consonant = CONSONANTS[letter]
  if (consonant !== undefined) return [consonant + inherent]
  if (letter === 'ज्ञ') return (VARIANTS[letter] ?? []).map((spelling) => spelling + inherent)
  if (letter === 'ं' || letter === 'ँ') return nasals(next)
  if (letter === 'ः' || letter === 'ऽ') return ['']
  return VARIANTS[letter] ?? [VOWELS[letter] ?? SIGNS[letter] ?? letter]
}

/** At the end of a word the sign is hardly heard; before a consonant it is an n or an m. */
function nasals(next: string | undefined): readonly string[] {
  if (next === undefined) return ['', 'n']
  return /[पफबभम]/.test(next) ? ['m', 'n'] : ['n', 'm']
}
