import { LOCALES, type Translations } from '#contract/text.ts'
import { plainLine } from '#contract/plain-text.ts'
import { keyOf } from './keys.ts'
import { mostlyIn } from './map-row.ts'

export type Named = { key: string; translations: Translations; kind?: string }
/** Finds whom a publisher means by a key or a name, and makes those that nobody has heard of. */
export type Names = {
  add(named: Named): void
  /** Makes a row for a name that is not known. */
  note(given: string, kind?: string): void
  keyOf(given: string, kind?: string): string
  made(): Named[]
}

/** "पु. ल." and "पु.ल.", "JANE AUSTEN" and "Jane Austen" are one. */
const fold = (name: string): string =>
  plainLine(name)
    .toLowerCase()
    .replace(/[\s.]+/g, '')

export function createNames(prefix: string): Names {
  const keys = new Set<string>()
  const byName = new Map<string, string>()
  const made = new Map<string, Named>()

  return { add, note, keyOf: find, made: () => [...made.values()] }

  function add({ key, translations, kind = '' }: Named): void {
    keys.add(key)
    for (const locale of LOCALES) {
      const name = translations[locale]?.name
      if (!name) continue
      // Of one name under several kinds the same kind comes first, and any is better than a new one.
      byName.set(`${kind}:${fold(name)}`, key)
      byName.set(fold(name), key)
    }
  }

  function find(given: string, kind = ''): string {
    if (keys.has(given)) return given
    return byName.get(`${kind}:${fold(given)}`) ?? byName.get(fold(given)) ?? newKey(given, kind)
  }

  function newKey(given: string, kind: string): string {
    return `${kind || prefix}/${keyOf(given)}`
  }

  function note(given: string, kind?: string): void {
    const key = find(given, kind)
    if (keys.has(key)) return
    const named = { key, translations: { [mostlyIn(given)]: { name: plainLine(given) } }, ...(kind && { kind }) }
    made.set(key, named)
    add(named)
  }
}
