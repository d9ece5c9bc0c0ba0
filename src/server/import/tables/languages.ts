import { isLanguageTag } from '#contract/import/import-key.ts'
import type { Read } from './values.ts'
import { invalid, textOf } from './values.ts'

const WORDS: Record<string, string> = {
  eng: 'en',
  english: 'en',
  'en-in': 'en',
  'en-us': 'en',
  'en-gb': 'en',
  इंग्रजी: 'en',
  mar: 'mr',
  marathi: 'mr',
  'mr-in': 'mr',
  मराठी: 'mr',
  multilingual: 'mul',
}
/** Besides the languages of two letters: those of India, and old ones that are read aloud. */
const LONG_CODES =
  'kok mai bho doi mni sat brx awa raj mag hne gom grc ang enm fro fil haw yue cmn nan lzh syr cop yid mul'.split(' ')
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

let names: Map<string, string> | undefined
/** Codes by their English and Marathi names. */
function codesByName(): Map<string, string> {
  if (names) return names
  names = new Map()
  const codes = [...LETTERS.flatMap((one) => LETTERS.map((other) => one + other)), ...LONG_CODES]
  for (const locale of ['en', 'mr']) {
    const display = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' })
    for (const code of codes) {
      const name = display.of(code)
      if (name && !names.has(name.toLowerCase()))
        names.set(name.toLowerCase(), Intl.getCanonicalLocales(code)[0] ?? code)
    }
  }
  return names
}

/** A language by its BCP 47 tag or its name: `en-CA`, `hin`, "Hindi", "हिंदी", "Language: English". */
export const language: Read = (cell) => {
  const text = textOf(cell)
    .replace(/^\s*(?:language|भाषा)\s*:/iu, '')
    .trim()
    .toLowerCase()
    .replaceAll('_', '-')
  const known = WORDS[text] ?? codesByName().get(text)
  const value = known ?? canonical(text)
  return value ? { value } : invalid('language')
}

// To make one costs more than a thousand uses of it.
const NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** Only tags whose language has a name: `xx` is a typing error. */
function canonical(text: string): string | undefined {
  try {
    const [tag = ''] = Intl.getCanonicalLocales(text)
    const isNamed = NAMES.of(tag.split('-')[0] ?? '')
    return isNamed && isLanguageTag(tag) ? (WORDS[tag.toLowerCase()] ?? tag) : undefined
  } catch {
    return undefined
  }
}
