import { noteAction } from '../../audit/audit-log.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { resendGift, resendGiverMail } from '../../gifts/send-gift.ts'
import { sendReceipt } from '../../orders/fulfilment.ts'
import { lockOrder, type OrderRow } from '../../orders/order-rows.ts'
import { sendRefundMail } from '../../payments/refund-mails.ts'
import type { Failure } from '../../runtime/failure.ts'

type OrderMail = 'receipt' | 'gift' | 'refund'
type Dependencies = Pick<AppContext, 'db' | 'encryption' | 'now' | 'wake'>
type Returned = { id: number | null; amount: number; lines: number[] }

/** Sends a mail about an order once more, to the address that the order holds. */
export async function resendMail(
  context: Dependencies,
  orderId: number,
  mail: OrderMail,
  who: string,
): Promise<{ to: string } | Failure<'notFound' | 'notSendable'>> {
  const sent = await context.db.transaction(async (inner) => {
    const [exists] = await inner.query('select 1 from orders where id = $1', [orderId])
    if (!exists) return { fault: 'notFound' } as const
    const order = await lockOrder(inner, orderId)
    const to = await MAIL_WRITERS[mail](inner, context, order)
    if (to === undefined) return { fault: 'notSendable' } as const
    await noteAction(inner, context.now(), 'mail again', `order ${orderId}`, { mail }, who)
    return { to }
  })
  context.wake()
  return sent
}

type MailWriter = (inner: Db, context: Dependencies, order: OrderRow) => Promise<string | undefined>

const MAIL_WRITERS: Record<OrderMail, MailWriter> = {
  async receipt(inner, context, order) {
    if (order.status !== 'paid' || order.email === '') return undefined
    await (order.isGift ? resendGiverMail : sendReceipt)(inner, context, order)
    return order.email
  },
  async gift(inner, context, order) {
    if (order.status !== 'paid' || !order.isGift || !(await resendGift(inner, context, order, { isNew: true })))
      return undefined
    const [gift] = await inner.query<{ email: string }>('select email from gifts where order_id = $1', [order.id])
    return gift?.email
  },
  /** The newest: of the whole order, or of its lines. */
  async refund(inner, context, order) {
    const returned = await lastRefund(inner, order)
    if (!returned || order.email === '') return undefined
    const { amount, lines } = returned
    const money = { amount, currency: order.currency }
    await sendRefundMail(
      inner,
      context,
      order,
      lines.length > 0 ? { name: 'refundedLines', ...money, lineIds: new Set(lines) } : { name: 'refunded', ...money },
    )
    return order.email
  },
}

async function lastRefund(inner: Db, { id, status }: OrderRow): Promise<Returned | undefined> {
  const [whole] = await inner.query<Returned>(
    `select r.id, r.amount, '[]'::jsonb as lines from refunds r join payment_attempts a on a.id = r.attempt_id where a.order_id = $1 order by r.id desc limit 1`,
    [id],
  )
  if (status === 'refunded' && whole) return whole
  const [part] = await inner.query<Returned>(
    `select r.id, r.amount, to_jsonb(array(select l.id from order_lines l where l.line_refund_id = r.id)) as lines from line_refunds r
     where r.order_id = $1 order by r.id desc limit 1`,
    [id],
  )
  return part
}
