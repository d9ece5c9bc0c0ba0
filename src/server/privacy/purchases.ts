import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { orders } from '../db/schema/orders/orders.ts'
import { buyerOf } from '../http/buyer.ts'
import { closeUnpaidOrder, lockCouponsOf } from '../orders/order-rows.ts'
import { endMandatesOf } from '../renewals/mandates.ts'
import { byId, filesOf, type DataSubject, type Holding } from './holding.ts'
import { emptyServedGifts } from './gift-contacts.ts'
import { CARTS_OF_USER, GRANTS_OF_USER, ORDER_TABLES, ORDERS_OF_USER } from './order-data.ts'
import { sealBuyers } from './sealed-buyers.ts'

const CONTACT = ['email', 'first_name', 'last_name', 'mobile', 'country']
const IS_CONTACT_KNOWN = '(o.user_id = u.id or lower(g.email) = lower(u.email))'

/** What was bought and given, in the order in which an erasure goes through it. */
export const PURCHASES: readonly Holding[] = [
  {
    name: 'orders',
    tables: ORDER_TABLES,
    read: byId(ORDERS_OF_USER),
    // The law requires the buyer's name of a paid order (CGST Rule 46): it is sealed apart. Other orders lose their names.
    erase: eraseOrders,
  },
  { name: 'carts', tables: ['carts', 'cart_lines'], read: byId(CARTS_OF_USER) },
  { name: 'grants', tables: ['grants'], read: byId(GRANTS_OF_USER) },
  {
    name: 'renewals',
    tables: ['mandates'],
    read: byId(`select p.key as plan, m.gateway, m.currency, m.amount, m.ceiling, m.days, m.created_at, m.ends_at, m.state, m.ended_at, m.end_reason
      from mandates m join plans p on p.id = m.plan_id where m.user_id = $1 order by m.id`),
    // The worker revokes the mandates at the gateway; it needs no name for that.
    erase: (db, { id }, context) => endMandatesOf(db, context, id, 'account'),
  },
  {
    name: 'gifts',
    tables: ['gifts', 'gifters'],
    // Whoever has the code redeems a gift: only its giver, and who proved to be meant, see for whom it was.
    read: byId(`select ${CONTACT.map((column) => `case when ${IS_CONTACT_KNOWN} then g.${column} end as ${column}`).join(', ')},
      g.message, g.deliver_on, g.deliver_at, g.time_zone, g.send_by, g.occasion, g.spoken, g.sent_at, g.opened_at, g.redeemed_at
      from gifts g join orders o on o.id = g.order_id join users u on u.id = $1 where o.user_id = u.id or g.redeemed_by = u.id order by g.order_id`),
    erase: eraseGifts,
  },
  {
    name: 'gift_voices',
    tables: ['gift_voices'],
    read: byId('select bytes, seconds, created_at from gift_voices where user_id = $1 order by created_at'),
    files: filesOf('select file as path from gift_voices where user_id = $1'),
  },
]

/** A later payment of a closed order is refunded. */
async function eraseOrders(
  db: Db,
  { id }: DataSubject,
  context: Pick<AppContext, 'encryption' | 'now'>,
): Promise<void> {
  await sealBuyers(db, id, context)
  const open = await db.query<Pick<Row<typeof orders>, 'id'>>(
    `select id from orders where user_id = $1 and status = 'open' order by id`,
    [id],
  )
  await lockCouponsOf(db, buyerOf(id).owner)
  for (const order of open) await closeUnpaidOrder(db, order.id, 'cancelled')
  await db.query(
    `update orders set email = '', first_name = '', last_name = '', mobile = '', network_country = null where user_id = $1 and paid_at is null`,
    [id],
  )
}

/** After `eraseOrders`: the paid orders of the account have lost their buyer. */
async function eraseGifts(db: Db, { id }: DataSubject): Promise<void> {
  await db.query(
    `update gifts g set email = '', first_name = '', last_name = '', mobile = '', message = '', spoken = ''
     from orders o where o.id = g.order_id and o.user_id = $1 and o.paid_at is null`,
    [id],
  )
  await emptyServedGifts(db, id)
}
