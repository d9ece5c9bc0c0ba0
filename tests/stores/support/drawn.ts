import { readFileSync } from 'node:fs'
import { createElement, type ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Locale } from '#contract/text/locale.ts'
import type { GroupPath, GroupsAt } from '#i18n/namespaces.ts'

/** The HTML of a component as its page has it before scripts run. */
export const drawn = <Props extends object>(component: ComponentType<Props>, props: Props): string =>
  renderToStaticMarkup(createElement(component, props))

/** What a page gives its island: whole groups of messages as one object. */
export function groups<Path extends GroupPath>(locale: Locale, ...paths: readonly Path[]): GroupsAt<Path> {
  const merged = paths.map((path) => {
    const [namespace = '', group = ''] = path.split('.')
    return JSON.parse(readFileSync(new URL(`../../../i18n/${locale}/${namespace}.json`, import.meta.url), 'utf8'))[
      group
    ]
  })
  return Object.assign({}, ...merged)
}
