/** D2: lower-cased, dots removed, spaces turned into hyphens. The id decides a page, so an empty slug is harmless: it becomes `-`. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('.', '')
    .trim()
    .replace(/[\s/\\?#%&+"'<>’‘“”]+/gu, '-')
    .replace(/-{2,}/g, '-')
  return fitting(slug) || '-'
}

/** A slug is the name of a folder, which holds 255 bytes: 85 letters of Devanagari. */
const MOST_BYTES = 240

function fitting(slug: string): string {
  const bytes = new TextEncoder().encode(slug)
  if (bytes.length <= MOST_BYTES) return slug
  // What the cut left of a letter becomes U+FFFD.
  return new TextDecoder().decode(bytes.subarray(0, MOST_BYTES)).replace(/[\p{M}\ufffd-]+$/u, '')
}
