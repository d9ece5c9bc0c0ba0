export type Mail = {
  /** The id of the job. It becomes the Message-ID, so that clients show a repeated mail once. */
  id: string
  to: string
  subject: string
  text: string
  html: string
}

/** The receiving server will never take this mail: no such mailbox, or a refused text. Its message may quote the address. */
export class PermanentRefusal extends Error {
  override name = 'PermanentRefusal'
}

export type Mailer = {
  /** Resolves when the receiving server has accepted the mail. Throws `PermanentRefusal` when another try is useless. */
  send(mail: Mail): Promise<void>
  close(): void
}
