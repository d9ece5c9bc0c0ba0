import { pictureAt } from '#contract/catalog/picture.ts'
import type { RadioSample } from '#contract/listening/radio.ts'
import type { GroupsAt } from '#i18n/namespaces.ts'
import { titlePath } from '#i18n/paths.ts'
import type { Sample } from '#stores/listening/samples.ts'
import { pageLocale } from '../../page-locale.ts'

/** What the page gives with it. */
export type RadioTexts = GroupsAt<'radio.live' | 'format.figures' | 'format.tax' | 'format.types' | 'catalog.price'>

export const pathOf = ({ id, slug, kind = 'audiobook' }: RadioSample): string =>
  titlePath(pageLocale(), { id, product_slug: slug, product_audio_type: kind })

const SMALL = 160
/** The small picture, which lists, the bar and saved samples have. */
export const smallCover = ({ cover }: RadioSample): string | undefined => pictureAt(cover, SMALL)

/** How the bar of samples shows it. */
export const shownInBar = (sample: RadioSample): Sample => ({
  mapUrl: sample.sample,
  title: sample.name,
  href: pathOf(sample),
  cover: smallCover(sample),
  seconds: sample.length,
})
