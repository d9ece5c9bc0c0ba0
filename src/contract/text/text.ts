import { object, optional, string, size, type Infer } from 'superstruct'
import type { Locale } from './locale.ts'

/**
 * Texts of one entity in one language. Plain text: `name` and `shortDescription`, and `description` of tracks and testimonials;
 * the import removes tags and decodes entities once, so that `Q & A <3` stays unchanged, and output must escape them.
 * Sanitised HTML: `exercise`, and `description` of titles, people, categories, plans, news, banners and site texts.
 */
export const Wording = object({
  name: size(string(), 1, 300),
  shortDescription: optional(size(string(), 0, 2_000)),
  description: optional(size(string(), 0, 40_000)),
  /** Of courses: shown only to listeners who completed every lesson. */
  exercise: optional(size(string(), 0, 40_000)),
})
export type Wording = Infer<typeof Wording>

/** An entity is skipped in a language without a translation [SH-5]. The import requires at least one. */
export const Translations = object({ en: optional(Wording), mr: optional(Wording) })
export type Translations = Infer<typeof Translations>

/** Language of a user-written text, detected by its script, for the `lang` attribute (WCAG 3.1.2). */
export function scriptOf(text: string): Locale {
  return /\p{Script=Devanagari}/u.test(text) ? 'mr' : 'en'
}

const BLOCK = /<\/?(?:p|br|ul|ol|li|blockquote|h\d|div)\b[^>]*>/g
const LETTERS: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** Converts sanitised HTML to one line of plain text, which output must escape again. */
export function textOf(html: string): string {
  const bare = html.replace(BLOCK, ' ').replace(/<[^>]+>/g, '')
  return bare
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => LETTERS[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
}

/** The points of a list in sanitised HTML, each as one line of plain text; without a list, the whole text. */
export function pointsOf(html: string): string[] {
  const points = [...html.matchAll(/<li\b[^>]*>(.*?)<\/li>/gs)].map(([, point = '']) => textOf(point))
  return points.length > 0 ? points : [textOf(html)].filter((text) => text !== '')
}
