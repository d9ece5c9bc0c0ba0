import type { Messages } from '#i18n/namespaces.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { enqueue } from '../../jobs/queue.ts'
import type { TemplateMail } from '../../jobs/mail-templates.ts'

/** Those that the desk names in what happened to an order. */
export type OrderMail = TemplateMail & { name: keyof Messages['deskSales']['order']['orderMails'] }

/** Queues a mail about an order and remembers its name for the story of the order, in one transaction with what it tells. */
export async function queueOrderMail(
  inner: Db,
  context: Pick<AppContext, 'encryption' | 'now'>,
  orderId: number,
  letter: OrderMail,
): Promise<void> {
  await inner.query('insert into order_mails (order_id, name, queued_at) values ($1, $2, $3)', [
    orderId,
    letter.name,
    context.now(),
  ])
  await enqueue(inner, context, { kind: 'mail', letter })
}
