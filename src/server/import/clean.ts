import sanitizeHtml from 'sanitize-html'
import { LOCALES } from '#contract/text/locale.ts'
import { plainText } from '#contract/text/plain-text.ts'
import type { Translations, Wording } from '#contract/text/text.ts'

const WHOLE_LINK = /^(?:https?:\/\/|mailto:)/i
/** Attributes of a link whose address was removed. */
const NO_ATTRIBUTES: Record<string, string> = {}
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'strong', 'em', 'b', 'i', 'ul', 'ol', 'li', 'blockquote', 'h3', 'h4', 'a'],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  // A relative link would point at a page of this shop that does not exist: only its text stays.
  transformTags: {
    a: (_, { href = '' }) => ({
      tagName: 'a',
      attribs: WHOLE_LINK.test(href) ? { href, rel: 'nofollow noopener' } : NO_ATTRIBUTES,
    }),
  },
}

function cleanHtml(html: string): string {
  return sanitizeHtml(plainText(html), ALLOWED).trim()
}

/** Tags that end a line of text. */
const LINE_TAG = /<\/?(?:br|p|div|li|h[1-6])\b/gi
const BARE_AMPERSAND = /&(?!#?\w{1,32};)/g

/**
 * Plain text of a value that may contain tags and entities: no tags, entities decoded once, one line. The result may
 * contain `<` and `&` as letters, so a page must escape it.
 */
export function cleanPlain(text: string): string {
  // A `<` after the last `>` opens no tag; the sanitizer would drop the text behind it.
  const end = text.lastIndexOf('>') + 1
  const marked = (text.slice(0, end).replace(LINE_TAG, ' $&') + text.slice(end).replaceAll('<', '&lt;')).replace(
    BARE_AMPERSAND,
    '&amp;',
  )
  const bare = sanitizeHtml(marked, { allowedTags: [], allowedAttributes: {} })
  return plainText(bare.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').replace(/\s+/g, ' '))
}

type Clean = (text: string) => string

/** Returns undefined when cleaning leaves no name: the language then has no translation. */
function cleanWording(
  { name, shortDescription, description, exercise }: Wording,
  cleanDescription: Clean,
): Wording | undefined {
  const cleaned = cleanPlain(name)
  if (!cleaned) return undefined
  return {
    name: cleaned,
    ...(shortDescription && { shortDescription: cleanPlain(shortDescription) }),
    ...(description && { description: cleanDescription(description) }),
    ...(exercise && { exercise: cleanHtml(exercise) }),
  }
}

/** Names and short descriptions are plain text; descriptions are HTML, except those of tracks and testimonials. */
export function cleanTranslations({ en, mr }: Translations, cleanDescription: Clean = cleanHtml): Translations {
  const english = en && cleanWording(en, cleanDescription)
  const marathi = mr && cleanWording(mr, cleanDescription)
  return { ...(english && { en: english }), ...(marathi && { mr: marathi }) }
}

export const cleanQuery = ({ que, ans }: { que: Translations; ans: Translations }) => ({
  que: cleanTranslations(que),
  ans: answers(ans),
})

/** An answer is HTML in the description, or in the name when it is short. */
function answers(ans: Translations): Translations {
  const lists = LOCALES.flatMap((locale) => {
    const wording = ans[locale]
    return wording
      ? [
          [
            locale,
            { name: cleanPlain(wording.name), description: cleanHtml(wording.description ?? wording.name) },
          ] as const,
        ]
      : []
  })
  return Object.fromEntries(lists)
}
