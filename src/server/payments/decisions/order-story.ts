import type { HeldFor } from '#contract/desk/orders.ts'
import type { Db } from '../../db/connect.ts'
import { IS_GIFT_SENT, ORDER, type OrderRow } from '../../orders/order-rows.ts'

/** One event of an order. `what` says more about the kind: a gateway, a number, the name of a mail or an action. */
type StoryEvent = {
  at: Date
  kind:
    | 'made'
    | 'attempt'
    | 'message'
    | 'paid'
    | 'invoice'
    | 'credit'
    | 'refund'
    | 'granted'
    | 'revoked'
    | 'mail'
    | 'action'
  what: string
  state: string
  amount: number | null
  who: string
  lines: number[]
}
export type StoryLine = {
  id: number
  translations: Record<string, { name: string } | undefined>
  isPlan: boolean
  productId: number | null
  price: number
  discount: number
  cgst: number
  sgst: number
  igst: number
  refundId: number | null
}
type StoryAttempt = {
  id: number
  gateway: string
  key: string
  payment: string | null
  state: string
  amount: number
  asked: number
  heldFor: HeldFor | null
  country: string | null
  underWay: boolean
}
type Gift = { email: string; name: string; deliverOn: string | null; isSent: boolean; isRedeemed: boolean }
export type OrderStory = {
  order: OrderRow
  paidAt: Date | null
  lines: StoryLine[]
  attempts: StoryAttempt[]
  returned: number
  gift: Gift | null
  events: StoryEvent[]
}

const EVENTS = `
  select created_at as at, 'made' as kind, '' as what, status as state, total as amount, '' as who, '{}'::bigint[] as lines from orders where id = $1
  union all select created_at, 'attempt', gateway, state, amount, '', '{}' from payment_attempts where order_id = $1
  union all select e.received_at, 'message', e.gateway, e.verdict, null, '', '{}' from payment_events e join payment_attempts a on a.id = e.attempt_id where a.order_id = $1
  union all select paid_at, 'paid', '', '', total, '', '{}' from orders where id = $1 and paid_at is not null
  union all select issued_at, case kind when 'I' then 'invoice' else 'credit' end, number, '', null, '', '{}' from invoices where order_id = $1
  union all select issued_at, 'credit', number, '', amount, '', array(select l.id from order_lines l where l.line_refund_id = r.id) from line_refunds r where r.order_id = $1
  union all select issued_at, 'refund', reason, state, amount, '', array(select l.id from order_lines l where l.line_refund_id = r.id) from line_refunds r where r.order_id = $1
  union all select coalesce(r.queued_at, r.due_at), 'refund', r.reason, r.state, r.amount, '', '{}' from refunds r join payment_attempts a on a.id = r.attempt_id where a.order_id = $1
  union all select g.granted_at, 'granted', '', '', null, '', array_agg(l.id) from grants g join order_lines l on l.id = g.line_id where l.order_id = $1 group by g.granted_at
  union all select g.revoked_at, 'revoked', '', '', null, '', array_agg(l.id) from grants g join order_lines l on l.id = g.line_id where l.order_id = $1 and g.revoked_at is not null group by g.revoked_at
  union all select queued_at, 'mail', name, '', null, '', '{}' from order_mails where order_id = $1
  union all select done_at, 'action', action, coalesce(details->>'reason', ''), (details->>'amount')::int, who, '{}' from operator_actions where target = 'order ' || $1`

/** What happens at one moment, in the order in which it follows. */
const SEQUENCE = `array_position(array['made','attempt','message','paid','invoice','granted','action','refund','credit','revoked','mail'], kind)`

/** Everything about one order, for the desk. */
export async function orderStory(db: Db, id: number): Promise<OrderStory | undefined> {
  const [order] = await db.query<OrderRow & { paidAt: Date | null }>(
    `select ${ORDER}, o.paid_at as "paidAt" from orders o where o.id = $1`,
    [id],
  )
  if (!order) return undefined
  const [lines, attempts, [refunds], [gift], events] = await Promise.all([
    db.query<StoryLine>(
      `select id, translations, plan_id is not null as "isPlan", product_id as "productId", price, discount, cgst, sgst, igst, line_refund_id as "refundId"
       from order_lines where order_id = $1 order by position`,
      [id],
    ),
    db.query<StoryAttempt>(
      `select a.id, a.gateway, a.key, a.gateway_payment as payment, a.state, coalesce(a.received, a.amount) as amount, a.amount as asked, a.held_for as "heldFor", a.payer_country as country,
         exists (select 1 from refunds r where r.attempt_id = a.id) as "underWay" from payment_attempts a where a.order_id = $1 order by a.id`,
      [id],
    ),
    db.query<{ returned: number }>(
      'select coalesce(sum(amount), 0) as returned from line_refunds where order_id = $1',
      [id],
    ),
    db.query<Gift>(
      `select email, trim(first_name || ' ' || last_name) as name, deliver_on::text as "deliverOn", ${IS_GIFT_SENT} as "isSent",
         redeemed_at is not null as "isRedeemed" from gifts g where order_id = $1`,
      [id],
    ),
    db.query<StoryEvent>(
      `select at, kind, what, state, amount, who, to_jsonb(lines) as lines from (${EVENTS}) e order by at, ${SEQUENCE}`,
      [id],
    ),
  ])
  return { order, paidAt: order.paidAt, lines, attempts, returned: refunds?.returned ?? 0, gift: gift ?? null, events }
}
