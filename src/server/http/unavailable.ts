import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '#contract/text/escape-html.ts'
import { localeOf, type Locale } from '#contract/text/locale.ts'
import { messages } from '../runtime/messages.ts'
import { Refused } from './refused.ts'

/** A database that restarts is back within seconds. */
const RETRY_SECONDS = 2
const STYLE = `body{max-width:26rem;margin:12vh auto;padding:0 1rem;font:1.06rem/1.6 system-ui,sans-serif;color-scheme:light dark}`
const POLICY = `default-src 'none'; frame-ancestors 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`

/** Answers 503, because the call may be repeated later; `what` is for the log: JSON for scripts, a page for somebody whom a gateway sends back. */
export function sendUnavailable(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
  what: string,
): FastifyReply {
  request.log.warn({ err: error }, what)
  const headers = { 'cache-control': 'no-store', 'retry-after': String(RETRY_SECONDS) }
  void reply.code(503).headers(headers)
  if (!/\btext\/html\b/.test(request.headers.accept ?? ''))
    return reply.send(new Refused('unavailable', 503, undefined, RETRY_SECONDS).body)
  const locale = localeOf(request.headers['accept-language'])
  return reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(unavailablePage(locale))
}

function unavailablePage(locale: Locale): string {
  const t = messages(locale, 'shell')
  const title = escapeHtml(t('unavailable.title'))
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head>
<body>
<main>
<h1>${title}</h1>
<p>${escapeHtml(t('unavailable.text'))}</p>
</main>
</body>
</html>
`
}
