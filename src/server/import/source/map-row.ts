import { LOCALES, type Locale } from '#contract/text/locale.ts'
import { withoutTax } from '#contract/money/tax.ts'
import type { Translations, Wording } from '#contract/text/text.ts'
import { shown } from './fault.ts'
import { createHeaders, type HeaderMeaning, type RowSpec } from '../tables/headers.ts'
import type { Cells } from '../tables/line.ts'

/** `cleared`: columns whose cell is empty, as in `ReadRow`. */
export type Row = { values: Record<string, unknown>; translations: Translations; cleared: Set<string> }
type Problem = { field: string; reason: string; given?: string; nearest?: string; isWarning?: true }
export type ReportProblem = (problem: Problem) => void
type MapRow = (cells: Cells, reportProblem: ReportProblem) => Row | undefined
type Mapper = { map: MapRow; isKnownHeader(header: string): boolean }

export const EMPTY_CELL = /^(?:n\/?a|#n\/a|null|nil|none|-+|—)?$/i
const isEmptyCell = (cell: unknown): boolean =>
  cell === undefined || cell === null || (typeof cell === 'string' && EMPTY_CELL.test(cell.trim()))

/** Reads the rows of one file. A row with an unreadable cell is reported and mapped to undefined. */
export function createMapper(spec: RowSpec): Mapper {
  const headers = createHeaders(spec)

  return { map, isKnownHeader: (header) => headers.meaningOf(header) !== undefined }

  function map(cells: Cells, reportProblem: ReportProblem): Row | undefined {
    const row: Row = { values: {}, translations: {}, cleared: new Set() }
    const unlocalized: [keyof Wording, unknown][] = []
    let isValid = true
    let isNameLost = false
    for (const [header, cell] of cells) {
      const meaningOf = header === 'translations' ? undefined : headers.meaningOf(header)
      if (isEmptyCell(cell)) {
        if (meaningOf) row.cleared.add(columnOf(meaningOf))
      } else if (header === 'translations') mergeTranslations(row, cell)
      else if (!meaningOf) reportUnknownColumn(header, reportProblem)
      else if ('field' in meaningOf) isValid = readField(row.values, meaningOf, cell, reportProblem) && isValid
      else if (meaningOf.word === 'name' && isLost(cell))
        isNameLost = !refuse(header, 'brokenLetters', cell, reportProblem)
      else readText(row, unlocalized, meaningOf, cell)
      if (shown(cell).includes('\ufffd'))
        reportProblem({ field: header, reason: 'badLetters', given: shown(cell), isWarning: true })
    }
    assignLocales(row.translations, unlocalized)
    for (const column of row.cleared) if (isFilled(row, unlocalized, column)) row.cleared.delete(column)
    if (!isValid && !isNameLost && isNameless(row)) reportProblem({ field: 'name', reason: 'required' })
    return isValid && !isNameLost ? row : undefined
  }

  /** A row that names nothing of the shop and nothing new: said with its other faults, not after them. */
  function isNameless({ values, translations }: Row): boolean {
    return (
      spec.wording.includes('name') &&
      !hasNames(translations) &&
      values['key'] === undefined &&
      values['slug'] === undefined
    )
  }

  function reportUnknownColumn(header: string, reportProblem: ReportProblem): void {
    const nearest = headers.nearest(header)
    reportProblem({ field: header, reason: 'unknownColumn', isWarning: true, ...(nearest && { nearest }) })
  }

  /** Several columns may fill one list; for other fields the first column counts, and two prices must not differ. */
  function readField(
    values: Row['values'],
    { field: column, hasTax }: FieldMeaning,
    cell: unknown,
    reportProblem: ReportProblem,
  ): boolean {
    const { read, isList } = spec.fields[column] ?? {}
    if (!read || (values[column] !== undefined && !isList && !IS_PRICE.test(column))) return true
    const reading = read(cell)
    if ('reason' in reading) return refuse(column, reading.reason, cell, reportProblem)
    const { field = column, value: given, note } = reading
    const isTaxed = hasTax === true && field === 'priceInr' && typeof given === 'number' && given > 0
    const value = isTaxed ? withoutTax(given) : given
    const before = values[field]
    if (IS_PRICE.test(field) && before !== undefined && before !== value)
      return refuse(column, 'twoPrices', cell, reportProblem)
    if (isTaxed) reportProblem({ field, reason: 'taxIncluded', given: shown(cell), isWarning: true })
    if (note) reportProblem({ field, reason: note, given: shown(cell), isWarning: true })
    values[field] = Array.isArray(before) && Array.isArray(value) ? [...new Set([...before, ...value])] : value
    return true
  }
}

function refuse(field: string, reason: string, cell: unknown, reportProblem: ReportProblem): false {
  reportProblem({ field, reason, given: shown(cell) })
  return false
}

/** A program that saved letters in an encoding without them wrote question marks in their place. */
function isLost(cell: unknown): boolean {
  const letters = typeof cell === 'string' ? cell.replace(/\s/g, '') : ''
  return letters.length > 2 && letters.replace(/[^?]/g, '').length * 2 > letters.length
}

const hasNames = (translations: Translations): boolean => LOCALES.some((locale) => translations[locale]?.name)

const IS_PRICE = /^price(?:Inr|Usd)?$/

type FieldMeaning = Extract<HeaderMeaning, { field: string }>

const columnOf = (meaning: HeaderMeaning): string => {
  // An empty price of no currency is a price in rupees.
  if ('field' in meaning) return meaning.field === 'price' ? 'priceInr' : meaning.field
  return meaning.locale ? `${meaning.word}.${meaning.locale}` : meaning.word
}

/** Another column of the row may fill what this one leaves empty. */
function isFilled({ values, translations }: Row, unlocalized: [keyof Wording, unknown][], column: string): boolean {
  const [word, locale] = column.split('.')
  if (values[column] !== undefined || unlocalized.some(([other]) => other === column)) return true
  const texts = LOCALES.find((one) => one === locale)
  return texts !== undefined && Boolean(translations[texts]?.[wordingField(word ?? '')])
}

function readText(
  { translations, cleared }: Row,
  unlocalized: [keyof Wording, unknown][],
  { word, locale }: Extract<HeaderMeaning, { word: unknown }>,
  cell: unknown,
): void {
  if (locale) setText(translations, locale, word, cell)
  else if (typeof cell === 'object' && cell !== null)
    for (const [name, inner] of Object.entries(cell)) setTextOf({ translations, cleared }, name, word, inner)
  else unlocalized.push([word, cell])
}

function setTextOf(
  { translations, cleared }: Pick<Row, 'translations' | 'cleared'>,
  name: string,
  word: keyof Wording,
  cell: unknown,
): void {
  const locale = LOCALES.find((one) => one === name)
  if (locale && (cell === null || cell === '')) cleared.add(`${word}.${locale}`)
  else if (locale) setText(translations, locale, word, cell)
}

function setText(translations: Translations, locale: Locale, word: keyof Wording, cell: unknown): void {
  const words: Wording = (translations[locale] ??= { name: '' })
  if ((typeof cell === 'string' || typeof cell === 'number') && !words[word]) words[word] = String(cell)
}

/** The cell `translations`: `{ en: { name, description } }`. */
function mergeTranslations(row: Row, cell: unknown): void {
  for (const [locale, words] of Object.entries(Object(cell))) {
    if (words === null && (locale === 'en' || locale === 'mr')) row.cleared.add(`name.${locale}`)
    for (const [word, text] of Object.entries(Object(words))) setTextOf(row, locale, wordingField(word), text)
  }
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

/** Drops and reports texts in a language without a name. Only for rows that the shop does not have: it may have the name. */
export function dropUnnamed(translations: Translations, reportProblem: ReportProblem): Translations {
  const named = LOCALES.filter((locale) => translations[locale]?.name.trim())
  for (const locale of LOCALES)
    if (!named.includes(locale) && Object.keys(translations[locale] ?? {}).length > 1)
      reportProblem({ field: `name.${locale}`, reason: 'nameless', isWarning: true })
  return Object.fromEntries(named.map((locale) => [locale, translations[locale]]))
}
