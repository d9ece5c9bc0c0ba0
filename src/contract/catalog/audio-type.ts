import { slug } from '#brand/brand.ts'

export const ORIGINAL = `${slug}original` as const

/** `product_audio_type` on the wire. */
export const audioTypes = ['audiobook', ORIGINAL, 'podcast', 'kids', 'languagelab'] as const
export type AudioType = (typeof audioTypes)[number]

/** The three top tabs of /browse, in order. */
export const browseTypes = ['audiobook', ORIGINAL, 'podcast'] as const
/** Tabs of the free listing. Language courses have no tab. */
export const freeTypes = ['audiobook', ORIGINAL, 'podcast', 'kids'] as const

/** Message key of a type; it does not contain the brand. */
export function audioTypeWord(type: AudioType): 'audiobook' | 'original' | 'podcast' | 'kids' | 'languagelab' {
  return type === ORIGINAL ? 'original' : (type as 'audiobook' | 'podcast' | 'kids' | 'languagelab')
}
