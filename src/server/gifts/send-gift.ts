import { digits, longDate, money } from '#i18n/format.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { gifts } from '../db/schema/orders.ts'
import type { Fulfillers } from '../orders/fulfillers.ts'
import { mailItems } from '../orders/mail-items.ts'
import { queueOrderMail } from '../orders/records/order-mails.ts'
import { lockOrder, type OrderRow } from '../orders/order-rows.ts'
import { giftCode } from './gift-codes.ts'
import { giverLink } from './giver-link.ts'

type Recipient = Pick<Row<typeof gifts>, 'email' | 'first_name' | 'message' | 'deliver_on'> & { is_due: boolean }
type Dependencies = Pick<AppContext, 'encryption' | 'now'>

export const giftFulfiller: Fulfillers['gift'] = { send: acceptGift }

/** On its day ($1: now) a gift goes out in the morning of India; abroad at an hour when it is that day everywhere else. */
const IS_DUE = `(g.deliver_on is null or g.deliver_on <= ($1::timestamptz at time zone 'UTC'
  - case when g.country = 'IN' then interval '2.5 hours' else interval '14 hours' end)::date)`

/** A paid gift: writes to the giver, and to the recipient at once or on the day that the giver chose. */
async function acceptGift(inner: Db, context: Dependencies, order: OrderRow): Promise<void> {
  const gift = await recipientOf(inner, context.now(), order.id)
  if (gift.is_due) await sendCode(inner, context, order, gift)
  await sendGiverMail(inner, context, order, gift)
}

async function sendGiverMail(inner: Db, context: Dependencies, order: OrderRow, gift: Recipient): Promise<void> {
  const { locale, token } = order
  const giverId = Number(/^g(\d+)$/.exec(order.owner ?? '')?.[1] ?? 0)
  const { deliver_on: deliverOn } = gift
  const day = !gift.is_due && deliverOn ? longDate(deliverOn, locale) : undefined
  const values = {
    order: digits(order.id, locale),
    total: money(order.total, order.currency, locale),
    name: gift.first_name,
    ...(day && { day }),
  }
  await queueOrderMail(inner, context, order.id, {
    name: day ? 'giftPlanned' : 'giftPaid',
    to: order.email,
    locale,
    token,
    ...(giverId > 0 && { fragment: giverLink(context, giverId) }),
    values,
    items: await mailItems(inner, order.id, locale),
  })
}

async function recipientOf(inner: Db, now: Date, orderId: number): Promise<Recipient> {
  const [gift] = await inner.query<Recipient>(
    `select email, first_name, message, deliver_on::text as deliver_on, ${IS_DUE} as is_due from gifts g where order_id = $2`,
    [now, orderId],
  )
  if (!gift) throw new Error(`gift order ${orderId} has no recipient`)
  return gift
}

/** Mails the code to the recipient only: the buyer never sees it. */
async function sendCode(inner: Db, context: Dependencies, order: OrderRow, gift: Recipient): Promise<void> {
  const code = giftCode()
  await inner.query('update gifts set code_mark = $2 where order_id = $1', [
    order.id,
    context.encryption.hmac('gift', code.replaceAll('-', '')),
  ])
  const items = await mailItems(inner, order.id, order.locale)
  const sender = `${order.firstName} ${order.lastName}`
  const values = { sender, name: gift.first_name, message: gift.message, code }
  const letter = { name: 'gift', to: gift.email, locale: order.locale, fragment: code, values, items } as const
  await queueOrderMail(inner, context, order.id, letter)
}

/** Writes to the giver once more. */
export const resendGiverMail = async (inner: Db, context: Dependencies, order: OrderRow): Promise<void> =>
  sendGiverMail(inner, context, order, await recipientOf(inner, context.now(), order.id))

/** Mails the recipient a new code; the old one opens nothing any more. False: the gift waits for its day, or is redeemed. */
export async function resendGift(inner: Db, context: Dependencies, order: OrderRow): Promise<boolean> {
  const [open] = await inner.query(
    'select 1 from gifts where order_id = $1 and code_mark is not null and redeemed_at is null for update',
    [order.id],
  )
  if (open) await sendCode(inner, context, order, await recipientOf(inner, context.now(), order.id))
  return open !== undefined
}

/** Sends the paid gifts whose day has come, each in a transaction of its own. A refunded gift is not sent. */
export async function sendDueGifts(context: Pick<AppContext, 'db' | 'encryption' | 'now' | 'wake'>): Promise<void> {
  const now = context.now()
  const due = await context.db.query<Pick<Row<typeof gifts>, 'order_id'>>(
    `select g.order_id from gifts g join orders o on o.id = g.order_id
     where g.deliver_on is not null and g.code_mark is null and o.status = 'paid' and ${IS_DUE} order by g.order_id`,
    [now],
  )
  for (const { order_id } of due) {
    await context.db.transaction(async (inner) => {
      const order = await lockOrder(inner, order_id)
      const [unsent] = await inner.query('select 1 from gifts where order_id = $1 and code_mark is null', [order_id])
      if (unsent && order.status === 'paid')
        await sendCode(inner, context, order, await recipientOf(inner, now, order_id))
    })
  }
  if (due.length > 0) context.wake()
}
