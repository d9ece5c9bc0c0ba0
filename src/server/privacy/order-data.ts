import { DOCUMENTS } from '../orders/records/document-lines.ts'

/** SQL: a list of objects with these columns, the oldest first. */
const listOf = (columns: Record<string, string>, from: string, order: string) =>
  `coalesce((select jsonb_agg(jsonb_build_object(${Object.entries(columns)
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(', ')}) order by ${order}) from ${from}), '[]')`
const same =
  (...names: string[]) =>
  (table: string) =>
    Object.fromEntries(names.map((name) => [name, `${table}.${name}`]))

const LINES = listOf(
  {
    ...{ title: 'l.translations', title_key: 'p.key', plan: 'n.key', is_returned: 'l.line_refund_id is not null' },
    ...same('days', 'audio_types', 'sac', 'price', 'discount', 'cgst', 'sgst', 'igst')('l'),
  },
  'order_lines l left join products p on p.id = l.product_id left join plans n on n.id = l.plan_id where l.order_id = o.id',
  'l.position',
)
const NUMBERED = listOf(
  { kind: `case d.sign when 1 then 'invoice' else 'credit note' end`, number: 'd.number', issued_at: 'd.issued_at' },
  `(${DOCUMENTS}) d where d.order_id = o.id`,
  'd.issued_at, d.sign desc, d.number',
)
const REFUND = same('key', 'amount', 'reason', 'state')
const PAYMENTS = listOf(
  {
    ...same('gateway', 'key', 'gateway_order', 'gateway_payment', 'amount', 'received', 'currency')('a'),
    ...same('state', 'held_for', 'payer_country', 'created_at')('a'),
    refunds: listOf({ ...REFUND('r'), queued_at: 'r.queued_at' }, 'refunds r where r.attempt_id = a.id', 'r.id'),
    line_refunds: listOf(
      { ...REFUND('r'), issued_at: 'r.issued_at' },
      'line_refunds r where r.attempt_id = a.id',
      'r.id',
    ),
  },
  'payment_attempts a where a.order_id = o.id',
  'a.id',
)
const MAILS = listOf(same('name', 'queued_at')('m'), 'order_mails m where m.order_id = o.id', 'm.id')

export const ORDER_TABLES = [
  ...['orders', 'order_lines', 'order_mails', 'invoices', 'payment_attempts', 'refunds', 'line_refunds'],
  // The sealed buyer has no account any more.
  'sealed_buyers',
]

/** Orders of a user with what was bought, documents, payments and refunds. Amounts are in the smallest unit of the currency. */
export const ORDERS_OF_USER = `select o.id as number, o.created_at, o.paid_at, o.expires_at, o.status, o.is_gift, o.locale, o.email, o.first_name, o.last_name, o.mobile, o.country,
  o.network_country, o.state, o.seller_state, o.gst_rate, o.currency, o.subtotal, o.discount, o.cgst, o.sgst, o.igst, o.total, o.coupon_code,
  ${LINES} as lines, ${NUMBERED} as documents, ${PAYMENTS} as payments, ${MAILS} as mails
  from orders o where o.user_id = $1 order by o.id`

export const CARTS_OF_USER = `select c.is_gift, k.code as coupon_code, c.updated_at, c.closed_at,
  ${listOf(
    { title_key: 'p.key', plan: 'n.key' },
    'cart_lines l left join products p on p.variant = l.variant left join plans n on n.variant = l.variant where l.cart_id = c.id',
    'l.place',
  )} as lines
  from carts c left join coupons k on k.id = c.coupon_id where c.user_id = $1 order by c.id`

export const GRANTS_OF_USER = `select p.key as title_key, n.key as plan, s.starts_at, s.ends_at, g.granted_at, g.revoked_at
  from grants g join order_lines l on l.id = g.line_id left join products p on p.id = l.product_id left join plans n on n.id = l.plan_id
  left join subscriptions s on s.id = g.subscription_id where g.user_id = $1 order by g.granted_at, g.line_id`
