import { escapeHtml } from '#contract/text/escape-html.ts'

/** Hidden inputs of a form that posts to another site. Values are escaped, because users typed some of them. */
export const hiddenFields = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('')
