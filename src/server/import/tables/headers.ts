import type { Wording } from '#contract/text/text.ts'
import { currencyIn } from './money.ts'
import type { Read } from './values.ts'

/** Fields of one kind of row: how each is read, and its other usual names. */
export type RowSpec = {
  fields: Record<string, { read: Read; aliases?: readonly string[]; isList?: boolean }>
  wording: readonly (keyof Wording)[]
}
/** `hasTax`: its prices in rupees contain GST. */
export type HeaderMeaning = { field: string; hasTax?: boolean } | { word: keyof Wording; locale?: 'en' | 'mr' }

const LOCALE_WORDS = {
  en: ['en', 'eng', 'english', 'इंग्रजी', 'इंग्रजीत'],
  mr: ['mr', 'mar', 'marathi', 'मराठी', 'मराठीत'],
}
const WORD_NAMES: Record<keyof Wording, readonly string[]> = {
  name: [
    'title',
    'titlename',
    'booktitle',
    'bookname',
    'nameofthebook',
    'nameofbook',
    'titleofthebook',
    'fullname',
    'शीर्षक',
    'नाव',
    'पुस्तकाचेनाव',
  ],
  shortDescription: ['summary', 'subtitle', 'tagline', 'blurb', 'short', 'shortdesc', 'थोडक्यात'],
  description: [
    'desc',
    'descriptionhtml',
    'longdescription',
    'about',
    'synopsis',
    'details',
    'bio',
    'biography',
    'वर्णन',
    'माहिती',
  ],
  exercise: ['exercises', 'homework'],
}

/** Keeps letters and digits of any script; ignores case, spaces and punctuation. */
export const foldHeader = (header: string): string => wordsOf(header).join('')

function wordsOf(header: string): string[] {
  return header
    .normalize('NFC')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
}

function localeOf(word: string): 'en' | 'mr' | undefined {
  if (LOCALE_WORDS.en.includes(word)) return 'en'
  return LOCALE_WORDS.mr.includes(word) ? 'mr' : undefined
}

/** Finds the field for each column header. */
export function createHeaders(spec: RowSpec): {
  meaningOf(header: string): HeaderMeaning | undefined
  nearest(header: string): string | undefined
} {
  const names = new Map<string, HeaderMeaning>()
  for (const word of spec.wording) for (const name of [word, ...WORD_NAMES[word]]) names.set(foldHeader(name), { word })
  for (const [field, { aliases = [] }] of Object.entries(spec.fields))
    for (const name of [field, ...aliases]) names.set(foldHeader(name), { field })
  // The headers of a file are asked for again with each of its rows.
  return { meaningOf: memoized(findMeaning), nearest: memoized(findNearest) }

  function findMeaning(header: string): HeaderMeaning | undefined {
    const meaning = names.get(foldHeader(header)) ?? localized(wordsOf(header)) ?? partOfHeader(header)
    return meaning && 'field' in meaning && PRICES.has(meaning.field) ? priceMeaning(header, meaning) : meaning
  }

  /** `Price (incl. GST)`, `Author / Writer`. */
  function partOfHeader(header: string): HeaderMeaning | undefined {
    const parts = [header.replace(/\(.*?\)|\[.*?\]/g, ''), ...header.split(/[/|]/)]
    return parts.map((part) => names.get(foldHeader(part))).find((found) => found !== undefined)
  }

  /** `name.mr`, `Marathi name`, `शीर्षक (मराठी)`. */
  function localized(words: string[]): HeaderMeaning | undefined {
    const locale = words.map(localeOf).find((found) => found !== undefined)
    if (!locale) return undefined
    const found = names.get(words.filter((word) => !localeOf(word)).join(''))
    return found && 'word' in found ? { ...found, locale } : undefined
  }

  function findNearest(header: string): string | undefined {
    const folded = foldHeader(header)
    const ranked = [...spec.wording, ...Object.keys(spec.fields)].map((name) => ({
      name,
      distance: editDistance(folded, foldHeader(name)),
    }))
    const [best] = ranked.toSorted((a, b) => a.distance - b.distance)
    return best && best.distance <= Math.max(1, Math.floor(best.name.length / 3)) ? best.name : undefined
  }
}

function memoized<T>(find: (header: string) => T): (header: string) => T {
  const found = new Map<string, { value: T }>()
  return (header) => {
    const known = found.get(header) ?? { value: find(header) }
    found.set(header, known)
    return known.value
  }
}

const PRICES = new Set(['price', 'priceInr', 'priceUsd'])
/** What the words beside a price may be; any other, as in "Price (old)" or "Price (paise)", is not the price of the title. */
const BESIDE_PRICE =
  /^(?:incl|inclusive|including|excl|exclusive|excluding|with|without|before|after|of|plus|all|taxes|gst|tax|vat|in|per|copy|mrp|price|cost|us|usd|dollars?|rs|inr|rupees?|rupaye|india|indian|रु|रुपये|किंमत|मूल्य)$/u

/** `Price ($)` is in dollars; a column in another currency is unknown. */
function priceMeaning(header: string, meaning: { field: string }): HeaderMeaning | undefined {
  const currency = currencyIn(header)
  const hasTax = namesTax(wordsOf(header))
  const isOdd = wordsOf(header.replace(/[^([/|]*/, '')).some((word) => !BESIDE_PRICE.test(word))
  if (currency === 'other' || isOdd) return undefined
  if (currency === undefined) return { ...meaning, hasTax }
  return currency === 'dollars' ? { field: 'priceUsd' } : { field: 'priceInr', hasTax }
}

/** `Price (incl. GST)`; the maximum retail price of India contains all taxes. */
const namesTax = (words: string[]): boolean =>
  !words.some((word) => /^(?:excl|exclusive|excluding|without|before|plus)$/.test(word)) &&
  (words.includes('mrp') ||
    (words.some((word) => /^(?:incl|inclusive|including|with|after)$/.test(word)) &&
      words.some((word) => /^(?:gst|tax|taxes|vat)$/.test(word))))

/** Levenshtein distance: letters to insert, remove or change. */
function editDistance(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const change = (before[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      row.push(Math.min(change, (before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    before = row
  }
  return before[other.length] ?? 0
}
