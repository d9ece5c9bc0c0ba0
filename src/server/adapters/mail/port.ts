export type Mail = {
  /** Of the job: becomes the Message-ID, so that a mail sent twice is shown once. */
  id: string
  to: string
  subject: string
  text: string
  html: string
}

export type Mailer = {
  /** Resolves when somebody else has taken charge of the mail. */
  send(mail: Mail): Promise<void>
  close(): void
}
