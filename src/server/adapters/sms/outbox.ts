import type { Db } from '../../db/connect.ts'
import type { SmsSender } from './port.ts'

/** For the demo: stores template and values, which /dev/outbox shows. */
export function outboxSms(db: Db): SmsSender {
  return {
    async send({ id, to, template, values }) {
      await db.query(
        `insert into outbox (id, kind, recipient, subject, body) values ($1, 'sms', $2, $3, $4) on conflict do nothing`,
        [id, to, template, values.join('\n')],
      )
    },
  }
}
