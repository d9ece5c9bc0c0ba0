import sanitizeHtml from 'sanitize-html'
import type { Translations, Wording } from '#contract/index.ts'

const WHOLE_LINK = /^(?:https?:\/\/|mailto:)/i
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'strong', 'em', 'b', 'i', 'ul', 'ol', 'li', 'blockquote', 'h3', 'h4', 'a'],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  // A link without a host would lead into our own pages, where nothing answers it: its words stay.
  transformTags: { a: (_, { href = '' }) => ({ tagName: 'a', attribs: { ...(WHOLE_LINK.test(href) && { href }), rel: 'nofollow noopener' } }) },
}

// oxlint-disable-next-line no-control-regex -- control letters are what is looked for
const NEVER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffd]/g
/** Joiners shape Devanagari (र्‍य); anywhere else they only make equal texts unequal. */
const STRAY_JOINER = /(?<![\u0900-\u097f])[\u200c\u200d]+|[\u200c\u200d]+(?![\u0900-\u097f])/g

export function cleanText(text: string): string {
  return text
    .normalize('NFC')
    .replace(NEVER, '')
    .replace(STRAY_JOINER, '')
    .replace(/[\u00a0\u2007\u202f]/g, ' ')
    .trim()
}

export function cleanHtml(html: string): string {
  return sanitizeHtml(cleanText(html), ALLOWED).trim()
}

/** Text that came with tags loses them; everything else stays as it is. */
function cleanPlain(text: string): string {
  const cleaned = cleanText(text)
  if (!/<[a-z/!]/i.test(cleaned)) return cleaned
  const bare = sanitizeHtml(cleaned, { allowedTags: [], allowedAttributes: {} })
  return bare.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').replace(/\s+/g, ' ').trim()
}

/** Undefined when nothing is left of the name: then the language has no translation. */
function cleanWording({ name, shortDescription, description }: Wording): Wording | undefined {
  const cleaned = cleanText(name).replace(/\s+/g, ' ')
  if (!cleaned) return undefined
  return {
    name: cleaned,
    ...(shortDescription && { shortDescription: cleanPlain(shortDescription) }),
    ...(description && { description: cleanHtml(description) }),
  }
}

export function cleanTranslations({ en, mr }: Translations): Translations {
  const english = en && cleanWording(en)
  const marathi = mr && cleanWording(mr)
  return { ...(english && { en: english }), ...(marathi && { mr: marathi }) }
}
