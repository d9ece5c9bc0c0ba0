import { LOCALES, type Locale } from '../../text/locale.ts'
import type { TitleEdit, TitleGap } from './title-edit.ts'
import type { ChoiceList } from './titles.ts'

const HAS: Record<TitleGap, (title: TitleEdit) => boolean> = {
  english: ({ translations }) => Boolean(translations.en?.name.trim()),
  marathi: ({ translations }) => Boolean(translations.mr?.name.trim()),
  tracks: ({ tracks }) => tracks.length > 0,
  silent: ({ tracks }) => tracks.every(({ audio }) => audio !== null),
  cover: ({ cover }) => cover !== null,
  description: ({ translations: { en, mr } }) => Boolean((en?.description || mr?.description)?.trim()),
  author: ({ authors }) => authors.length > 0,
  category: ({ categories }) => categories.length > 0,
  price: ({ priceInr, isFree, subscriptionOnly }) => priceInr > 0 || isFree || subscriptionOnly,
  onePrice: ({ priceInr, priceUsd }) => priceInr > 0 === priceUsd > 0,
  sample: ({ samples }) => samples.length > 0,
}

/** The shop draws a cover: one of its own is a wish. */
export const OPTIONAL_GAPS: ReadonlySet<string> = new Set<TitleGap>(['cover'])

/** What a title lacks as it stands in the editor: by the conditions of the list (operations/catalog-report.ts). */
export const gapsOf = (title: TitleEdit, { hasMadeSample = false } = {}): TitleGap[] =>
  (Object.keys(HAS) as TitleGap[]).filter((gap) => !HAS[gap](title) && !(gap === 'sample' && hasMadeSample))

export type Nameless = { of: ChoiceList; key: string; locale: Locale }
type NamesOf = (of: ChoiceList, key: string) => { en?: string | undefined; mr?: string | undefined } | undefined

/** Whom the title names without a name in a language in which it has a page: that page leaves them out. */
export function namelessOf(title: TitleEdit, namesOf: NamesOf): Nameless[] {
  const locales = LOCALES.filter((locale) => title.translations[locale]?.name.trim())
  const people = [...new Set([...title.authors, ...title.directors, ...title.artists])]
  const lists: [ChoiceList, readonly string[]][] = [
    ['people', people],
    ['categories', title.categories],
    ['series', title.series ? [title.series] : []],
  ]
  return lists.flatMap(([of, keys]) =>
    keys.flatMap((key) => {
      const names = namesOf(of, key)
      return names ? locales.filter((locale) => !names[locale]).map((locale) => ({ of, key, locale })) : []
    }),
  )
}
