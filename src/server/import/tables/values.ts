import { AUDIO_TYPES } from '#contract/import.ts'
import { asciiDigits } from '#contract/digits.ts'
import { plainText } from '#contract/plain-text.ts'
import { dateOf } from './dates.ts'
import { keyOf } from '../source/keys.ts'

/** What a cell holds, or why it cannot be read. An empty cell never comes here. */
export type Reading = { value: unknown } | { reason: string }
export type Read = (cell: unknown) => Reading

const wrong = (reason: string): Reading => ({ reason })
const textOf = (cell: unknown): string =>
  typeof cell === 'string' || typeof cell === 'number' ? plainText(String(cell)) : ''
const folded = (cell: unknown): string =>
  textOf(cell)
    .toLowerCase()
    .replace(/[\s._-]+/g, '')

export const text: Read = (cell) => (textOf(cell) ? { value: textOf(cell) } : wrong('text'))
export const key: Read = (cell) => (textOf(cell) ? { value: keyOf(textOf(cell)) } : wrong('text'))
/** How programs write a day that they do not know. */
const NO_DAY = /^0+(?:[-/.]0+){0,2}$/
export const date: Read = (cell) => {
  if (NO_DAY.test(textOf(cell))) return { value: undefined }
  const value = dateOf(textOf(cell))
  return value ? { value } : wrong('date')
}

const YES = new Set(['yes', 'y', 'true', 't', '1', 'x', '✓', 'हो', 'होय'])
const NO = new Set(['no', 'n', 'false', 'f', '0', 'नाही', 'नको'])
export const flag: Read = (cell) => {
  if (typeof cell === 'boolean') return { value: cell }
  const word = folded(cell)
  if (YES.has(asciiDigits(word))) return { value: true }
  return NO.has(asciiDigits(word)) ? { value: false } : wrong('flag')
}

const numberIn = (cell: unknown): number => Number(asciiDigits(textOf(cell)) || Number.NaN)
export const integer: Read = (cell) =>
  Number.isSafeInteger(numberIn(cell)) ? { value: numberIn(cell) } : wrong('integer')

/** Seconds, or a clock: 754.2, 12:34, 1:02:03. */
export const seconds: Read = (cell) => {
  const parts = asciiDigits(textOf(cell)).split(':').map(Number)
  const value = parts.reduce((sum, part) => sum * 60 + part, 0)
  return textOf(cell) && parts.length <= 3 && value >= 0 && Number.isFinite(value) ? { value } : wrong('seconds')
}

const CURRENCY = /(?:₹|rs\.?|inr|us\$|usd|\$|रु\.?|रुपये|रुपए|रू\.?)/giu
/** 1,250 and 1,25,000 group; 199,50 is how a sheet with semicolons writes 199.50. */
const GROUPED = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d{1,2})?$/
const PLAIN = /^\d+(?:[.,]\d{1,2})?$/
const MOST = 1_000_000

/** Rupees or dollars as people write them, in paise or cents. */
export const money: Read = (cell) => {
  const bare = asciiDigits(textOf(cell))
    .replace(CURRENCY, '')
    .replace(/\/-|[\s']/g, '')
  const amount = GROUPED.test(bare) ? bare.replaceAll(',', '') : PLAIN.test(bare) ? bare.replace(',', '.') : ''
  const hundredths = Math.round(Number(amount || Number.NaN) * 100)
  if (Number.isNaN(hundredths)) return wrong('money')
  return hundredths <= MOST * 100 ? { value: hundredths } : wrong('moneyHigh')
}

const FREE = /^(?:free|मोफत|विनामूल्य|फुकट)$/i
/** A price, or `free` in its place. */
export const price: Read = (cell) => (FREE.test(textOf(cell)) ? { value: 'free' } : money(cell))

/** One of a few words, by any of their names. */
export function choice(words: Record<string, readonly string[]>, reason: string): Read {
  const found = new Map(
    Object.entries(words).flatMap(([word, also]) => [word, ...also].map((name) => [folded(name), word] as const)),
  )
  return (cell) => {
    const value = found.get(folded(cell))
    return value === undefined ? wrong(reason) : { value }
  }
}

export const audioType = choice(
  {
    ...Object.fromEntries(AUDIO_TYPES.map((type) => [type, []])),
    audiobook: ['book', 'audio', 'audiobooks', 'ऑडिओबुक', 'पुस्तक', 'श्राव्यपुस्तक'],
    original: ['originals', 'series', 'serial'],
    podcast: ['podcasts', 'पॉडकास्ट'],
    kids: ['kid', 'children', 'child', 'बाल', 'मुले', 'मुलांसाठी'],
    languagelab: ['course', 'language', 'language course', 'अभ्यासक्रम'],
  },
  'audioType',
)
const SPOKEN = { en: ['eng', 'english', 'en-in', 'en-us', 'en-gb', 'इंग्रजी'], mr: ['mar', 'marathi', 'mr-in', 'मराठी'] }
export const language = choice(SPOKEN, 'language')

const BETWEEN = /[;|\n]/
/** Several in a cell stand apart by `;`: a comma is part of too many names. */
export function partsOf(cell: unknown): string[] {
  const given = Array.isArray(cell) ? cell.map(nameOf) : textOf(cell).split(BETWEEN)
  return given.map((part) => plainText(part)).filter(Boolean)
}

function nameOf(given: unknown): string {
  if (typeof given !== 'object' || given === null) return textOf(given)
  const {
    name,
    first_name: first,
    last_name: last,
    display_name: shown,
  } = { name: '', first_name: '', last_name: '', display_name: '', ...given }
  return textOf(name) || textOf(shown) || [textOf(first), textOf(last)].filter(Boolean).join(' ')
}

export const list: Read = (cell) => ({ value: [...new Set(partsOf(cell))] })
/** As it stands, for JSON: the format itself decides. */
export const whole: Read = (cell) => ({ value: cell })

export function listOf(read: Read): Read {
  return (cell) => {
    const gauges = partsOf(cell).map(read)
    const bad = gauges.find((reading) => 'reason' in reading)
    return bad ?? { value: gauges.flatMap((reading) => ('value' in reading ? [reading.value] : [])) }
  }
}

/** `trending` or `trending:2`; without a number the place on the shelf is that in the cell. */
export const shelves: Read = (cell) => {
  if (Array.isArray(cell) && cell.some((entry) => typeof entry === 'object')) return { value: cell }
  const found = partsOf(cell).map((part, index) => {
    const [shelf = '', place] = part.split(':').map((word) => word.trim())
    return {
      shelf: shelf.toLowerCase().replace(/[\s-]+/g, '_'),
      position: place === undefined ? index : numberIn(place),
    }
  })
  return { value: found }
}
