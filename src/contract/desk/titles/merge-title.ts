import { LOCALES } from '../../text/locale.ts'
import type { Translations } from '../../text/text.ts'
import type { TitleEdit } from './title-edit.ts'

/** A field of a title as two editors may differ in it: `translations.en.name`, `priceInr`, `tracks`. */
export type FieldConflict = { field: string; base: unknown; mine: unknown; theirs: unknown }

const WORDS = ['name', 'shortDescription', 'description', 'exercise'] as const
type Fields = Record<string, unknown>

function fieldsOf({ translations, ...rest }: TitleEdit): Fields {
  const texts = LOCALES.flatMap((locale) =>
    WORDS.map((word) => [`translations.${locale}.${word}`, translations[locale]?.[word] ?? ''] as const),
  )
  return { ...Object.fromEntries(texts), ...rest }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What the other editor changed since `base`, beside what I made of it. */
export function changedByOther(base: TitleEdit, mine: TitleEdit, theirs: TitleEdit): FieldConflict[] {
  const [before, own, other] = [fieldsOf(base), fieldsOf(mine), fieldsOf(theirs)]
  return Object.keys({ ...before, ...other }).flatMap((field) =>
    isSame(before[field], other[field]) ? [] : [{ field, base: before[field], mine: own[field], theirs: other[field] }],
  )
}

/** Both changed it, and not alike: one of them has to choose. */
export const isDisputed = ({ base, mine, theirs }: FieldConflict): boolean =>
  !isSame(base, mine) && !isSame(mine, theirs)

/** Theirs with what only I changed, and of the disputed fields those that I keep. */
export function mergeTitles(
  base: TitleEdit,
  mine: TitleEdit,
  theirs: TitleEdit,
  keepMine: ReadonlySet<string>,
): TitleEdit {
  const [before, own, other] = [fieldsOf(base), fieldsOf(mine), fieldsOf(theirs)]
  const merged: Fields = { ...other }
  for (const field of Object.keys(own)) {
    const isMine = !isSame(before[field], own[field])
    const isTheirs = !isSame(before[field], other[field])
    if (isMine && (!isTheirs || keepMine.has(field))) merged[field] = own[field]
  }
  return titleOf(merged, theirs)
}

function titleOf(fields: Fields, like: TitleEdit): TitleEdit {
  const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => !name.startsWith('translations.')))
  const translations: Translations = {}
  for (const locale of LOCALES) {
    const texts = WORDS.flatMap((word) => {
      const text = fields[`translations.${locale}.${word}`]
      return typeof text === 'string' && text !== '' ? [[word, text] as const] : []
    })
    const name = texts.find(([word]) => word === 'name')?.[1]
    if (name !== undefined) translations[locale] = { ...Object.fromEntries(texts), name }
  }
  return { ...like, ...rest, translations }
}
