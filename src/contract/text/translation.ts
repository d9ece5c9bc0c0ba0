import { record, string, type, optional, nullable, type Infer } from 'superstruct'
import type { Locale } from './locale.ts'

/** `custom_translation[lang]` on the wire. Keys are lower-case language codes; absent means untranslated. */
const Translation = type({
  name: optional(nullable(string())),
  short_description: optional(nullable(string())),
  description: optional(nullable(string())),
})
type Translation = Infer<typeof Translation>

export const CustomTranslation = record(string(), Translation)
export type CustomTranslation = Infer<typeof CustomTranslation>

/** A name in the languages it has. */
export const Named = type({ name: string(), custom_translation: CustomTranslation })

type Translated = { name?: string | null | undefined; custom_translation: CustomTranslation }

/** Name in the language of the page; undefined when there is none, and the entity is skipped [SH-5]. */
export function nameIn(entity: Translated, locale: Locale): string | undefined {
  return entity.custom_translation[locale]?.name || undefined
}

/** Names of kids categories and tracks fall back to English, then to any language [SH-5]. */
export function nameOrEnglish(entity: Translated, locale: Locale): string {
  const { custom_translation: words } = entity
  return words[locale]?.name || words['en']?.name || entity.name || words['mr']?.name || ''
}

/** Language of the result of `nameOrEnglish`, for the `lang` attribute (WCAG 3.1.2). */
export function localeOfName(entity: Translated, locale: Locale): Locale {
  const words = entity.custom_translation
  if (words[locale]?.name) return locale
  return words['en']?.name ? 'en' : 'mr'
}

/** The same where it is not the language of the page; undefined where no attribute is needed. */
export function foreignLocale(entity: Translated, locale: Locale): Locale | undefined {
  const own = localeOfName(entity, locale)
  return own === locale ? undefined : own
}
