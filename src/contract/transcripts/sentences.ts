import type { Locale } from '../text/locale.ts'

/** A full stop after these ends no sentence: titles, initials, and in Devanagari initials at the beginning or after another. */
const ABBREVIATION =
  /(?:^|[\s(“"'])(?:Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|No|vs|डॉ|श्री|सौ|कै|प्रा|चि|[A-HJ-Z])\.$|(?:^|\.\s?)\p{Script=Devanagari}\p{M}?\.$/u

const segmenters: Record<Locale, Intl.Segmenter> = {
  en: new Intl.Segmenter('en', { granularity: 'sentence' }),
  mr: new Intl.Segmenter('mr', { granularity: 'sentence' }),
}

/** The sentences of a line of text, by the rules of Unicode, which know the danda. “Tea?” she asked: is one. */
export function sentencesOf(line: string, locale: Locale): string[] {
  const sentences: string[] = []
  let open = ''
  for (const { segment } of segmenters[locale].segment(line)) {
    if (open && !ABBREVIATION.test(open.trimEnd()) && !/^\p{Ll}/u.test(segment)) {
      sentences.push(open.trim())
      open = ''
    }
    open += segment
  }
  return [...sentences, open.trim()].filter(Boolean)
}
