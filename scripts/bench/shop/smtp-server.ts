import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type RecordingSmtpServer = {
  url: string
  /** Message-IDs by recipient, in order of arrival. */ mails: Map<string, string[]>
  stop(): Promise<void>
}

/** An SMTP server that records the mails of each recipient. */
export async function startSmtpServer(): Promise<RecordingSmtpServer> {
  const mails = new Map<string, string[]>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, { envelope }, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk))
      stream.on('end', () => {
        const id = /^message-id: (.*)$/im.exec(text)?.[1] ?? ''
        for (const { address } of envelope.rcptTo) mails.set(address, [...(mails.get(address) ?? []), id])
        done()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}?tls=none`,
    mails,
    stop: () => new Promise((done) => server.close(() => done())),
  }
}
