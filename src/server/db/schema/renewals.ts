import { sql } from 'drizzle-orm'
import { char, check, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { plans } from './plans.ts'
import { id, moment, ref } from './columns.ts'
import { paymentAttempts } from './payments.ts'
import { users } from './accounts.ts'
import { orders } from './orders.ts'

const minor = <Name extends string>(name: Name) => integer(name).notNull()

/** What a listener agreed to at a gateway: so much, every so many days, until then (RBI e-mandate). */
export const mandates = pgTable(
  'mandates',
  {
    id: id(),
    /** Gone with the account: then it is only ended at the gateway. */
    userId: ref('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The payment by which it was agreed to. */
    attemptId: ref('attempt_id')
      .notNull()
      .unique()
      .references(() => paymentAttempts.id),
    planId: ref('plan_id')
      .notNull()
      .references(() => plans.id),
    gateway: text('gateway').notNull(),
    locale: text('locale').notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    /** Of the plan before tax, when it was agreed to: a higher one needs another consent. */
    price: minor('price'),
    /** With tax. */
    amount: minor('amount'),
    ceiling: minor('ceiling'),
    days: integer('days').notNull(),
    endsAt: moment('ends_at').notNull(),
    state: text('state').notNull().default('asked'),
    /** The gateway's names for what it repeats, and for the consent. */
    gatewayPlan: text('gateway_plan'),
    gatewayMandate: text('gateway_mandate'),
    createdAt: moment('created_at').notNull(),
    endedAt: moment('ended_at'),
    endReason: text('end_reason'),
    /** When the gateway is asked next to end it. */
    revokeAt: moment('revoke_at'),
    tries: integer('tries').notNull().default(0),
  },
  (t) => [
    uniqueIndex('mandates_active')
      .on(t.userId)
      .where(sql`state = 'active'`),
    unique('mandates_gateway').on(t.gateway, t.gatewayMandate),
    index('mandates_user').on(t.userId),
    index('mandates_revoke')
      .on(t.revokeAt)
      .where(sql`state = 'revoking'`),
    check('mandates_gateway_name', sql`${t.gateway} in ('payu','paypal')`),
    check('mandates_state', sql`${t.state} in ('asked','active','revoking','ended')`),
    check(
      'mandates_amounts',
      sql`${t.price} > 0 and ${t.amount} between ${t.price} and ${t.ceiling} and ${t.days} > 0`,
    ),
    check(
      'mandates_reason',
      sql`(${t.endReason} is null) = (${t.state} in ('asked','active')) and ${t.endReason} in ('cancelled','failed','changed','expired','replaced','refunded','gateway','account')`,
    ),
  ],
)

/** One renewal: it begins where the running plan ends. Of two workers one makes it. */
export const renewalPeriods = pgTable(
  'renewal_periods',
  {
    id: id(),
    mandateId: ref('mandate_id')
      .notNull()
      .references(() => mandates.id),
    /** When what runs ends. */
    dueAt: moment('due_at').notNull(),
    /** waiting: for its notice; noticed: for its debit. */
    state: text('state').notNull().default('waiting'),
    /** When something is to be done about it next. */
    actAt: moment('act_at').notNull(),
    /** Debits that failed. */
    tries: integer('tries').notNull().default(0),
    orderId: ref('order_id')
      .unique()
      .references(() => orders.id),
  },
  (t) => [
    unique('renewal_periods_once').on(t.mandateId, t.dueAt),
    index('renewal_periods_act')
      .on(t.actAt)
      .where(sql`state in ('waiting','noticed','debiting')`),
    check('renewal_periods_state', sql`${t.state} in ('waiting','noticed','debiting','paid','failed','dropped')`),
  ],
)

/** What a listener was told before a debit. Without one that is old enough, and of the same amount, nothing is debited. */
export const renewalNotices = pgTable(
  'renewal_notices',
  {
    id: id(),
    periodId: ref('period_id')
      .notNull()
      .references(() => renewalPeriods.id),
    price: minor('price'),
    amount: minor('amount'),
    debitAt: moment('debit_at').notNull(),
    /** Null until the gateway has taken it. */
    sentAt: moment('sent_at'),
  },
  (t) => [index('renewal_notices_period').on(t.periodId)],
)
