import { digits, money } from '#i18n/format.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { grants, orderLines } from '../db/schema/orders/orders.ts'
import type { Fulfillers, GrantReason } from './fulfillers.ts'
import { mailItems } from './mail-items.ts'
import { queueOrderMail } from './records/order-mails.ts'
import { lockListener } from './locks.ts'
import type { OrderRow } from './order-rows.ts'
import { issueNumber } from './serial-numbers.ts'

type Dependencies = Pick<AppContext, 'encryption' | 'now' | 'fulfillers'>
type Line = Pick<Row<typeof orderLines>, 'id' | 'product_id' | 'plan_id' | 'days' | 'audio_types'>
type RevokedGrant = Pick<Row<typeof grants>, 'user_id' | 'subscription_id'> & Pick<Row<typeof orderLines>, 'product_id'>

/**
 * Marks an order as paid, issues its invoice, grants its lines and queues its mails. Call it once for an order, in the
 * transaction that accepts the payment: nothing else turns money into grants. `owned`: lines that are not granted, because
 * the buyer has their content already.
 */
export async function fulfil(
  inner: Db,
  context: Dependencies,
  order: OrderRow,
  owned: ReadonlySet<number> = new Set(),
): Promise<void> {
  const now = context.now()
  await inner.query(`update orders set status = 'paid', paid_at = $2 where id = $1`, [order.id, now])
  await issueNumber(inner, now, order.id, 'I')
  await removeFromCart(inner, order, now)
  if (order.isGift) return context.fulfillers.gift.send(inner, context, order)
  if (order.userId !== null) await grantLines(inner, context, order.id, order.userId, 'purchase', owned)
  await sendReceipt(inner, context, order)
}

/** Grants what the lines of an order sell to one listener. A line is granted once, and not after its money went back. */
export async function grantLines(
  inner: Db,
  { now, fulfillers }: Pick<Dependencies, 'now' | 'fulfillers'>,
  orderId: number,
  userId: number,
  reason: GrantReason,
  owned: ReadonlySet<number> = new Set(),
): Promise<void> {
  const at = now()
  const lines = await inner.query<Line>(
    'select id, product_id, plan_id, days, audio_types from order_lines where order_id = $1 and line_refund_id is null order by position',
    [orderId],
  )
  for (const line of lines.filter(({ id }) => !owned.has(id))) {
    const created = await inner.query(
      'insert into grants (line_id, user_id, granted_at) values ($1, $2, $3) on conflict do nothing returning line_id',
      [line.id, userId, at],
    )
    if (created.length > 0) await grantLine(inner, fulfillers, at, line, userId, reason)
  }
}

async function grantLine(
  inner: Db,
  { title, plan }: Fulfillers,
  now: Date,
  { id, product_id: productId, plan_id: planId, days, audio_types: types }: Line,
  userId: number,
  reason: GrantReason,
): Promise<void> {
  if (productId !== null) return title.grant(inner, now, userId, productId, reason)
  if (planId === null || days === null) return
  const subscriptionId = await plan.grant(inner, now, userId, { planId, days, types })
  await inner.query('update grants set subscription_id = $2 where line_id = $1', [id, subscriptionId])
}

/** Takes back what the lines of an order granted, as far as no other grant gives it. Without `lineIds` all lines. */
export async function revokeLines(
  inner: Db,
  { now, fulfillers }: Pick<Dependencies, 'now' | 'fulfillers'>,
  orderId: number,
  lineIds?: ReadonlySet<number>,
): Promise<void> {
  const revoked = await inner.query<RevokedGrant>(
    `update grants g set revoked_at = $2 from order_lines l where l.id = g.line_id and l.order_id = $1 and g.revoked_at is null
       and ($3::bigint[] is null or l.id = any($3))
     returning g.user_id, l.product_id, g.subscription_id`,
    [orderId, now(), lineIds ? [...lineIds] : null],
  )
  for (const { user_id: userId, product_id: productId, subscription_id: subscriptionId } of revoked) {
    if (userId === null) continue
    await lockListener(inner, userId)
    if (productId !== null) await fulfillers.title.revoke(inner, now(), userId, productId)
    if (subscriptionId !== null) await fulfillers.plan.revoke(inner, now(), userId, subscriptionId)
  }
}

/** Removes what was bought from the open cart. The cart may be another one by now: its other lines stay. */
async function removeFromCart(inner: Db, { id, owner, isGift }: OrderRow, now: Date): Promise<void> {
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

/** Tells the buyer that the order is paid. */
export async function sendReceipt(
  inner: Db,
  context: Pick<Dependencies, 'encryption' | 'now'>,
  { token, email, locale, id, total, currency }: OrderRow,
): Promise<void> {
  const values = { order: digits(id, locale), total: money(total, currency, locale) }
  // No payment arrives for what costs nothing.
  const name = total === 0 ? 'receiptFree' : 'receipt'
  const items = await mailItems(inner, id, locale)
  await queueOrderMail(inner, context, id, { name, to: email, locale, token, values, items })
}
