const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text for the content or an attribute of an element. */
export const escapeHtml = (text = ''): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

/** Text for the content of an element, with quotation marks as they are. */
export const escapeText = (text: string): string => text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign)
