import { createHash } from 'node:crypto'
import { escapeHtml } from '#contract/text/escape-html.ts'
import type { Locale } from '#contract/text/locale.ts'
import { hiddenFields } from '../http/hidden-fields.ts'
import { messages } from '../runtime/messages.ts'

const STYLE = `body{max-width:26rem;margin:8vh auto;padding:0 1rem;font:1.06rem/1.5 system-ui,sans-serif;color-scheme:light dark}label{display:block;margin:1rem 0;font-weight:600}input{display:block;width:100%;box-sizing:border-box;min-height:2.75rem;padding:.4rem .7rem;font:inherit}button{min-height:2.9rem;padding:.4rem 1.4rem;font:inherit;font-weight:600}a{display:inline-block;padding:.6rem 0;margin-left:1rem}`
/** Allows the one style of the sandbox pages. `form-action 'self'` covers the form, whose redirect leads back to the shop. */
export const SANDBOX_POLICY = `default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`

const FIELDS = ['first_name', 'last_name', 'email'] as const
const EXAMPLE = { first_name: 'Asha', last_name: 'Joshi', email: 'asha@gmail.com' }

/** The page on which a real provider would sign the user in. Hidden fields carry the parameters of the request. */
export function sandboxPage(
  provider: string,
  parameters: Record<string, string>,
  back: string,
  locale: Locale,
): string {
  const t = messages(locale, 'demo')
  const title = escapeHtml(t('identity.title', { provider: provider === 'google' ? 'Google' : 'Facebook' }))
  const fields = FIELDS.map(
    (name) => `<label>${escapeHtml(t(`identity.${name}`))} <input name="${name}" value="${EXAMPLE[name]}"></label>`,
  )
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head>
<body>
<main>
<h1>${title}</h1>
<p>${escapeHtml(t('identity.lead'))}</p>
<form action="/dev/identity/${provider}/allow">
${[hiddenFields(parameters), ...fields].join('\n')}
<button>${escapeHtml(t('identity.allow'))}</button>
<a href="${escapeHtml(back)}">${escapeHtml(t('identity.cancel'))}</a>
</form>
</main>
</body>
</html>
`
}
