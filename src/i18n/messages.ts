import i18next from 'i18next'
import { interpolate } from './interpolate.ts'
import type { Locale } from './locales.ts'
import type { GroupPath, GroupsAt, MessageKey, Namespace, Translate } from './namespaces.ts'

/** Templates as i18next resolved them. Asking it for every message of every page was a quarter of the whole build. */
const templates = new Map<string, string>()
const plurals = { en: new Intl.PluralRules('en'), mr: new Intl.PluralRules('mr') }

/**
 * Translates the keys of one namespace into one language; an unknown key does not compile. Without values the result is the template.
 * Traps: i18next holds one global language, so only fixed translators are used; it would escape values, which the pages do themselves.
 */
export function messages<Name extends Namespace>(locale: Locale, namespace: Name): Translate<Name> {
  const fixed = i18next.getFixedT(locale, namespace)
  const template = (key: MessageKey<Name>, count?: number): string => {
    const name = `${locale} ${namespace} ${key} ${count === undefined ? '' : plurals[locale].select(count)}`
    const found =
      templates.get(name) ?? String(fixed(key, { skipInterpolation: true, ...(count !== undefined && { count }) }))
    templates.set(name, found)
    return found
  }
  return (key, values) => {
    if (!values) return template(key)
    return interpolate(template(key, typeof values['count'] === 'number' ? values['count'] : undefined), values)
  }
}

/**
 * Whole groups as one plain object, for islands, which get their messages as props. Two groups that share a key fail the build: one
 * would hide the other.
 */
export function messageGroup<Path extends GroupPath>(locale: Locale, ...paths: readonly Path[]): GroupsAt<Path> {
  const merged: Record<string, unknown> = {}
  for (const path of paths) {
    const [namespace = '', group = ''] = path.split('.')
    for (const [key, message] of Object.entries(i18next.getResource(locale, namespace, group) ?? {})) {
      if (key in merged) throw new Error(`Message groups ${paths.join(', ')} share the key ${key}.`)
      merged[key] = message
    }
  }
  // The merged object has lost the types that the paths name.
  return merged as GroupsAt<Path>
}
