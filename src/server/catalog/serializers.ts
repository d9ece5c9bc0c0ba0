import { escapeText } from '#contract/text/escape-html.ts'
import { AUDIO_TYPES } from '#contract/import/import.ts'
import { ORIGINAL, type AudioType } from '#contract/catalog/audio-type.ts'
import type { CustomTranslation } from '#contract/text/translation.ts'
import type { Picture } from '#contract/catalog/catalog.ts'
import type { AudioTypeName, StoredTranslations } from '../db/schema/columns.ts'
import type { Row } from '../db/row.ts'
import type { mediaFiles } from '../db/schema/state.ts'

/** The name of an audio type in the API, where originals carry the name of the brand. */
export function serializeAudioType(stored: AudioTypeName): AudioType {
  return stored === 'original' ? ORIGINAL : stored
}

export function parseAudioType(wire: string): AudioTypeName | undefined {
  const name = wire === ORIGINAL ? 'original' : wire === 'language-lab' ? 'languagelab' : wire
  return AUDIO_TYPES.find((type) => type === name)
}

export function audioTypeId(stored: AudioTypeName): number {
  return AUDIO_TYPES.indexOf(stored) + 1
}

export function audioTypeOf(stored: AudioTypeName): { id: number; slug: string; name: string } {
  const slug = stored === 'languagelab' ? 'language-lab' : serializeAudioType(stored)
  return { id: audioTypeId(stored), slug, name: slug }
}

/** `brief` leaves out the long description: cards do not show it. */
export function serializeTranslations(stored: StoredTranslations, brief = false): CustomTranslation {
  return Object.fromEntries(
    Object.entries(stored).map(([locale, { name, shortDescription, description }]) => [
      locale,
      { name, short_description: shortDescription ?? null, ...(!brief && { description: description ?? null }) },
    ]),
  )
}

/** The HTML description, or else a plain text as HTML: text fields may hold `<` as a letter, so the text is escaped. */
export function htmlOf(description: string | undefined, text = ''): string {
  return description ?? escapeText(text)
}

export type StoredPicture = (Pick<Row<typeof mediaFiles>, 'path'> & { widths: number[] }) | null

export function serializePicture(stored: StoredPicture): Picture | null {
  return stored && { base: `/media/${stored.path}`, widths: stored.widths }
}

/** `image1` is for pages, `image2` for lists, `image3` for social networks. */
export function serializeImages(stored: StoredPicture): {
  image1: string | null
  image2: string | null
  image3: string | null
} {
  if (!stored) return { image1: null, image2: null, image3: null }
  const fit = (wanted: number) => stored.widths.find((width) => width >= wanted) ?? stored.widths.at(-1)
  const base = `/media/${stored.path}`
  return { image1: `${base}-${fit(640)}.webp`, image2: `${base}-${fit(320)}.webp`, image3: `${base}-og.jpg` }
}
