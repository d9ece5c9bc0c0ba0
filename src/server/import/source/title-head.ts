import { LOCALES, type Locale } from '#contract/text/locale.ts'
import { foldText } from '#contract/listening/sound-key.ts'
import type { RawRow } from './read-row.ts'
import { keyOf, shortHash } from './keys.ts'
import { dropUnnamed, type ReportProblem, type Row } from './map-row.ts'
import type { Names } from './names.ts'

/** What the source needs to know of a title of the shop. `authors`: keys of people; `names`: in each language. */
export type KnownTitle = {
  type: string
  published: string
  locales: Locale[]
  isOnlyFree: boolean
  isInTrash: boolean
  authors: string[]
  names: string[]
}
export type KnownTitles = ReadonlyMap<string, KnownTitle>
type Known = { titles: KnownTitles; people: Names }

export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

/**
 * Key, type and people of a title, without reading its files. A title of the shop needs only its key: what the row does not
 * say stays. Undefined when a new title has no name or no language.
 */
export function titleHead(known: Known, row: Row, reportProblem: ReportProblem): RawRow | undefined {
  const { values, translations, cleared } = row
  const name = translations.en?.name || translations.mr?.name
  const { slug, audio: _, album: __, rowNumber: ___, ...rest } = values
  const key = String(values['key'] ?? slug ?? (name ? keyByName(known, row, name) : ''))
  const before = known.titles.get(key)
  if (before) {
    reportNameless(before, row, reportProblem)
    if (before.isInTrash)
      reportProblem({ field: 'name', reason: 'inTrash', ...(name && { given: name }), isWarning: true })
    const type = cleared.has('type') && { type: 'audiobook' }
    return { ...type, ...rest, ...priceOf(values, before), key, translations }
  }
  if (!name) return void reportProblem({ field: 'name', reason: 'required' })
  const named = dropUnnamed(translations, reportProblem)
  const spoken = values['spoken'] ?? (named.en && named.mr ? undefined : named.mr ? 'mr' : 'en')
  if (!spoken) return void reportProblem({ field: 'spoken', reason: 'whichSpoken' })
  reportDoubtful(known.titles, values, name, reportProblem)
  return { type: 'audiobook', ...rest, ...priceOf(values), key, spoken, translations: named }
}

/** A new title that is perhaps not meant so. */
function reportDoubtful(titles: KnownTitles, values: Row['values'], name: string, reportProblem: ReportProblem): void {
  if (titlesNamed(titles, name).length > 0)
    reportProblem({ field: 'name', reason: 'sameName', given: name, isWarning: true })
  if (values['priceInr'] === 0 && values['isFree'] === undefined)
    reportProblem({ field: 'priceInr', reason: 'zeroPrice', given: '0', isWarning: true })
}

/** `free` in a column of prices; a price ends it, unless the row says whether the title is free. */
function priceOf({ priceInr, isFree }: Row['values'], before?: KnownTitle): RawRow {
  if (priceInr === 'free') return { priceInr: 0, isFree: true }
  return before?.isOnlyFree && Number(priceInr) > 0 && isFree === undefined ? { isFree: false } : {}
}

/**
 * The key of a title that has none: name and first author. A title of the shop keeps the key that an earlier release made
 * of its name alone, if it is by the same author; another author's title is never overwritten.
 */
function keyByName({ titles, people }: Known, { values, cleared }: Row, name: string): string {
  const base = typeof values['album'] === 'string' ? values['album'] : keyOf(name)
  const authors = textsIn(values['authors'])
  const before = titles.get(base)
  const isSame = authors.length === 0 ? !cleared.has('authors') : sharesAuthor(before, authors, people)
  if (before && (isSame || (authors.length === 0 && before.authors.length === 0))) return base
  if (authors.length > 0 && (before || !values['album'])) return keyOf(`${values['album'] ?? name} ${authors[0]}`)
  const named = authors.length === 0 && !cleared.has('authors') ? onlyTitleNamed(titles, name) : undefined
  return named ?? (before ? `${base.slice(0, 60)}-${shortHash(base)}` : base)
}

/** Keys of the titles of the shop by their names. */
const namesOfShop = new WeakMap<KnownTitles, Map<string, string[]>>()

function titlesNamed(titles: KnownTitles, name: string): string[] {
  const byName = namesOfShop.get(titles) ?? new Map<string, string[]>()
  if (!namesOfShop.has(titles)) {
    namesOfShop.set(titles, byName)
    for (const [key, { names }] of titles)
      for (const one of new Set(names.map(foldText))) byName.set(one, [...(byName.get(one) ?? []), key])
  }
  return byName.get(foldText(name)) ?? []
}

/** A row that tells no author, as of a list of prices, means the one title of this name. */
function onlyTitleNamed(titles: KnownTitles, name: string): string | undefined {
  const keys = titlesNamed(titles, name)
  return keys.length === 1 ? keys[0] : undefined
}

const sharesAuthor = (before: KnownTitle | undefined, authors: string[], people: Names): boolean =>
  authors.some((author) => before?.authors.includes(people.keyOf(author)))

function reportNameless({ locales }: KnownTitle, { translations }: Row, reportProblem: ReportProblem): void {
  const named = LOCALES.filter((locale) => locales.includes(locale) || translations[locale]?.name)
  if (named.length === 1) return
  for (const locale of LOCALES)
    if (translations[locale] && !named.includes(locale))
      reportProblem({ field: `name.${locale}`, reason: 'nameless', isWarning: true })
}
