import { createHash } from 'node:crypto'
import { escapeHtml } from '#contract/text/escape-html.ts'
import type { Locale } from '#contract/text/locale.ts'
import { messages } from '../runtime/messages.ts'
import { pathTo } from '#i18n/paths.ts'
import { hiddenFields } from '../http/hidden-fields.ts'

export const STYLE = `body{max-width:26rem;margin:12vh auto;padding:0 1rem;font:1.06rem/1.6 system-ui,sans-serif;color-scheme:light dark}button{min-height:2.9rem;padding:.4rem 1.4rem;font:inherit;font-weight:600}`
const SCRIPT = `document.forms[0].submit()`
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The content security policy of the page: its own script and style, and a form to the gateway. */
export const GATEWAY_PAGE_POLICY = (gateway: string): string =>
  `default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${gateway}; script-src ${hashOf(SCRIPT)}; style-src ${hashOf(STYLE)}`

/** Submits the form by script, or by a button without scripts. Without a form the page says that there is nothing to pay. */
export function gatewayPage(
  action: { action: string; fields: Record<string, string> } | undefined,
  locale: Locale,
  siteUrl: string,
): string {
  const t = messages(locale, 'payments')
  const title = escapeHtml(t(action ? 'gatewayPage.title' : 'gatewayPage.nothing'))
  const form = `<form method="post" action="${escapeHtml(action?.action)}">${hiddenFields(action?.fields ?? {})}<button>${escapeHtml(t('gatewayPage.continue'))}</button></form><script>${SCRIPT}</script>`
  const back = `<p><a href="${escapeHtml(siteUrl + pathTo('library', locale))}">${escapeHtml(t('gatewayPage.back'))}</a></p>`
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head>
<body>
<main>
<h1>${title}</h1>
${action ? form : back}
</main>
</body>
</html>
`
}
