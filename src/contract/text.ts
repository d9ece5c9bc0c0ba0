import { object, optional, string, size, type Infer } from 'superstruct'

export const LOCALES = ['en', 'mr'] as const
export type Locale = (typeof LOCALES)[number]

/**
 * Words of one entity in one language, as the publisher gives them.
 * Text: `name` and `shortDescription` of everything, `description` of tracks and testimonials. The import takes their tags out
 * and decodes entities once, so that `Q & A <3` stays what it is; who shows them escapes them and never takes them for HTML.
 * HTML: `exercise`, and `description` of titles, people, categories, plans, news, banners and site texts. Sanitised by the import.
 */
export const Wording = object({
  name: size(string(), 1, 300),
  shortDescription: optional(size(string(), 0, 2_000)),
  description: optional(size(string(), 0, 40_000)),
  /** Of courses: shown to who has heard every lesson, and to nobody else (C8). */
  exercise: optional(size(string(), 0, 40_000)),
})
export type Wording = Infer<typeof Wording>

/** A language that is absent has no translation: the entity is skipped there (SH-5). At least one is required by the importer. */
export const Translations = object({ en: optional(Wording), mr: optional(Wording) })
export type Translations = Infer<typeof Translations>

/** Language of a text that a listener wrote, told by its script: for the `lang` attribute (3.1.2). */
export function scriptOf(text: string): Locale {
  return /\p{Script=Devanagari}/u.test(text) ? 'mr' : 'en'
}

const BLOCK = /<\/?(?:p|br|ul|ol|li|blockquote|h\d|div)\b[^>]*>/g
const LETTERS: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** What a reader sees of sanitised HTML, in one line: blocks apart, entities read. The result is text and must be escaped again. */
export function textOf(html: string): string {
  const bare = html.replace(BLOCK, ' ').replace(/<[^>]+>/g, '')
  return bare
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => LETTERS[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
}
