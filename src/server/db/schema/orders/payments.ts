import { sql } from 'drizzle-orm'
import { char, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { bytes, id, minor, moment, ref } from '../columns.ts'
import { orderRef } from './orders.ts'

/** One attempt to pay an order at a gateway. `key` is its unique id at the gateway. */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    id: id(),
    orderId: orderRef(),
    gateway: text('gateway').notNull(),
    key: text('key').notNull(),
    amount: minor('amount'),
    /** What a payment that is held or was accepted by the operator really brought; null: `amount`. */
    received: integer('received'),
    currency: char('currency', { length: 3 }).notNull(),
    state: text('state').notNull().default('started'),
    /** Why a payment is held: `HELD_FOR` of the contract. */
    heldFor: text('held_for'),
    /** The gateway's ids of the payment. */
    gatewayOrder: text('gateway_order'),
    gatewayPayment: text('gateway_payment'),
    createdAt: moment('created_at').notNull(),
    /** The time of the next poll; null when polling has ended. */
    checkAt: moment('check_at'),
    checks: integer('checks').notNull().default(0),
    /** The country of the payer, when the gateway tells it. */
    payerCountry: text('payer_country'),
  },
  (t) => [
    unique('payment_attempts_key').on(t.gateway, t.key),
    unique('payment_attempts_order').on(t.gateway, t.gatewayOrder),
    unique('payment_attempts_payment').on(t.gateway, t.gatewayPayment),
    index('payment_attempts_of').on(t.orderId),
    index('payment_attempts_check')
      .on(t.checkAt)
      .where(sql`check_at is not null`),
    check('payment_attempts_gateway', sql`${t.gateway} in ('payu','ccavenue','paypal','free')`),
    check(
      'payment_attempts_held_for',
      sql`${t.heldFor} in ('amount','currency','otherOrder','usedElsewhere','country')`,
    ),
    check(
      'payment_attempts_state',
      sql`${t.state} in ('started','pending','paid','failed','cancelled','held','refunded')`,
    ),
  ],
)

/** All messages of gateways and browsers about payments: as evidence, and to recognise repeated messages. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: id(),
    gateway: text('gateway').notNull(),
    fingerprint: text('fingerprint').notNull(),
    attemptId: ref('attempt_id').references(() => paymentAttempts.id),
    verdict: text('verdict').notNull(),
    /** Encrypted: it names the payer. */
    body: bytes('body').notNull(),
    times: integer('times').notNull().default(1),
    receivedAt: moment('received_at').notNull(),
  },
  (t) => [unique('payment_events_once').on(t.gateway, t.fingerprint), index('payment_events_attempt').on(t.attemptId)],
)

export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    attemptId: ref('attempt_id')
      .notNull()
      .unique()
      .references(() => paymentAttempts.id),
    /** The idempotency key at the gateway. */
    key: text('key').notNull().unique(),
    amount: minor('amount'),
    reason: text('reason').notNull(),
    state: text('state').notNull().default('queued'),
    /** When it was decided; `due_at` moves with every try. Null in older rows. */
    queuedAt: moment('queued_at'),
    dueAt: moment('due_at').notNull(),
    tries: integer('tries').notNull().default(0),
  },
  (t) => [
    index('refunds_due')
      .on(t.dueAt)
      .where(sql`state = 'queued'`),
    check('refunds_state', sql`${t.state} in ('queued','done')`),
  ],
)

/** Refunds of some lines of a paid order, each with its credit note. `order_lines.line_refund_id` names the lines. */
export const lineRefunds = pgTable(
  'line_refunds',
  {
    id: id(),
    orderId: orderRef(),
    attemptId: ref('attempt_id')
      .notNull()
      .references(() => paymentAttempts.id),
    /** The idempotency key at the gateway. */
    key: text('key').notNull().unique(),
    amount: minor('amount'),
    reason: text('reason').notNull(),
    state: text('state').notNull().default('queued'),
    dueAt: moment('due_at').notNull(),
    tries: integer('tries').notNull().default(0),
    /** The number of the credit note, from the same counter as those of whole orders. */
    number: text('number').notNull().unique(),
    issuedAt: moment('issued_at').notNull(),
  },
  (t) => [
    index('line_refunds_attempt').on(t.attemptId),
    index('line_refunds_order').on(t.orderId),
    index('line_refunds_due')
      .on(t.dueAt)
      .where(sql`state = 'queued'`),
    check('line_refunds_state', sql`${t.state} in ('queued','done')`),
    check('line_refunds_amount', sql`${t.amount} > 0`),
  ],
)

/** Replies to requests with an idempotency key, for a day. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    key: bytes('key').primaryKey(),
    payload: bytes('payload').notNull(),
    /** Encrypted; null while the first request runs. */
    reply: bytes('reply'),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('idempotency_keys_expires').on(t.expiresAt)],
)
