import type { ProductCard } from '#contract/catalog.ts'
import { resumePoint } from '#contract/listening.ts'
import type { LibraryProduct } from '#contract/library.ts'
import { nameOrEnglish, type CustomTranslation } from '#contract/translation.ts'
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
  cover: title.cover ? `${title.cover.base}-320.webp` : '',
})

/** A title at a position: which track it is in, and how much of the whole lies before. */
export function heardTitle(title: Card, tracks: readonly Track[], index: number, seconds: number): HeardTitle {
  const sum = (some: readonly Track[]) => some.reduce((total, { track_length: length }) => total + length, 0)
  const part = ((sum(tracks.slice(0, Math.max(0, index))) + seconds) / Math.max(1, sum(tracks))) * 100
  return { ...homeTitle(title, tracks[index]), part: Math.min(100, part) }
}

/** Of the library's reply; undefined for what was heard to its end or may not be heard. */
export function heardInLibrary(title: LibraryProduct): HeardTitle | undefined {
  const { last_place: place, producttracks: tracks } = title
  if (!place || title.access !== 'play' || title.total_tracks_completion >= 100) return undefined
  const { index, seconds } = resumePoint(tracks, { trackId: place.track_id, seconds: place.seconds })
  return heardTitle(title, tracks, index, seconds)
}
