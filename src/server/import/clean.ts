import sanitizeHtml from 'sanitize-html'
import { plainText } from '#contract/plain-text.ts'
import type { Translations, Wording } from '#contract/text.ts'

const WHOLE_LINK = /^(?:https?:\/\/|mailto:)/i
/** Words whose link leads nowhere. */
const emptied: Record<string, string> = {}
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'strong', 'em', 'b', 'i', 'ul', 'ol', 'li', 'blockquote', 'h3', 'h4', 'a'],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  // A link without a host would lead into our own pages, where nothing answers it: its words stay.
  transformTags: {
    a: (_, { href = '' }) => ({
      tagName: 'a',
      attribs: WHOLE_LINK.test(href) ? { href, rel: 'nofollow noopener' } : emptied,
    }),
  },
}

export function cleanHtml(html: string): string {
  return sanitizeHtml(plainText(html), ALLOWED).trim()
}

/** Ends of lines that only tags told of. */
const LINE_TAG = /<\/?(?:br|p|div|li|h[1-6])\b/gi
const BARE_AMPERSAND = /&(?!#?\w{1,32};)/g

/**
 * What a reader would see of a text that came with tags and entities: tags gone, entities decoded once, one line. The
 * result may hold `<` and `&` again, as letters: it is never put into a page but escaped.
 */
export function cleanPlain(text: string): string {
  // After the last `>` no bracket opens a tag: those words would be lost.
  const end = text.lastIndexOf('>') + 1
  const marked = (text.slice(0, end).replace(LINE_TAG, ' $&') + text.slice(end).replaceAll('<', '&lt;')).replace(
    BARE_AMPERSAND,
    '&amp;',
  )
  const bare = sanitizeHtml(marked, { allowedTags: [], allowedAttributes: {} })
  return plainText(bare.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').replace(/\s+/g, ' '))
}

type Clean = (text: string) => string

/** Undefined when nothing is left of the name: then the language has no translation. */
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

/** Names and short descriptions are text, descriptions HTML, save those of tracks and testimonials. */
export function cleanTranslations({ en, mr }: Translations, cleanDescription: Clean = cleanHtml): Translations {
  const english = en && cleanWording(en, cleanDescription)
  const marathi = mr && cleanWording(mr, cleanDescription)
  return { ...(english && { en: english }), ...(marathi && { mr: marathi }) }
}
