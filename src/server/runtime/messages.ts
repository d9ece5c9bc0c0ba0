import { readFileSync } from 'node:fs'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Namespace, Translate } from '#i18n/namespaces.ts'

const FOLDER = new URL('../../../i18n/', import.meta.url)

type Tree = { [key: string]: string | Tree }
const trees = new Map<string, Tree>()

function treeOf(locale: Locale, namespace: Namespace): Tree {
  const path = `${locale}/${namespace}.json`
  const tree: Tree = trees.get(path) ?? JSON.parse(readFileSync(new URL(path, FOLDER), 'utf8'))
  trees.set(path, tree)
  return tree
}

/** Translates for mails, documents and pages of the server, which has no i18next: that belongs to the build of the pages. */
export function messages<Name extends Namespace>(locale: Locale, namespace: Name): Translate<Name> {
  return (key, values = {}) => {
    const found = key
      .split('.')
      .reduce<string | Tree | undefined>(
        (at, part) => (typeof at === 'object' ? at[part] : undefined),
        treeOf(locale, namespace),
      )
    return typeof found === 'string' ? interpolate(found, values) : key
  }
}
