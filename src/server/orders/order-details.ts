import type { TaxComponent, TaxLine } from '#contract/money/tax.ts'
import { orderCurrency, toAmount } from '#contract/money/money.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { isOwned } from '../db/ownership.ts'
import type { Db } from '../db/connect.ts'
import { IS_OPEN_PAYMENT } from '../db/payment-states.ts'
import type { Row } from '../db/row.ts'
import type { gifts } from '../db/schema/orders/gifts.ts'
import type { invoices } from '../db/schema/orders/orders.ts'
import type { lineRefunds, paymentAttempts } from '../db/schema/orders/payments.ts'
import type { Failure } from '../runtime/failure.ts'
import type { Buyer } from '../http/buyer.ts'
import { itemNames, serializeItem, type Item } from '../cart/items.ts'
import { IS_GIFT_SENT, ORDER, type OrderRow } from './order-rows.ts'

type Gift = Pick<Row<typeof gifts>, 'first_name' | 'last_name' | 'email' | 'message' | 'deliver_on' | 'time_zone'> & {
  redeemed: boolean
  is_sent: boolean
  send_by: 'mail' | 'link'
  deliver_at: string | null
  sent_at: string | null
  opened_at: string | null
  redeemed_at: string | null
}
type DetailedOrder = OrderRow & {
  lines: Omit<Item, 'priceInr' | 'priceUsd' | 'isForSale' | 'types'>[]
  gift: Gift | null
  states: Row<typeof paymentAttempts>['state'][]
  invoice: Row<typeof invoices>['number'] | null
  repaid: boolean
  /** All of its titles are the buyer's by now: nothing of it is left to be paid. */
  owned: boolean
  renewal: boolean
  returned: {
    amount: Row<typeof lineRefunds>['amount']
    numbers: Row<typeof lineRefunds>['number'][]
    names: Pick<Item, 'isPlan' | 'translations'>[]
  } | null
}

const PAGE = 10
const MAX_PAGE = 50
const STATUS = {
  open: 'unfulfilled',
  paid: 'fulfilled',
  cancelled: 'canceled',
  failed: 'failed',
  refunded: 'refunded',
} as const

const DETAILED_ORDER = `select ${ORDER},
  (select jsonb_agg(jsonb_build_object('variant', l.variant, 'id', coalesce(l.product_id, l.plan_id, 0), 'isPlan', l.plan_id is not null, 'translations', l.translations,
     'slug', coalesce(p.slug, ''), 'type', p.audio_type, 'days', l.days,
     'cover', (select jsonb_build_object('path', m.path, 'widths', m.widths) from media_files m where m.id = p.cover_id)) order by l.position)
   from order_lines l left join products p on p.id = l.product_id where l.order_id = o.id) as lines,
  (select jsonb_build_object('first_name', g.first_name, 'last_name', g.last_name, 'email', g.email, 'message', g.message, 'redeemed', g.redeemed_at is not null,
     'deliver_on', g.deliver_on, 'is_sent', ${IS_GIFT_SENT}, 'send_by', g.send_by, 'deliver_at', g.deliver_at, 'time_zone', g.time_zone,
     'sent_at', g.sent_at, 'opened_at', g.opened_at, 'redeemed_at', g.redeemed_at)
   from gifts g where g.order_id = o.id) as gift,
  (select coalesce(jsonb_agg(a.state), '[]') from payment_attempts a where a.order_id = o.id and (a.state <> 'held' or ${IS_OPEN_PAYMENT})) as states,
  (select i.number from invoices i where i.order_id = o.id and i.kind = 'I') as invoice,
  exists (select 1 from orders n where n.replaces_id = o.id and n.status in ('open', 'paid')) as repaid,
  not o.is_gift and not exists (select 1 from order_lines l where l.order_id = o.id and not exists (
     select 1 from library_entries e where e.user_id = o.user_id and e.product_id = l.product_id and ${isOwned('e')})) as owned,
  exists (select 1 from renewal_periods r where r.order_id = o.id) as renewal,
  (select jsonb_build_object('amount', sum(r.amount), 'numbers', jsonb_agg(r.number order by r.id), 'names',
     (select jsonb_agg(jsonb_build_object('isPlan', l.plan_id is not null, 'translations', l.translations) order by l.position) from order_lines l where l.order_id = o.id and l.line_refund_id is not null))
   from line_refunds r where r.order_id = o.id having count(*) > 0) as returned
 from orders o`

