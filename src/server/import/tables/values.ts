import { AUDIO_TYPES } from '#contract/import/import.ts'
import { asciiDigits } from '#contract/text/digits.ts'
import { plainText } from '#contract/text/plain-text.ts'
import { readSeriesNumber } from '#contract/catalog/series-number.ts'
import { dateOf, isAncient } from './dates.ts'
import { parseJson } from './line.ts'
import { peopleIn } from './full-names.ts'
import { keyOf } from '../source/keys.ts'

/** The value of a cell, or the reason why it cannot be read. `field`: the column that the value belongs to; `note`: look at it. Empty cells are never passed. */
export type Reading = { value: unknown; field?: string; note?: string } | { reason: string }
export type Read = (cell: unknown) => Reading

export const invalid = (reason: string): Reading => ({ reason })
export const textOf = (cell: unknown): string =>
  typeof cell === 'string' || typeof cell === 'number' ? plainText(String(cell)) : ''
const normalized = (cell: unknown): string =>
  textOf(cell)
    .toLowerCase()
    .replace(/[\s._-]+/g, '')

export const text: Read = (cell) => (textOf(cell) ? { value: textOf(cell) } : invalid('text'))
export const key: Read = (cell) => (textOf(cell) ? { value: keyOf(textOf(cell)) } : invalid('text'))
const WHOLE_KEY = /^[a-z0-9][a-z0-9._/-]{0,119}$/
/** A key that the shop made may be longer than one that a publisher thinks of. */
export const longKey: Read = (cell) => (WHOLE_KEY.test(textOf(cell)) ? { value: textOf(cell) } : key(cell))
/** A cell of a CSV may contain JSON. */
export const json: Read = (cell) => {
  if (typeof cell !== 'string') return { value: cell }
  try {
    return { value: parseJson(cell) }
  } catch {
    return invalid('json')
  }
}
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
/** A day, or the time that an export writes. */
export const moment: Read = (cell) => (MOMENT.test(textOf(cell)) ? { value: textOf(cell) } : date(cell))
/** Placeholders for an unknown day, such as 0000-00-00. */
const UNKNOWN_DAY = /^0+(?:[-/.]0+){0,2}$/
export const date: Read = (cell) => {
  if (UNKNOWN_DAY.test(textOf(cell))) return { value: undefined }
  if (isAncient(textOf(cell))) return { value: undefined, note: 'ancient' }
  const value = dateOf(textOf(cell))
  return value ? { value } : invalid('date')
}

const YES = new Set(['yes', 'y', 'true', 't', '1', 'x', '✓', 'हो', 'होय'])
const NO = new Set(['no', 'n', 'false', 'f', '0', 'नाही', 'नको'])
export const flag: Read = (cell) => {
  if (typeof cell === 'boolean') return { value: cell }
  const word = normalized(cell)
  if (YES.has(asciiDigits(word))) return { value: true }
  return NO.has(asciiDigits(word)) ? { value: false } : invalid('flag')
}

const numberIn = (cell: unknown): number => Number(asciiDigits(textOf(cell)) || Number.NaN)
export const integer: Read = (cell) =>
  Number.isSafeInteger(numberIn(cell)) ? { value: numberIn(cell) } : invalid('integer')

/** 3, 1.5, #2, ४. */
export const seriesNumber: Read = (cell) => {
  const value = readSeriesNumber(textOf(cell))
  return typeof value === 'number' ? { value } : invalid('seriesNumber')
}

/** 5-8, 5 to 8 years, 5+, ५–८: stored as `5-8` or `5+`. */
export const ages: Read = (cell) => {
  const [, from, to, andMore] =
    /^(\d{1,2})(?:(?:-|to|ते)(\d{1,2})|(\+|andup)?)(?:years?|yrs?|y|वर्षे|वर्ष)?$/u.exec(
      asciiDigits(
        textOf(cell)
          .toLowerCase()
          .replace(/[–—]/g, '-')
          .replace(/[\s.]+/g, ''),
      ),
    ) ?? []
  if (!from || (to !== undefined && Number(to) < Number(from))) return invalid('ages')
  return { value: to === undefined || andMore ? `${Number(from)}+` : `${Number(from)}-${Number(to)}` }
}

/** Seconds or a clock time: 754.2, 12:34, 1:02:03. */
export const seconds: Read = (cell) => {
  const parts = asciiDigits(textOf(cell)).split(':').map(Number)
  const value = parts.reduce((sum, part) => sum * 60 + part, 0)
  return textOf(cell) && parts.length <= 3 && value >= 0 && Number.isFinite(value) ? { value } : invalid('seconds')
}

/** One of a few words or their aliases. */
export function choice(words: Record<string, readonly string[]>, reason: string): Read {
  const found = new Map(
    Object.entries(words).flatMap(([word, aliases]) =>
      [word, ...aliases].map((name) => [normalized(name), word] as const),
    ),
  )
  return (cell) => {
    const value = found.get(normalized(cell))
    return value === undefined ? invalid(reason) : { value }
  }
}

export const audioType = choice(
  {
    ...Object.fromEntries(AUDIO_TYPES.map((type) => [type, []])),
    audiobook: ['book', 'audio', 'audiobooks', 'ऑडिओबुक', 'पुस्तक', 'श्राव्यपुस्तक'],
    original: ['originals', 'series', 'serial', 'मालिका', 'ओरिजिनल'],
    podcast: ['podcasts', 'पॉडकास्ट'],
    kids: ['kid', 'children', 'child', 'बाल', 'मुले', 'मुलांसाठी'],
    languagelab: ['course', 'language', 'language course', 'अभ्यासक्रम'],
  },
  'audioType',
)

const LIST_SEPARATOR = /[;|\n]/
/** Splits a cell at `;`: too many names contain a comma. */
function partsOf(cell: unknown): string[] {
  const listed = typeof cell === 'string' && cell.startsWith('["') ? json(cell) : { value: cell }
  const value = 'value' in listed ? listed.value : cell
  const given = Array.isArray(value) ? value.map(nameOf) : textOf(value).split(LIST_SEPARATOR)
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
/** Names of people: a cell may also separate full names by commas. */
export const people: Read = (cell) => ({
  value: [...new Set(partsOf(cell).flatMap((part) => (Array.isArray(cell) ? [part] : peopleIn(part))))],
})
/** The unchanged value of a JSON cell; the struct of the row checks it. */
export const asIs: Read = (cell) => ({ value: cell })

export function listOf(read: Read): Read {
  return (cell) => {
    const readings = partsOf(cell).map(read)
    const bad = readings.find((reading) => 'reason' in reading)
    return bad ?? { value: readings.flatMap((reading) => ('value' in reading ? [reading.value] : [])) }
  }
}

/** `trending` or `trending:2`; without a number the position is the index in the cell. */
export const shelves: Read = (cell) => {
  if (Array.isArray(cell) && cell.some((entry) => typeof entry === 'object')) return { value: cell }
  const found = partsOf(cell).map((part, index) => {
    const [shelf = '', position] = part.split(':').map((word) => word.trim())
    return {
      shelf: shelf.toLowerCase().replace(/[\s-]+/g, '_'),
      position: position === undefined ? index : numberIn(position),
    }
  })
  return { value: found }
}
