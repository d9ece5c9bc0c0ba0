import type { Follow } from '#contract/library/follows.ts'
import type { Locale } from '#contract/text/locale.ts'
import { slugOf } from '#contract/text/slug.ts'
import { nameOrEnglish } from '#contract/text/translation.ts'
import { pathTo } from '#i18n/paths.ts'

const PAGES = { person: 'author', title: 'product', series: 'series' } as const

/** The page of what is followed. */
export const followPath = (one: Follow, locale: Locale): string =>
  pathTo(PAGES[one.kind], locale, { id: one.id, slug: slugOf(nameOrEnglish(one, 'en')) })