/** The result pages trust this reply, never their own address (attack cases 45, 46). */
export async function orderDetails(
  { db }: { db: Db },
  { owner }: Buyer,
  token: string,
): Promise<{ data: Order[] } | Failure<'notFound'>> {
  const [row] = await db.query<DetailedOrder>(`${DETAILED_ORDER} where o.token = $1 and o.owner = $2`, [token, owner])
  return row ? { data: [orderOf(row)] } : { fault: 'notFound' }
}

type Page = Omit<ReplyOf<typeof endpoints.myOrders>, 'status'>
export async function myOrders(
  { db }: { db: Db },
  userId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<Page> {
  const owner = `u${userId}`
  const from = Math.min(Math.max(0, offset), 100_000)
  const size = Math.min(Math.max(1, limit || PAGE), MAX_PAGE)
  const rows = await db.query<DetailedOrder>(
    `${DETAILED_ORDER} where o.owner = $1 order by o.created_at desc, o.id desc offset $2 limit $3`,
    [owner, from, size],
  )
  const [{ count } = { count: 0 }] = await db.query<{ count: number }>(
    'select count(*) as count from orders where owner = $1',
    [owner],
  )
  return { data: rows.map(orderOf), count }
}

function orderOf(row: DetailedOrder): Order {
  const total = toAmount(row.total)
  const none = toAmount(0)
  return {
    id: row.id,
    order_token: row.token,
    status: STATUS[row.status],
    payment: paymentOf(row),
    can_repay:
      (row.status === 'cancelled' || row.status === 'failed') &&
      !row.repaid &&
      !row.owned &&
      !row.states.includes('pending'),
    created: row.createdAt.toISOString(),
    total_gross: row.currency === 'USD' ? total : none,
    total_gross_inr: row.currency === 'INR' ? total : none,
    order_currency: orderCurrency(row.currency),
    summary: {
      currency: row.currency,
      subtotal: toAmount(row.subtotal),
      discount: toAmount(row.discount),
      taxes: taxesOf(row),
      total,
    },
    voucher_code: row.couponCode,
    product_details: row.lines.map(serializeItem),
    gift_order: row.isGift,
    is_subscribed: row.lines.some(({ isPlan }) => isPlan),
    gift_details: row.gift,
    is_renewal: row.renewal,
    invoice_number: row.invoice,
    returned: row.returned && {
      amount: toAmount(row.returned.amount),
      items: row.returned.names.map(itemNames),
      numbers: row.returned.numbers,
    },
  }
}

const PAYMENTS = { paid: 'paid', refunded: 'refunded', cancelled: 'canceled', failed: 'failed' } as const

function paymentOf({ status, states }: DetailedOrder): Order['payment'] {
  if (status === 'paid' || status === 'refunded') return PAYMENTS[status]
  if (states.includes('held')) return 'held'
  if (states.includes('pending')) return 'pending'
  // Its money came too late, or for what the buyer had already.
  if (status !== 'open' && (states.includes('paid') || states.includes('refunded'))) return 'refunded'
  return status === 'open' ? 'none' : PAYMENTS[status]
}

/** At the rate of the day of the order. An order from abroad has no tax lines. */
export function taxesOf({
  country,
  state,
  sellerState,
  gstRate,
  cgst,
  sgst,
  igst,
}: OrderRow): (Omit<TaxLine, 'amount'> & { amount: { amount: string } })[] {
  if (country !== 'IN') return []
  const line = (component: TaxComponent, percent: number, amount: number) => ({
    component,
    percent,
    amount: toAmount(amount),
  })
  return state === sellerState
    ? [line('CGST', gstRate / 2, cgst), line('SGST', gstRate / 2, sgst)]
    : [line('IGST', gstRate, igst)]
}
