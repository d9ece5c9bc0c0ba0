import type { TitleEdit, TitleGap } from './title-edit.ts'

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

/** What a title lacks as it stands in the editor: by the conditions of the list (operations/catalog-report.ts). */
export const gapsOf = (title: TitleEdit): TitleGap[] =>
  (Object.keys(HAS) as TitleGap[]).filter((gap) => !HAS[gap](title))
