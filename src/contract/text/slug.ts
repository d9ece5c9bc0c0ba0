/** Lower case, no dots, hyphens for spaces, in NFC: Astro normalises paths, and a link must be equal to its path. The id identifies the page, so an empty slug may become `-`. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('.', '')
    // Some letters are composed only as capitals, and a dot can part a letter from its mark.
    .normalize('NFC')
    .trim()
    .replace(/[\s/\\?#%&+"'<>’‘“”]+/gu, '-')
    .replace(/-{2,}/g, '-')
  return shortened(slug) || '-'
}

/** A slug is a folder name, which is limited to 255 bytes (85 Devanagari letters). */
const MAX_BYTES = 240

function shortened(slug: string): string {
  const bytes = new TextEncoder().encode(slug)
  if (bytes.length <= MAX_BYTES) return slug
  // A letter that was cut in half becomes U+FFFD.
  return new TextDecoder().decode(bytes.subarray(0, MAX_BYTES)).replace(/[\p{M}\ufffd-]+$/u, '')
}
