import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  char,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { givers, users } from '../accounts.ts'
import { carts, coupons } from './cart.ts'
import { products } from '../catalog/catalog.ts'
import { type StoredTranslations, bytes, id, minor, moment, owner, ref, token } from '../columns.ts'
import { plans } from './plans.ts'

/** Prices, discount, tax and buyer at the time of the order. Later edits of catalog or profile do not change it. */
export const orders = pgTable(
  'orders',
  {
    id: id(),
    token: token(),
    userId: ref('user_id').references(() => users.id, { onDelete: 'set null' }),
    giverId: ref('gifter_id').references(() => givers.id, { onDelete: 'set null' }),
    owner: owner(),
    cartId: ref('cart_id').references(() => carts.id, { onDelete: 'set null' }),
    /** A hash of the content: ordering the same cart twice gives one order. */
    fingerprint: bytes('fingerprint').notNull(),
    /** The order that this one replaces. */
    replacesId: ref('replaces_id'),
    status: text('status').notNull().default('open'),
    isGift: boolean('is_gift').notNull(),
    locale: text('locale').notNull(),
    email: text('email').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    mobile: text('mobile').notNull(),
    country: text('country').notNull(),
    state: text('state').notNull(),
    /** The state of the seller at the time of the order. */
    sellerState: text('seller_state').notNull(),
    /** The percent of GST in India at the time of the order, which its invoice and the returns of its month keep. */
    gstRate: smallint('gst_rate').notNull().default(18),
    currency: char('currency', { length: 3 }).notNull(),
    subtotal: minor('subtotal'),
    discount: minor('discount'),
    cgst: minor('cgst'),
    sgst: minor('sgst'),
    igst: minor('igst'),
    total: minor('total'),
    couponId: ref('coupon_id').references(() => coupons.id),
    couponCode: text('coupon_code'),
    /** Whether one use of the coupon is reserved for this order. */
    holdsCoupon: boolean('holds_coupon').notNull().default(false),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    paidAt: moment('paid_at'),
    /** The buyer's newest subscription when the order was placed, 0 without one: a newer one makes its plan paid twice. */
    lastSubscriptionId: ref('last_subscription_id'),
    /** The country of the network that placed the order; null when no header of the proxy names it. */
    networkCountry: text('network_country'),
  },
  (t) => [
    uniqueIndex('orders_open_cart')
      .on(t.cartId)
      .where(sql`status = 'open'`),
    // At most one open order replaces another.
    uniqueIndex('orders_replaces')
      .on(t.replacesId)
      .where(sql`status = 'open'`),
    // For orders in any state: the order of a cart, and the replacement of an order.
    index('orders_cart')
      .on(t.cartId)
      .where(sql`cart_id is not null`),
    index('orders_replaced')
      .on(t.replacesId)
      .where(sql`replaces_id is not null`),
    index('orders_owner').on(t.owner, sql`${t.createdAt} desc`, sql`${t.id} desc`),
    index('orders_waiting')
      .on(t.expiresAt)
      .where(sql`status = 'open'`),
    check('orders_status', sql`${t.status} in ('open','paid','cancelled','failed','refunded')`),
    check('orders_locale', sql`${t.locale} in ('en','mr')`),
    check('orders_currency', sql`${t.currency} = case when ${t.country} = 'IN' then 'INR' else 'USD' end`),
    check('orders_state', sql`${t.country} <> 'IN' or ${t.state} <> ''`),
    check(
      'orders_sum',
      sql`${t.total} = ${t.subtotal} - ${t.discount} + ${t.cgst} + ${t.sgst} + ${t.igst} and ${t.discount} between 0 and ${t.subtotal}`,
    ),
    check(
      'orders_tax',
      sql`least(${t.cgst}, ${t.sgst}, ${t.igst}) >= 0 and (${t.country} = 'IN' or ${t.cgst} + ${t.sgst} + ${t.igst} = 0)`,
    ),
  ],
)

export const orderRef = () =>
  ref('order_id')
    .notNull()
    .references(() => orders.id)

export const orderLines = pgTable(
  'order_lines',
  {
    id: id(),
    orderId: orderRef(),
    position: smallint('position').notNull(),
    variant: bigint('variant', { mode: 'number' }).notNull(),
    productId: ref('product_id').references(() => products.id, { onDelete: 'set null' }),
    planId: ref('plan_id').references(() => plans.id),
    translations: jsonb('translations').$type<StoredTranslations>().notNull(),
    /** The duration of a plan. */
    days: integer('days'),
    /** What a plan covers that was bought and not granted before the plan was changed; null: what the plan covers. */
    audioTypes: text('audio_types').array(),
    sac: text('sac').notNull(),
    price: minor('price'),
    discount: minor('discount'),
    cgst: minor('cgst'),
    sgst: minor('sgst'),
    igst: minor('igst'),
    /** The refund that returned the money of this line and not of the whole order. */
    lineRefundId: ref('line_refund_id'),
  },
  (t) => [
    unique('order_lines_place').on(t.orderId, t.position),
    unique('order_lines_variant').on(t.orderId, t.variant),
    check('order_lines_amounts', sql`${t.discount} between 0 and ${t.price}`),
  ],
)

/** The access that an order line granted, once and to one user. */
export const grants = pgTable(
  'grants',
  {
    lineId: ref('line_id')
      .primaryKey()
      .references(() => orderLines.id),
    userId: ref('user_id').references(() => users.id, { onDelete: 'set null' }),
    subscriptionId: ref('subscription_id'),
    grantedAt: moment('granted_at').notNull(),
    revokedAt: moment('revoked_at'),
  },
  (t) => [index('grants_user').on(t.userId)],
)

/** Which mails about an order were queued, and when. The mails themselves are in the queue only, and encrypted. */
export const orderMails = pgTable(
  'order_mails',
  {
    id: id(),
    orderId: ref('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    queuedAt: moment('queued_at').notNull(),
  },
  (t) => [index('order_mails_order').on(t.orderId)],
)

/**
 * The buyer of a paid order whose account is erased: apart from the orders and encrypted, because only the law still needs it
 * (CGST Rule 46, Companies Act section 128). Opened by the operator with a reason, deleted after eight years.
 */
export const sealedBuyers = pgTable('sealed_buyers', {
  orderId: ref('order_id')
    .primaryKey()
    .references(() => orders.id, { onDelete: 'cascade' }),
  sealed: bytes('sealed').notNull(),
  sealedAt: moment('sealed_at').notNull(),
})

/** Serial numbers have no gaps within a financial year from April to March (CGST Rule 46). `kind`: I invoice, C credit note. */
export const invoiceCounters = pgTable(
  'invoice_counters',
  { kind: char('kind', { length: 1 }).notNull(), year: text('year').notNull(), last: integer('last').notNull() },
  (t) => [primaryKey({ columns: [t.kind, t.year] })],
)

export const invoices = pgTable(
  'invoices',
  {
    id: id(),
    number: text('number').notNull().unique(),
    kind: char('kind', { length: 1 }).notNull(),
    orderId: orderRef(),
    issuedAt: moment('issued_at').notNull(),
  },
  (t) => [
    unique('invoices_once').on(t.orderId, t.kind),
    check('invoices_number', sql`${t.number} ~ '^[A-Z0-9/-]{1,16}$'`),
    check('invoices_kind', sql`${t.kind} in ('I','C')`),
  ],
)
