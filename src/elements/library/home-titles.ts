import type { ProductCard } from '#contract/catalog/catalog.ts'
import { pictureAt } from '#contract/catalog/picture.ts'
import { resumePoint } from '#contract/listening/listening.ts'
import type { LibraryProduct } from '#contract/library/library.ts'
import { nameOrEnglish, type CustomTranslation } from '#contract/text/translation.ts'
import type { HeardTitle, HomeTitle } from '#stores/library/listener-home.ts'

type Named = { name?: string; custom_translation: CustomTranslation }
type Card = Pick<ProductCard, 'id' | 'product_slug' | 'product_audio_type' | 'cover'> & Named
type Track = Named & { track_length: number }

const names = (entity: Named) => ({ en: nameOrEnglish(entity, 'en'), mr: nameOrEnglish(entity, 'mr') })

export const homeTitle = (title: Card, note: Named | undefined): HomeTitle => ({
  id: title.id,
  course: title.product_audio_type === 'languagelab' ? 1 : 0,
  slug: title.product_slug,
  name: names(title),
  note: note ? names(note) : { en: '', mr: '' },
  cover: pictureAt(title.cover, 320) ?? '',
})

/** What plays: of a title that the server knows as heard its figure stays, else what lies before the position is the estimate. */
export function playingTitle(
  { tracks, ...title }: Card & { tracks: readonly Track[] },
  index: number,
  seconds: number,
  known: HeardTitle | undefined,
): HeardTitle {
  const sum = (some: readonly Track[]) => some.reduce((total, { track_length: length }) => total + length, 0)
  const before = ((sum(tracks.slice(0, Math.max(0, index))) + seconds) / Math.max(1, sum(tracks))) * 100
  const figure = known?.isEstimate ? undefined : known?.part
  return { ...homeTitle(title, tracks[index]), part: figure ?? Math.min(100, before), isEstimate: figure === undefined }
}

/** Of the library's reply; undefined for what was heard to its end or may not be heard. */
export function heardInLibrary(title: LibraryProduct): HeardTitle | undefined {
  const { last_place: place, producttracks: tracks, total_tracks_completion: part } = title
  if (!place || title.access !== 'play' || part >= 100) return undefined
  const { index } = resumePoint(tracks, { trackId: place.track_id, seconds: place.seconds })
  return { ...homeTitle(title, tracks[index]), part }
}
