import { escapeHtml } from '#contract/text/escape-html.ts'
import type { Locale } from '#contract/text/locale.ts'
import { deskPath } from '#i18n/desk-paths.ts'
import { messages } from '../../runtime/messages.ts'

/** `pageLocale`: of the page. `deskLocale`: of the desk from which it was opened, whose reader the banner talks to. */
type Preview = { id: number; pageLocale: Locale; deskLocale: Locale }

/** It stays in sight; what has the focus is not scrolled behind it. */
const STYLE = `<style>
html{scroll-padding-top:9rem}
.preview-banner{position:sticky;top:0;z-index:90;display:flex;flex-wrap:wrap;align-items:center;justify-content:center;gap:0 1.2rem;padding:.3rem 1rem;border-bottom:4px solid var(--brand-turmeric);background:var(--brand-night);color:var(--brand-on-night)}
.preview-banner p{margin:0}
.preview-banner a{display:inline-flex;align-items:center;min-height:2.75rem;color:inherit;font-weight:600}
</style>`

/** The page with a bar that says that nobody else sees it, and leads back to the editor; search engines leave it out. */
export function markAsPreview(page: string, { id, pageLocale, deskLocale }: Preview): string {
  const t = messages(deskLocale, 'deskTitles')
  // The router of the shop has no page of the desk.
  const back = `<a href="${escapeHtml(deskPath('title', deskLocale, { id }))}" data-astro-reload>${escapeHtml(t('preview.back'))}</a>`
  const text = `<p><strong>${escapeHtml(t('preview.title'))}</strong> ${escapeHtml(t(`preview.text.${pageLocale}`))}</p>`
  const banner = `<aside class="preview-banner" lang="${deskLocale}" aria-label="${escapeHtml(t('preview.title'))}">${text}${back}</aside>`
  return page
    .replace(/<meta name="robots"[^>]*>/, '')
    .replace('<head>', '<head><meta name="robots" content="noindex">')
    .replace('</head>', () => `${STYLE}</head>`)
    .replace(/<body[^>]*>/, (body) => body + banner)
}
