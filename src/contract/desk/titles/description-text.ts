const BREAK = /<br\s*\/?>\s*/gi
const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
  '&amp;': '&',
}
const LETTERS: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' }

/** A description has more than paragraphs: bold letters, a list, a link. It is then edited with its tags. */
export const isFormatted = (html: string): boolean => /<(?!\/?p>|br\s*\/?>)[a-z/]/i.test(html)

/** A description as an editor types it: paragraphs with an empty line between them. */
export function textOfDescription(html: string): string {
  if (isFormatted(html)) return html
  return html
    .replace(/<\/p>\s*<p>/gi, '\n\n')
    .replace(BREAK, '\n')
    .replace(/<\/?p>/gi, '')
    .replace(/&(?:lt|gt|quot|#39|nbsp|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .trim()
}

/** The HTML of a typed description. `wasFormatted`: the tags in the text are meant. */
export function htmlOfDescription(text: string, wasFormatted: boolean): string {
  if (wasFormatted) return text
  const paragraphs = text
    .trim()
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
  return paragraphs
    .map((paragraph) => paragraph.trim().replace(/[<>&]/g, (letter) => LETTERS[letter] ?? letter))
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br />')}</p>`)
    .join('')
}
