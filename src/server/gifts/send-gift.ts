import { digits, money } from '#i18n/format.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { gifts } from '../db/schema/orders.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Fulfillers } from '../orders/fulfillers.ts'
import type { OrderRow } from '../orders/order-rows.ts'
import { giftCode } from './gift-codes.ts'

type Recipient = Pick<Row<typeof gifts>, 'email' | 'first_name' | 'message'>

export const giftFulfiller: Fulfillers['gift'] = { send: sendGift }

/** Mails the code to the recipient only: the buyer never sees it. */
async function sendGift(inner: Db, context: Pick<AppContext, 'encryption' | 'now'>, order: OrderRow): Promise<void> {
  const [gift] = await inner.query<Recipient>('select email, first_name, message from gifts where order_id = $1', [
    order.id,
  ])
  if (!gift) throw new Error(`gift order ${order.id} has no recipient`)
  const code = giftCode()
  await inner.query('update gifts set code_mark = $2 where order_id = $1', [
    order.id,
    context.encryption.hmac('gift', code.replaceAll('-', '')),
  ])
  const sender = `${order.firstName} ${order.lastName}`
  const giftValues = { sender, name: gift.first_name, message: gift.message, code }
  await enqueue(inner, context, {
    kind: 'mail',
    letter: { name: 'gift', to: gift.email, locale: order.locale, fragment: code, values: giftValues },
  })
  const receiptValues = {
    order: digits(order.id, order.locale),
    total: money(order.total, order.currency, order.locale),
    name: gift.first_name,
  }
  await enqueue(inner, context, {
    kind: 'mail',
    letter: { name: 'giftPaid', to: order.email, locale: order.locale, token: order.token, values: receiptValues },
  })
}
