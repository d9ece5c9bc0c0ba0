type Mail = {
  /** The id of the job. It becomes the Message-ID, so that clients show a repeated mail once. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** More header lines, by their name in lower case. */
  headers?: Record<string, string>
}

export type Mailer = {
  /** Resolves when the receiving server has accepted the mail. Throws `PermanentRefusal` when another try is useless. */
  send(mail: Mail): Promise<void>
  close(): void
}
