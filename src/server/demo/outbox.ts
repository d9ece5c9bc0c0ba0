import { LOCALES, type Locale } from '#contract/text.ts'
import { messages } from '../runtime/messages.ts'
import type { Db } from '../db/connect.ts'
import { escape, smsText } from '../jobs/mail-templates.ts'

export type Sent = {
  id: string
  kind: 'mail' | 'sms'
  recipient: string
  subject: string
  body: string
  html: string
  sent_at: Date
}

const MOST = 100

/** The newest first. */
export async function sentByDemo(db: Db): Promise<Sent[]> {
  return db.query<Sent>('select * from outbox order by sent_at desc, id limit $1', [MOST])
}

/** No script and no style: whatever a mail holds is text here, and only links to the shop itself can be followed. */
export function outboxPage(sent: Sent[], locale: Locale, siteUrl: string): string {
  const title = escape(messages(locale, 'demo')('outbox.title'))
  const items = sent.map((one) => item(one, siteUrl)).join('\n')
  const body = items || `<p>${escape(messages(locale, 'demo')('outbox.empty'))}</p>`
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

function item({ kind, recipient, subject, body, sent_at }: Sent, siteUrl: string): string {
  const heading = kind === 'mail' ? subject : recipient
  const text = kind === 'mail' ? body : LOCALES.map((locale) => smsText(locale, body)).join('\n\n')
  return `<article>
<h2>${escape(heading)}</h2>
<p>${escape(recipient)} · <time datetime="${sent_at.toISOString()}">${sent_at.toISOString().slice(0, 19).replace('T', ' ')}</time></p>
${paragraphs(text, siteUrl)}
</article>`
}

const paragraphs = (text: string, siteUrl: string): string =>
  text
    .trim()
    .split('\n\n')
    .map((part) =>
      part.startsWith(`${siteUrl}/`)
        ? `<p><a href="${escape(part)}">${escape(part)}</a></p>`
        : `<p>${escape(part)}</p>`,
    )
    .join('\n')
