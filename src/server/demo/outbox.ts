import { escapeHtml } from '#contract/text/escape-html.ts'
import { LOCALES, type Locale } from '#contract/text/locale.ts'
import { messages } from '../runtime/messages.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { outbox } from '../db/schema/jobs.ts'
import { smsText } from '../jobs/mail-templates.ts'

type OutboxMessage = Row<typeof outbox>

const MAX_MESSAGES = 100

/** The newest messages first. */
export async function sentByDemo(db: Db): Promise<OutboxMessage[]> {
  return db.query<OutboxMessage>('select * from outbox order by sent_at desc, id limit $1', [MAX_MESSAGES])
}

/** A page without scripts and styles. Mails are shown as text, and only addresses of the shop become links. */
export function outboxPage(sent: OutboxMessage[], locale: Locale, siteUrl: string): string {
  const t = messages(locale, 'demo')
  const title = escapeHtml(t('outbox.title'))
  const items = sent.map((message) => item(message, siteUrl)).join('\n')
  const body = items || `<p>${escapeHtml(t('outbox.empty'))}</p>`
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title></head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
}

function item({ kind, recipient, subject, body, sent_at }: OutboxMessage, siteUrl: string): string {
  const heading = kind === 'mail' ? subject : recipient
  const text = kind === 'mail' ? body : LOCALES.map((locale) => smsText(locale, body)).join('\n\n')
  return `<article>
<h2>${escapeHtml(heading)}</h2>
<p>${escapeHtml(recipient)} · <time datetime="${sent_at.toISOString()}">${sent_at.toISOString().slice(0, 19).replace('T', ' ')}</time></p>
${paragraphs(text, siteUrl)}
</article>`
}

const paragraphs = (text: string, siteUrl: string): string =>
  text
    .trim()
    .split('\n\n')
    .map((part) =>
      part.startsWith(`${siteUrl}/`)
        ? `<p><a href="${escapeHtml(part)}">${escapeHtml(part)}</a></p>`
        : `<p>${escapeHtml(part)}</p>`,
    )
    .join('\n')
