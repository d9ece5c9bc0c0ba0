import { slug } from '#brand/brand.ts'

export const ORIGINAL = `${slug}original` as const

/** `product_audio_type` on the wire (D1). */
export const audioTypes = ['audiobook', ORIGINAL, 'podcast', 'kids', 'languagelab'] as const
export type AudioType = (typeof audioTypes)[number]

/** The three top tabs of /browse, in order (D2). */
export const browseTypes = ['audiobook', ORIGINAL, 'podcast'] as const
/** Tabs of the free listing (D2); the language lab is a state without a tab. */
export const freeTypes = ['audiobook', ORIGINAL, 'podcast', 'kids'] as const

/** Word key of a type, the same for every brand. */
export function audioTypeWord(type: AudioType): 'audiobook' | 'original' | 'podcast' | 'kids' | 'languagelab' {
  return type === ORIGINAL ? 'original' : (type as 'audiobook' | 'podcast' | 'kids' | 'languagelab')
}
