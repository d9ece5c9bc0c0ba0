import { LOCALES, type Locale, type Translations, type Wording } from '#contract/text.ts'
import { shown } from './fault.ts'
import { createHeaders, type Meant, type Spec } from '../tables/headers.ts'
import type { Cells } from '../tables/line.ts'

export type Row = { values: Record<string, unknown>; translations: Translations }
type Problem = { field: string; reason: string; given?: string; nearest?: string; isWarning?: true }
export type Tell = (problem: Problem) => void
export type MapRow = (cells: Cells, tell: Tell) => Row | undefined
export type Mapper = { map: MapRow; knows(header: string): boolean }

const NOTHING = /^(?:n\/?a|#n\/a|null|nil|none|-+|—)?$/i
const isNothing = (cell: unknown): boolean =>
  cell === undefined || cell === null || (typeof cell === 'string' && NOTHING.test(cell.trim()))

/** Reads the rows of one file. A row with a cell that cannot be read is told of and given back as undefined. */
export function createMapper(spec: Spec): Mapper {
  const headers = createHeaders(spec)

  return { map, knows: (header) => headers.meant(header) !== undefined }

  function map(cells: Cells, tell: Tell): Row | undefined {
    const row: Row = { values: {}, translations: {} }
    const loose: [keyof Wording, unknown][] = []
    let isGood = true
    for (const [header, cell] of cells) {
      const meant = header === 'translations' ? undefined : headers.meant(header)
      if (isNothing(cell)) continue
      if (header === 'translations') mergeTranslations(row.translations, cell)
      else if (!meant) tellUnknown(header, tell)
      else if ('field' in meant) isGood = takeField(row.values, meant.field, cell, tell) && isGood
      else takeWord(row.translations, loose, meant, cell)
      if (shown(cell).includes('\ufffd'))
        tell({ field: header, reason: 'badLetters', given: shown(cell), isWarning: true })
    }
    settleLoose(row.translations, loose)
    dropNameless(row.translations, tell)
    return isGood ? row : undefined
  }

  function tellUnknown(header: string, tell: Tell): void {
    const nearest = headers.nearest(header)
    tell({ field: header, reason: 'unknownColumn', isWarning: true, ...(nearest && { nearest }) })
  }

  /** Several columns may fill one list; of anything else the first one counts. */
  function takeField(values: Row['values'], field: string, cell: unknown, tell: Tell): boolean {
    const { read, isList } = spec.fields[field] ?? {}
    const before = values[field]
    if (!read || (before !== undefined && !isList)) return true
    const reading = read(cell)
    if ('reason' in reading) {
      tell({ field, reason: reading.reason, given: shown(cell) })
      return false
    }
    values[field] =
      Array.isArray(before) && Array.isArray(reading.value)
        ? [...new Set([...before, ...reading.value])]
        : reading.value
    return true
  }
}

function takeWord(
  translations: Translations,
  loose: [keyof Wording, unknown][],
  { word, locale }: Extract<Meant, { word: unknown }>,
  cell: unknown,
): void {
  if (locale) setWord(translations, locale, word, cell)
  else if (typeof cell === 'object' && cell !== null)
    for (const [name, inner] of Object.entries(cell)) setIn(translations, name, word, inner)
  else loose.push([word, cell])
}

function setIn(translations: Translations, name: string, word: keyof Wording, cell: unknown): void {
  const locale = LOCALES.find((one) => one === name)
  if (locale) setWord(translations, locale, word, cell)
}

function setWord(translations: Translations, locale: Locale, word: keyof Wording, cell: unknown): void {
  const words: Wording = (translations[locale] ??= { name: '' })
  if ((typeof cell === 'string' || typeof cell === 'number') && !words[word]) words[word] = String(cell)
}

/** As the format has it: `{ en: { name, description } }`. */
function mergeTranslations(translations: Translations, cell: unknown): void {
  for (const [locale, words] of Object.entries(Object(cell)))
    for (const [word, text] of Object.entries(Object(words))) setIn(translations, locale, nameOfWord(word), text)
}

function nameOfWord(word: string): keyof Wording {
  return word === 'description' || word === 'shortDescription' || word === 'exercise' ? word : 'name'
}

/** A text without a language is in that of its letters; what belongs to a title of one language is in that one. */
function settleLoose(translations: Translations, loose: [keyof Wording, unknown][]): void {
  for (const [word, cell] of loose.toSorted(([a], [b]) => Number(b === 'name') - Number(a === 'name'))) {
    const named = LOCALES.filter((locale) => translations[locale]?.name)
    const [only] = named
    setWord(translations, word !== 'name' && only && named.length === 1 ? only : mostlyIn(String(cell)), word, cell)
  }
}

export function mostlyIn(text: string): Locale {
  const devanagari = text.match(/\p{Script=Devanagari}/gu)?.length ?? 0
  return devanagari * 2 > (text.match(/[\p{L}\p{M}]/gu)?.length ?? 0) ? 'mr' : 'en'
}

function dropNameless(translations: Translations, tell: Tell): void {
  for (const locale of LOCALES) {
    if (translations[locale] === undefined || translations[locale]?.name.trim()) continue
    if (Object.keys(translations[locale] ?? {}).length > 1)
      tell({ field: `name.${locale}`, reason: 'nameless', isWarning: true })
    delete translations[locale]
  }
}
