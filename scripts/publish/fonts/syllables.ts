/** Consonants with their conjuncts, or a vowel, with all signs behind them; anything else of the script alone. */
const SYLLABLE =
  /(?:[\u0915-\u0939\u0958-\u095f\u0978-\u097f]\u093c?\u094d[\u200c\u200d]?)*[\u0904-\u0939\u0958-\u0961\u0972-\u097f]\u093c?[\u0900-\u0903\u093a-\u093c\u093e-\u094f\u0955-\u0957\u0962\u0963\u200c\u200d]*|[\u0900-\u097f\u200c\u200d]/gu

/** Devanagari syllables of a text. A font shapes each of them by itself, so they stand for all words. */
export const syllablesOf = (text: string): Set<string> => new Set(text.match(SYLLABLE))
