import type { Mailer } from './port.ts'

const PATIENCE_MS = 20_000

/** Read at the first mail: the package would cost a tenth of a second of every start. */
async function transportTo(url: string) {
  const { createTransport } = await import('nodemailer')
  const { hostname, port, protocol, username, password, searchParams } = new URL(url)
  return createTransport({
    host: hostname,
    port: Number(port) || (protocol === 'smtps:' ? 465 : 587),
    secure: protocol === 'smtps:',
    // A password never travels in the clear, unless the address says `?tls=none`: a relay of the same machine.
    ...(searchParams.get('tls') === 'none' ? { ignoreTLS: true } : { requireTLS: protocol !== 'smtps:' }),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    // Texts hold what people typed: none of it may name a file or an address to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

export function smtpMailer({ url, from, host }: { url: string; from: string; host: string }): Mailer {
  let transport: ReturnType<typeof transportTo> | undefined
  return {
    async send({ id, to, subject, text, html }) {
      const opened = await (transport ??= transportTo(url))
      await opened.sendMail({
        messageId: `<${id}@${host}>`,
        from,
        // An object is never read as a list of addresses.
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: { 'auto-submitted': 'auto-generated' },
      })
    },
    close: () => void transport?.then((opened) => opened.close()),
  }
}
