import i18next from 'i18next'
import type browse from '../../i18n/en/browse.json'
import type format from '../../i18n/en/format.json'
import type home from '../../i18n/en/home.json'
import type pages from '../../i18n/en/pages.json'
import type shell from '../../i18n/en/shell.json'
import type title from '../../i18n/en/title.json'
import type { Locale } from './locales.ts'

type Spaces = {
  browse: typeof browse
  format: typeof format
  home: typeof home
  pages: typeof pages
  shell: typeof shell
  title: typeof title
}
type Plain<Key> = Key extends `${infer Stem}_one` | `${infer Stem}_other` ? Stem : Key
export type WordKey<Space extends keyof Spaces> = Plain<keyof Spaces[Space] & string>
export type Words<Space extends keyof Spaces> = (key: WordKey<Space>, values?: Record<string, string | number>) => string

/** The words of one space in one language; an unknown key does not compile. Trap: i18next holds one global language, so only fixed translators are used. */
export function words<Space extends keyof Spaces>(locale: Locale, space: Space): Words<Space> {
  const fixed = i18next.getFixedT(locale, space)
  // Without values the text stays a template: islands fill it in the browser (i18n/fill.ts).
  return (key, values) => String(fixed(key, values ?? { skipInterpolation: true }))
}

/** A plural form for the browser, which puts the number in the place of `#`: i18next has put 1 or 2 there. */
export const counter = (text: string) => text.replace(/\d/, '#')

/** The whole of a space as plain data: for islands, which get their words as props. */
export function pick<const Keys extends readonly string[]>(t: (key: Keys[number]) => string, keys: Keys): Record<Keys[number], string> {
  // fromEntries widens the keys that the argument names.
  return Object.fromEntries(keys.map((key: Keys[number]) => [key, t(key)])) as Record<Keys[number], string>
}
