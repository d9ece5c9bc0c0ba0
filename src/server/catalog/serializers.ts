import { AUDIO_TYPES } from '#contract/import.ts'
import { ORIGINAL, type AudioType } from '#contract/audio-type.ts'
import type { CustomTranslation } from '#contract/translation.ts'
import type { Picture } from '#contract/catalog.ts'
import type { StoredTranslations } from '../db/schema/columns.ts'

export type StoredType = (typeof AUDIO_TYPES)[number]

/** Stored names are the publisher's, names on the wire carry the brand. */
export function wireType(stored: StoredType): AudioType {
  return stored === 'original' ? ORIGINAL : stored
}

export function storedType(wire: string): StoredType | undefined {
  const name = wire === ORIGINAL ? 'original' : wire === 'language-lab' ? 'languagelab' : wire
  return AUDIO_TYPES.find((type) => type === name)
}

export function audioTypeId(stored: StoredType): number {
  return AUDIO_TYPES.indexOf(stored) + 1
}

export function audioTypeOf(stored: StoredType): { id: number; slug: string; name: string } {
  const slug = stored === 'languagelab' ? 'language-lab' : wireType(stored)
  return { id: audioTypeId(stored), slug, name: slug }
}

/** `brief` leaves out the long description: cards do not show it. */
export function wireWords(stored: StoredTranslations, brief = false): CustomTranslation {
  return Object.fromEntries(
    Object.entries(stored).map(([locale, { name, shortDescription, description }]) => [
      locale,
      { name, short_description: shortDescription ?? null, ...(!brief && { description: description ?? null }) },
    ]),
  )
}

/** HTML of an entity; a text that stands in for it is escaped, because text fields hold brackets as letters. */
export function htmlOf(description: string | undefined, text = ''): string {
  return description ?? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

export type StoredPicture = { path: string; widths: number[] } | null

export function wirePicture(stored: StoredPicture): Picture | null {
  return stored && { base: `/media/${stored.path}`, widths: stored.widths }
}

/** `image1` is for pages, `image2` for lists, `image3` for social networks. */
export function wireImages(stored: StoredPicture): {
  image1: string | null
  image2: string | null
  image3: string | null
} {
  if (!stored) return { image1: null, image2: null, image3: null }
  const fit = (wanted: number) => stored.widths.find((width) => width >= wanted) ?? stored.widths.at(-1)
  const base = `/media/${stored.path}`
  return { image1: `${base}-${fit(640)}.webp`, image2: `${base}-${fit(320)}.webp`, image3: `${base}-og.jpg` }
}
