import { pictureAt } from '#contract/catalog/picture.ts'
import type { Locale } from '#contract/text/locale.ts'
import { nameOrEnglish } from '#contract/text/translation.ts'
import type { Playing } from '#stores/listening/player/state.ts'
import type { ShareCard } from './share-card.ts'

const COVER_WIDTH = 320

/** What a picture that is shared says of the title that plays. */
export function titleOnCard({ title }: Playing, locale: Locale): Omit<ShareCard, 'text'> {
  return {
    title: nameOrEnglish(title, locale),
    titleId: title.id,
    cover: pictureAt(title.cover, COVER_WIDTH),
  }
}
