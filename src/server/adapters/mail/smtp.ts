import { PermanentRefusal } from '../permanent-refusal.ts'
import type { Mailer } from './port.ts'

/** An address, or one with a name. */
type FromField = string | { name: string; address: string }

const TIMEOUT_MS = 20_000

/** Imported at the first mail: the package would delay every start by 0.1 s. */
async function transportTo(url: string) {
  const { createTransport } = await import('nodemailer')
  const { hostname, port, protocol, username, password, searchParams } = new URL(url)
  return createTransport({
    host: hostname,
    port: Number(port) || (protocol === 'smtps:' ? 465 : 587),
    secure: protocol === 'smtps:',
    // TLS is required, unless the address has `?tls=none`, for a relay on the same machine.
    ...(searchParams.get('tls') === 'none' ? { ignoreTLS: true } : { requireTLS: protocol !== 'smtps:' }),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Texts contain user input, which must not make nodemailer read files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Enhanced codes (RFC 3463) of the recipient and of the text. Others are of the sender, of limits and of rules for the shop. */
const ABOUT_MAIL = /^5\.(?:0\.0|1\.(?:[1236]|10)|2\.\d+|3\.4|4\.1|5\.0|6\.\d+)$/
/** Some servers, such as that of Amazon SES, give no enhanced code. */
const ABOUT_SHOP = /\brelay|\bsender\b|not verified/i

/**
 * 5xx to the recipient or to the text. A refused sign-in, sender or relay, and a limit for the day, concern all mails: the
 * operator mends it, and they go out then.
 */
function rethrowRefusal(error: unknown): never {
  const refusal = Object(error) as { responseCode?: number; command?: string; response?: string }
  const { responseCode = 0, command = '', response = '' } = refusal
  const isRefused = responseCode >= 500 && responseCode < 600 && /^(?:RCPT TO|DATA)/.test(command)
  const [, code] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
  const isPermanent = isRefused && (code ? ABOUT_MAIL.test(code) : !ABOUT_SHOP.test(response))
  if (isPermanent) throw new PermanentRefusal(`refused for good: ${responseCode}`)
  // The operator needs the reason. It and the properties of the error name the recipient, whom the log must not know.
  throw response ? new Error(`${command}: ${response.replace(/\S+@\S+/g, '…')}`) : error
}

export function smtpMailer({ url, from, host }: { url: string; from: () => FromField; host: string }): Mailer {
  let transport: ReturnType<typeof transportTo> | undefined
  return {
    async send({ id, to, subject, text, html, headers }) {
      const openTransport = await (transport ??= transportTo(url))
      await openTransport
        .sendMail({
          messageId: `<${id}@${host}>`,
          from: from(),
          // A string would be parsed as a list of addresses.
          to: { name: '', address: to },
          subject,
          text,
          html,
          headers: { 'auto-submitted': 'auto-generated', ...headers },
        })
        .catch(rethrowRefusal)
    },
    close: () => void transport?.then((openTransport) => openTransport.close()),
  }
}
