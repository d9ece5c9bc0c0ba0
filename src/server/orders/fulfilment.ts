import type { Db } from '../db/connect.ts'
import { grant } from '../library/library.ts'
import { enqueue } from '../jobs/queue.ts'
import type { AppContext } from '../context.ts'
import { digits, money } from '#i18n/format.ts'
import { giftCode } from '../gifts/gift-codes.ts'
import { issueNumber } from './serial-numbers.ts'
import type { OrderRow } from './order-rows.ts'

type Given = Pick<AppContext, 'db' | 'encryption' | 'now'>
export type LineRow = { id: number; productId: number | null; planId: number | null; days: number | null }

const DAY_MS = 86_400_000

/** The one way from money to what it buys, in the transaction that took the money: what is opened, invoice, mails. Once. */
export async function fulfil(inner: Db, context: Given, order: OrderRow): Promise<void> {
  const now = context.now()
  await inner.query(`update orders set status = 'paid', paid_at = $2 where id = $1`, [order.id, now])
  await issueNumber(inner, now, order.id, 'I')
  await emptyCart(inner, order, now)
  if (order.isGift) return sendGift(inner, context, order)
  if (order.userId !== null) await openLines(inner, now, order.id, order.userId, 'purchase')
  await tellBuyer(inner, context, order)
}

/** Gives what the lines of an order stand for to one listener; a line that was given stays given. */
export async function openLines(
  inner: Db,
  now: Date,
  orderId: number,
  userId: number,
  how: 'purchase' | 'gift',
): Promise<void> {
  const lines = await inner.query<LineRow>(
    'select id, product_id as "productId", plan_id as "planId", days from order_lines where order_id = $1 order by position',
    [orderId],
  )
  for (const line of lines) {
    const fresh = await inner.query(
      'insert into grants (line_id, user_id, granted_at) values ($1, $2, $3) on conflict do nothing returning line_id',
      [line.id, userId, now],
    )
    if (fresh.length > 0) await openLine(inner, now, line, userId, how)
  }
}

async function openLine(
  inner: Db,
  now: Date,
  { id, productId, planId, days }: LineRow,
  userId: number,
  how: 'purchase' | 'gift',
): Promise<void> {
  if (productId !== null) return grant({ db: inner, now: () => now }, userId, productId, how)
  if (planId === null || days === null) return
  // Of two plans at once the second begins where the first one ends. `for update` would wait for rows that both have written of this listener.
  await inner.query('select id from users where id = $1 for no key update', [userId])
  const [plan] = await inner.query<{ id: number }>(
    `insert into subscriptions (user_id, plan_id, starts_at, ends_at)
     select $1, $2, b.begins, b.begins + $3 * interval '1 millisecond'
     from (select greatest($4, coalesce(max(ends_at), $4)) as begins from subscriptions where user_id = $1 and status = 'active') b returning id`,
    [userId, planId, days * DAY_MS, now],
  )
  await inner.query('update grants set subscription_id = $2 where line_id = $1', [id, plan?.id])
}

/** What was bought leaves the basket; another basket that was begun meanwhile stays. */
async function emptyCart(inner: Db, { id, owner, isGift }: OrderRow, now: Date): Promise<void> {
  const open = 'select id from carts where owner = $1 and is_gift = $2 and closed_at is null'
  await inner.query(
    `delete from cart_lines where cart_id in (${open}) and variant in (select variant from order_lines where order_id = $3)`,
    [owner, isGift, id],
  )
  await inner.query(
    `update carts set closed_at = $3 where id in (${open}) and not exists (select 1 from cart_lines l where l.cart_id = carts.id)`,
    [owner, isGift, now],
  )
}

async function tellBuyer(
  inner: Db,
  context: Given,
  { token, email, locale, id, total, currency }: OrderRow,
): Promise<void> {
  const values = { order: digits(id, locale), total: money(total, currency, locale) }
  await enqueue(inner, context, { kind: 'mail', letter: { name: 'receipt', to: email, locale, token, values } })
}

/** The code goes to who is given, by mail alone: whoever pays never sees it. */
async function sendGift(inner: Db, context: Given, order: OrderRow): Promise<void> {
  const [gift] = await inner.query<{ email: string; first_name: string; message: string }>(
    'select email, first_name, message from gifts where order_id = $1',
    [order.id],
  )
  if (!gift) throw new Error(`order ${order.id} gives to nobody`)
  const code = giftCode()
  await inner.query('update gifts set code_mark = $2 where order_id = $1', [
    order.id,
    context.encryption.mark('gift', code.replaceAll('-', '')),
  ])
  const sender = `${order.firstName} ${order.lastName}`
  const values = { sender, name: gift.first_name, message: gift.message, code }
  await enqueue(inner, context, {
    kind: 'mail',
    letter: { name: 'gift', to: gift.email, locale: order.locale, fragment: code, values },
  })
  const told = {
    order: digits(order.id, order.locale),
    total: money(order.total, order.currency, order.locale),
    name: gift.first_name,
  }
  await enqueue(inner, context, {
    kind: 'mail',
    letter: { name: 'giftPaid', to: order.email, locale: order.locale, token: order.token, values: told },
  })
}
