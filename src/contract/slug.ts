/** D2: lower-cased, dots removed, spaces turned into hyphens. The id decides a page, so an empty slug is harmless: it becomes `-`. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('.', '')
    .trim()
    .replace(/[\s/\\?#%&+"'<>’‘“”]+/gu, '-')
    .replace(/-{2,}/g, '-')
  return slug || '-'
}
