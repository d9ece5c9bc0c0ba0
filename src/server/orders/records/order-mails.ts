import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { enqueue } from '../../jobs/queue.ts'
import type { TemplateMail } from '../../jobs/mail-templates.ts'

/** Queues a mail about an order and remembers its name for the story of the order, in one transaction with what it tells. */
export async function queueOrderMail(
  inner: Db,
  context: Pick<AppContext, 'encryption' | 'now'>,
  orderId: number,
  letter: TemplateMail,
): Promise<void> {
  await inner.query('insert into order_mails (order_id, name, queued_at) values ($1, $2, $3)', [
    orderId,
    letter.name,
    context.now(),
  ])
  await enqueue(inner, context, { kind: 'mail', letter })
}
