/** Rows of the import format as the editors of the desk change them, field by field, by paths like `translations.en.name`. */

export type Row = Record<string, unknown>

const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

export function valueAt(row: Row, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), row)
}

export const textAt = (row: Row, path: string): string => {
  const value = valueAt(row, path)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The row with another value at the path. */
export function withValue(row: Row, path: string, value: unknown): Row {
  const [name = '', ...rest] = path.split('.')
  if (rest.length === 0) return { ...row, [name]: value }
  const inner = row[name]
  return { ...row, [name]: withValue(isObject(inner) ? inner : {}, rest.join('.'), value) }
}

/** Without what was left empty: the server takes a text of at least one letter, or none. */
export function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty)
  if (!isObject(value)) return value
  const entries = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
    const filled = withoutEmpty(inner)
    const isNothing = isObject(filled) && Object.keys(filled).length === 0
    const isEmpty =
      filled === '' || filled === undefined || name === '_id' || (isNothing && (name === 'en' || name === 'mr'))
    return isEmpty ? [] : [[name, filled]]
  })
  return Object.fromEntries(entries)
}

export const keyOf = (row: Row): string => textAt(row, 'key') || textAt(row, 'slug')

/** The name of a row in a language, or in the other one, else a key that somebody chose: what `blankOf` made up tells nobody anything. */
export function nameOf(row: Row, locale: 'en' | 'mr'): string {
  const other = locale === 'en' ? 'mr' : 'en'
  const found = ['translations', 'title', 'que'].flatMap((field) =>
    [locale, other].map((one) => textAt(row, `${field}.${one}.name`)),
  )
  const isMadeUp = row['_id'] !== undefined && row['_id'] === row['key']
  return found.find((name) => name !== '') ?? (isMadeUp ? '' : keyOf(row))
}

/** The list with the entry at one place moved to another. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return [...items]
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** Every text and number of a row by its path. */
function leavesOf(value: unknown, path = ''): [string, string][] {
  if (Array.isArray(value)) return value.flatMap((inner, index) => leavesOf(inner, `${path}${index + 1}.`))
  if (isObject(value))
    return Object.entries(value).flatMap(([name, inner]) => (name === '_id' ? [] : leavesOf(inner, `${path}${name}.`)))
  return value === undefined || value === null ? [] : [[path.slice(0, -1), String(value)]]
}

export type Difference = { key: string; field: string; mine: string; theirs: string }

/** What somebody else changed, field by field, against what was read before; `mine` is what stands in the form. */
export function differencesOf(base: readonly Row[], theirs: readonly Row[], mine: readonly Row[]): Difference[] {
  const byKey = (rows: readonly Row[]) => new Map(rows.map((row) => [keyOf(row), new Map(leavesOf(row))]))
  const [before, after, own] = [byKey(base), byKey(theirs), byKey(mine)]
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [old, fresh, form] = [before.get(key), after.get(key), own.get(key)]
    const fields = [...new Set([...(old?.keys() ?? []), ...(fresh?.keys() ?? [])])]
    return fields
      .filter((field) => old?.get(field) !== fresh?.get(field))
      .map((field) => ({ key, field, mine: form?.get(field) ?? '', theirs: fresh?.get(field) ?? '' }))
  })
}
