import { asciiDigits } from './digits.ts'
import { CONSONANTS, VOWELS } from './romanise.ts'

/** `plain`: as people type it, without silent vowels; `iso`: ISO 15919, letter by letter. */
export const LATIN_SCRIPTS = ['plain', 'iso'] as const
type LatinScript = (typeof LATIN_SCRIPTS)[number]

export const hasDevanagari = (text: string): boolean => /[\u0900-\u097f]/.test(text)

/** Devanagari of a text in Latin letters; everything else stays. */
export function transliterate(text: string, script: LatinScript): string {
  const write = script === 'iso' ? isoWord : plainWord
  const words = text
    .normalize('NFC')
    .replace(/[\u200c\u200d]/g, '')
    .replace(/[\u0900-\u0963\u0971-\u097f]+/g, write)
  return asciiDigits(words).replace(/।+/g, '.').replaceAll('॰', '.')
}

/**
 * `consonants`: each may carry a nukta. `vowel`: as an independent letter, 'अ' when it is not written; '' after a virama.
 * `signs`: anusvara, candrabindu, visarga.
 */
type Syllable = { consonants: string[]; vowel: string; isInherent: boolean; signs: string; other: string }

const SYLLABLE =
  /(?<consonants>(?:[क-ह]\u093c?\u094d)*[क-ह]\u093c?)(?<sign>[\u093e-\u094d\u0944])?(?<marks>[\u0900-\u0903]*)|(?<vowel>[\u0904-\u0914\u0960\u0972])(?<after>[\u0900-\u0903]*)|(?<other>.)/gu

/** Signs in the order of the letters that they stand for. */
const SIGNS = 'ािीुूृॄॅॆेैॉॊोौ'
const LETTERS = 'आइईउऊऋॠॲऎएऐऑऒओऔ'

function syllablesOf(word: string): Syllable[] {
  return [...word.matchAll(SYLLABLE)].map(({ groups = {} }) => {
    const { consonants = '', sign = '', marks, vowel, after, other = '' } = groups
    const letter = LETTERS[SIGNS.indexOf(sign)] ?? (consonants && sign !== '्' ? 'अ' : '')
    return {
      consonants: consonants.match(/[क-ह]\u093c?/gu) ?? [],
      vowel: vowel ?? (sign ? letter : consonants ? 'अ' : ''),
      isInherent: Boolean(consonants) && !sign,
      signs: marks ?? after ?? '',
      other,
    }
  })
}

/** ISO 15919 for the consonants that plain spelling does not tell apart, or spells in another way. */
const ISO_CONSONANTS: Record<string, string> = {
  ङ: 'ṅ',
  च: 'c',
  छ: 'ch',
  ञ: 'ñ',
  ट: 'ṭ',
  ठ: 'ṭh',
  ड: 'ḍ',
  ढ: 'ḍh',
  ण: 'ṇ',
  ऱ: 'ṟ',
  ळ: 'ḷ',
  ऴ: 'ḻ',
  श: 'ś',
  ष: 'ṣ',
  क़: 'q',
  ख़: 'k͟h',
  ग़: 'ġ',
  ज़: 'z',
  ड़: 'ṛ',
  ढ़: 'ṛh',
  फ़: 'f',
  य़: 'ẏ',
}
const ISO_VOWELS: Record<string, string> = {
  अ: 'a',
  आ: 'ā',
  इ: 'i',
  ई: 'ī',
  उ: 'u',
  ऊ: 'ū',
  ऋ: 'r̥',
  ॠ: 'r̥̄',
  ऌ: 'l̥',
  ऎ: 'e',
  ए: 'ē',
  ऐ: 'ai',
  ऒ: 'o',
  ओ: 'ō',
  औ: 'au',
  ऑ: 'ô',
  ऍ: 'ê',
  ॲ: 'ê',
}
const ISO_SIGNS: Record<string, string> = { 'ं': 'ṁ', 'ँ': 'm̐', 'ः': 'ḥ', ऽ: '’' }

function isoWord(word: string): string {
  const syllables = syllablesOf(word)
  return syllables
    .map(({ consonants, vowel, signs, other }, index) => {
      const isApart = consonants.length === 0 && /[इउ]/.test(vowel) && syllables[index - 1]?.vowel === 'अ'
      return [
        ...consonants.map((letter) => ISO_CONSONANTS[letter] ?? plainConsonant(letter)),
        // `a:i`, because `ai` is one vowel.
        isApart ? ':' : '',
        ISO_VOWELS[vowel] ?? vowel,
        ...[...signs].map((sign) => ISO_SIGNS[sign] ?? sign),
        ISO_SIGNS[other] ?? other,
      ].join('')
    })
    .join('')
}

const PLAIN_NUKTA: Record<string, string> = { ज़: 'z', फ़: 'f', ड़: 'd', ढ़: 'dh', क़: 'q' }
const plainConsonant = (letter: string): string =>
  PLAIN_NUKTA[letter] ?? CONSONANTS[letter.replace('\u093c', '')] ?? letter

function plainWord(word: string): string {
  const syllables = syllablesOf(word)
  const isSilent = silentVowels(syllables)
  return syllables
    .map(({ consonants, vowel, signs, other }, index) => {
      const next = syllables[index + 1]?.consonants[0] ?? ''
      const nasal = /[ंँ]/.test(signs) && next ? (/[पफबभम]/.test(next) ? 'm' : 'n') : ''
      const spelled = consonants.map(plainConsonant).join('').replace('jn', 'dny')
      return spelled + (isSilent[index] ? '' : plainVowel(vowel, consonants.length === 0)) + nasal + plainOther(other)
    })
    .join('')
}

/** `aa` is typed at the start of a word only: आई is aai, कथा is katha. */
const plainVowel = (vowel: string, isInitial: boolean): string =>
  vowel === 'आ' && !isInitial ? 'a' : (PLAIN_VOWELS[vowel] ?? VOWELS[vowel] ?? vowel)
const PLAIN_VOWELS: Record<string, string> = { ऋ: 'ru', ॠ: 'ru', ऌ: 'lu', ॲ: 'a', ऍ: 'a', ऎ: 'e', ऒ: 'o' }
const plainOther = (other: string): string => (other === 'ऽ' ? '' : other)

/**
 * Vowels that are written by no sign and not spoken: at the end of a word, and between two spoken vowels; never beside two
 * consonants, which could not be said without it (Ohala, "The schwa-deletion rule in Hindi", 1983). Marathi does the same.
 */
function silentVowels(syllables: readonly Syllable[]): boolean[] {
  const isSilent = syllables.map(() => false)
  const isSpoken = (index: number) => Boolean(syllables[index]?.vowel) && !isSilent[index]
  for (let index = syllables.length - 1; index > 0; index -= 1) {
    const { consonants, isInherent, signs } = syllables[index] ?? { consonants: [], isInherent: false, signs: '' }
    if (!isInherent || signs !== '' || consonants.length !== 1) continue
    const next = syllables[index + 1]
    isSilent[index] =
      next === undefined ||
      (next.consonants.length === 1 && isSpoken(index + 1) && isSpoken(index - 1) && !/[ंँ]/.test(signsBefore(index)))
  }
  return isSilent

  function signsBefore(index: number): string {
    return syllables[index - 1]?.signs ?? ''
  }
}
