import { LOCALES, type Locale } from '#contract/locale.ts'
import type { Translations, Wording } from '#contract/text.ts'
import { shown } from './fault.ts'
import { createHeaders, type HeaderMeaning, type RowSpec } from '../tables/headers.ts'
import type { Cells } from '../tables/line.ts'

export type Row = { values: Record<string, unknown>; translations: Translations }
type Problem = { field: string; reason: string; given?: string; nearest?: string; isWarning?: true }
export type ReportProblem = (problem: Problem) => void
export type MapRow = (cells: Cells, reportProblem: ReportProblem) => Row | undefined
export type Mapper = { map: MapRow; isKnownHeader(header: string): boolean }

const EMPTY_CELL = /^(?:n\/?a|#n\/a|null|nil|none|-+|—)?$/i
const isEmptyCell = (cell: unknown): boolean =>
  cell === undefined || cell === null || (typeof cell === 'string' && EMPTY_CELL.test(cell.trim()))

/** Reads the rows of one file. A row with an unreadable cell is reported and mapped to undefined. */
export function createMapper(spec: RowSpec): Mapper {
  const headers = createHeaders(spec)

  return { map, isKnownHeader: (header) => headers.meaningOf(header) !== undefined }

  function map(cells: Cells, reportProblem: ReportProblem): Row | undefined {
    const row: Row = { values: {}, translations: {} }
    const unlocalized: [keyof Wording, unknown][] = []
    let isValid = true
    for (const [header, cell] of cells) {
      const meaningOf = header === 'translations' ? undefined : headers.meaningOf(header)
      if (isEmptyCell(cell)) continue
      if (header === 'translations') mergeTranslations(row.translations, cell)
      else if (!meaningOf) reportUnknownColumn(header, reportProblem)
      else if ('field' in meaningOf) isValid = readField(row.values, meaningOf.field, cell, reportProblem) && isValid
      else readText(row.translations, unlocalized, meaningOf, cell)
      if (shown(cell).includes('\ufffd'))
        reportProblem({ field: header, reason: 'badLetters', given: shown(cell), isWarning: true })
    }
    assignLocales(row.translations, unlocalized)
    dropUnnamed(row.translations, reportProblem)
    return isValid ? row : undefined
  }

  function reportUnknownColumn(header: string, reportProblem: ReportProblem): void {
    const nearest = headers.nearest(header)
    reportProblem({ field: header, reason: 'unknownColumn', isWarning: true, ...(nearest && { nearest }) })
  }

  /** Several columns may fill one list; for other fields the first column counts. */
  function readField(values: Row['values'], field: string, cell: unknown, reportProblem: ReportProblem): boolean {
    const { read, isList } = spec.fields[field] ?? {}
    const before = values[field]
    if (!read || (before !== undefined && !isList)) return true
    const reading = read(cell)
    if ('reason' in reading) {
      reportProblem({ field, reason: reading.reason, given: shown(cell) })
      return false
    }
    values[field] =
      Array.isArray(before) && Array.isArray(reading.value)
        ? [...new Set([...before, ...reading.value])]
        : reading.value
    return true
  }
}

function readText(
  translations: Translations,
  unlocalized: [keyof Wording, unknown][],
  { word, locale }: Extract<HeaderMeaning, { word: unknown }>,
  cell: unknown,
): void {
  if (locale) setText(translations, locale, word, cell)
  else if (typeof cell === 'object' && cell !== null)
    for (const [name, inner] of Object.entries(cell)) setTextOf(translations, name, word, inner)
  else unlocalized.push([word, cell])
}

function setTextOf(translations: Translations, name: string, word: keyof Wording, cell: unknown): void {
  const locale = LOCALES.find((one) => one === name)
  if (locale) setText(translations, locale, word, cell)
}

function setText(translations: Translations, locale: Locale, word: keyof Wording, cell: unknown): void {
  const words: Wording = (translations[locale] ??= { name: '' })
  if ((typeof cell === 'string' || typeof cell === 'number') && !words[word]) words[word] = String(cell)
}

/** The cell `translations`: `{ en: { name, description } }`. */
function mergeTranslations(translations: Translations, cell: unknown): void {
  for (const [locale, words] of Object.entries(Object(cell)))
    for (const [word, text] of Object.entries(Object(words))) setTextOf(translations, locale, wordingField(word), text)
}

function wordingField(word: string): keyof Wording {
  return word === 'description' || word === 'shortDescription' || word === 'exercise' ? word : 'name'
}

/** A name without a language gets the language of its script; other texts get the only language that has a name, if there is one. */
function assignLocales(translations: Translations, unlocalized: [keyof Wording, unknown][]): void {
  for (const [word, cell] of unlocalized.toSorted(([a], [b]) => Number(b === 'name') - Number(a === 'name'))) {
    const namedLocales = LOCALES.filter((locale) => translations[locale]?.name)
    const [singleLocale] = namedLocales
    setText(
      translations,
      word !== 'name' && singleLocale && namedLocales.length === 1 ? singleLocale : mostlyIn(String(cell)),
      word,
      cell,
    )
  }
}

export function mostlyIn(text: string): Locale {
  const devanagari = text.match(/\p{Script=Devanagari}/gu)?.length ?? 0
  return devanagari * 2 > (text.match(/[\p{L}\p{M}]/gu)?.length ?? 0) ? 'mr' : 'en'
}

function dropUnnamed(translations: Translations, reportProblem: ReportProblem): void {
  for (const locale of LOCALES) {
    if (translations[locale] === undefined || translations[locale]?.name.trim()) continue
    if (Object.keys(translations[locale] ?? {}).length > 1)
      reportProblem({ field: `name.${locale}`, reason: 'nameless', isWarning: true })
    delete translations[locale]
  }
}
