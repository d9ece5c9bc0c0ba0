import { escapeText } from '#contract/text/escape-html.ts'
import { LOCALES } from '#contract/text/locale.ts'
import type { Translations, Wording } from '#contract/text/text.ts'
import { cleanPlain } from '../clean.ts'

/** Names a file that the shop has, in a row; an export copies it to this path. */
export const mediaPath = (path: string): string => `media/${path}`

/** A plain text as the import reads it: letters that would be taken for tags or entities are written as entities. */
export function importablePlain(text: string): string {
  return cleanPlain(text) === text ? text : escapeText(text)
}

export function importableTexts(translations: Translations, description: 'html' | 'plain' = 'html'): Translations {
  const entries = LOCALES.flatMap((locale) => {
    const wording = translations[locale]
    return wording ? [[locale, importableWording(wording, description)] as const] : []
  })
  return Object.fromEntries(entries)
}

function importableWording(
  { name, shortDescription, description, exercise }: Wording,
  kind: 'html' | 'plain',
): Wording {
  return {
    name: importablePlain(name),
    ...(shortDescription && { shortDescription: importablePlain(shortDescription) }),
    ...(description && { description: kind === 'plain' ? importablePlain(description) : description }),
    ...(exercise && { exercise }),
  }
}
