import type { Db } from '../../db/connect.ts'
import type { Mailer } from './port.ts'

/** For the demo: stores mails, which /dev/outbox shows. */
export function outboxMailer(db: Db): Mailer {
  return {
    async send({ id, to, subject, text, html }) {
      await db.query(
        `insert into outbox (id, kind, recipient, subject, body, html) values ($1, 'mail', $2, $3, $4, $5) on conflict do nothing`,
        [id, to, subject, text, html],
      )
    },
    close: () => undefined,
  }
}
