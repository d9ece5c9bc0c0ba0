import { LOCALES } from '#contract/locale.ts'
import type { Translations } from '#contract/text.ts'
import { plainLine } from '#contract/plain-text.ts'
import { keyOf } from './keys.ts'
import { mostlyIn } from './map-row.ts'

export type Named = { key: string; translations: Translations; kind?: string }
/** Finds people or categories by key or name, and creates the unknown ones. */
export type Names = {
  add(named: Named): void
  /** Creates a row for an unknown name. */
  register(given: string, kind?: string): void
  keyOf(given: string, kind?: string): string
  created(): Named[]
}

/** "पु. ल." equals "पु.ल.", "JANE AUSTEN" equals "Jane Austen". */
const normalizeName = (name: string): string =>
  plainLine(name)
    .toLowerCase()
    .replace(/[\s.]+/g, '')

export function createNames(prefix: string): Names {
  const keys = new Set<string>()
  const byName = new Map<string, string>()
  const created = new Map<string, Named>()

  return { add, register, keyOf: find, created: () => [...created.values()] }

  function add({ key, translations, kind = '' }: Named): void {
    keys.add(key)
    for (const locale of LOCALES) {
      const name = translations[locale]?.name
      if (!name) continue
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
}
