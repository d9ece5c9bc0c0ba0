import { LOCALES } from '#contract/text/locale.ts'
import type { Translations } from '#contract/text/text.ts'
import { plainLine } from '#contract/text/plain-text.ts'
import { readSeriesNumber } from '#contract/catalog/series-number.ts'
import { keyOf } from './keys.ts'
import { mostlyIn, type Row } from './map-row.ts'

export type Named = { key: string; translations: Translations; kind?: string }
/** Finds people, categories or series by key or name, and creates the unknown ones. */
export type Names = {
  add(named: Named): void
  /** Creates a row for an unknown name. */
  register(given: string, kind?: string): void
  /** The same for a row that may name one in each language; a known one gets the name that it lacks. */
  registerIn(names: GivenNames): void
  keyOf(given: string, kind?: string): string
  isKnown(given: string, kind?: string): boolean
  keyIn(names: GivenNames): string | undefined
  created(): Named[]
}

type GivenNames = { any?: string | undefined; en?: string | undefined; mr?: string | undefined }

/** "पु. ल." equals "पु.ल.", "JANE AUSTEN" equals "Jane Austen". */
const normalizeName = (name: string): string =>
  plainLine(name)
    .toLowerCase()
    .replace(/[\s.]+/g, '')

export function createNames(prefix: string): Names {
  const keys = new Map<string, Set<string>>()
  const byName = new Map<string, string>()
  const created = new Map<string, Named>()

  return { add, register, registerIn, keyOf: find, isKnown, keyIn, created: () => [...created.values()] }

  function add({ key, translations, kind = '' }: Named): void {
    const languages = keys.get(key) ?? new Set()
    keys.set(key, languages)
    for (const locale of LOCALES) {
      const name = translations[locale]?.name
      if (!name) continue
      languages.add(locale)
      // A name of the same kind is preferred; a name of another kind is better than a new row.
      byName.set(`${kind}:${normalizeName(name)}`, key)
      byName.set(normalizeName(name), key)
    }
  }

  function find(given: string, kind = ''): string {
    if (keys.has(given)) return given
    return byName.get(`${kind}:${normalizeName(given)}`) ?? byName.get(normalizeName(given)) ?? keyForNew(given, kind)
  }

  function keyForNew(given: string, kind: string): string {
    return `${kind || prefix}/${keyOf(given)}`
  }

  function register(given: string, kind?: string): void {
    const key = find(given, kind)
    if (keys.has(key)) return
    const named = { key, translations: { [mostlyIn(given)]: { name: plainLine(given) } }, ...(kind && { kind }) }
    created.set(key, named)
    add(named)
  }

  function isKnown(given: string, kind?: string): boolean {
    return keys.has(find(given, kind))
  }

  function keyIn({ any, en, mr }: GivenNames): string | undefined {
    const given = [any, en, mr].filter((name) => name !== undefined)
    return given.map((name) => find(name)).find((key) => keys.has(key)) ?? (given[0] && find(given[0]))
  }

  function registerIn(names: GivenNames): void {
    const key = keyIn(names)
    if (key === undefined) return
    const known = keys.get(key)
    const { any, ...own } = names
    if (!known && any && !own[mostlyIn(any)]) own[mostlyIn(any)] = any
    const lacking = LOCALES.flatMap((locale) => {
      const name = known?.has(locale) ? undefined : own[locale]
      return name ? [[locale, { name: plainLine(name) }] as const] : []
    })
    if (lacking.length === 0) return
    const translations = { ...created.get(key)?.translations, ...Object.fromEntries(lacking) }
    created.set(key, { key, translations })
    add({ key, translations })
  }
}

/** Splits `Comedy / Kids`, unless something of that name is known. */
export const partsOf = (names: Names, given: readonly string[], kind: string): string[] =>
  given.flatMap((one) => (names.isKnown(one, kind) ? [one] : one.split(/\s+\/\s+/)))

/** `Orchard #2` */
const NUMBERED = /\s+#\s?[\d०-९.]+$/u

/** The names of the series in a row, of which any may be absent, and the number in one of them, unless that is a known name. */
export function seriesIn(names: Names, { values: { series, seriesEn, seriesMr } }: Row) {
  const parts = [series, seriesEn, seriesMr].map((value) => {
    if (typeof value !== 'string') return {}
    const number = names.isKnown(value) ? undefined : NUMBERED.exec(value)?.[0]
    return { name: number ? value.slice(0, -number.length) : value, number }
  })
  const [any, en, mr] = parts.map(({ name }) => name)
  const place = readSeriesNumber(parts.find(({ number }) => number)?.number?.trim() ?? '')
  return { names: { any, en, mr }, ...(typeof place === 'number' && { place }) }
}
