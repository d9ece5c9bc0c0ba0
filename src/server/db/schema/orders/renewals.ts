import { sql } from 'drizzle-orm'
import { char, check, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from '../accounts.ts'
import { id, minor, moment, ref } from '../columns.ts'
import { orders } from './orders.ts'
import { paymentAttempts } from './payments.ts'
import { plans } from './plans.ts'

/** Mandates of users at a gateway: highest amount, interval, and end (RBI e-mandate). */
export const mandates = pgTable(
  'mandates',
  {
    id: id(),
    /** Null when the account is deleted: then the mandate is only ended at the gateway. */
    userId: ref('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The payment that authorised the mandate. */
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
    /** The price of the plan before tax at the consent: a higher price needs a new consent. */
    price: minor('price'),
    /** The highest debit, with tax. */
    amount: minor('amount'),
    ceiling: minor('ceiling'),
    days: integer('days').notNull(),
    endsAt: moment('ends_at').notNull(),
    state: text('state').notNull().default('asked'),
    /** The gateway's ids of the subscription and of the mandate. */
    gatewayPlan: text('gateway_plan'),
    gatewayMandate: text('gateway_mandate'),
    /** Of a gateway that debits by itself: when it will. No other plan moves it. */
    nextDebitAt: moment('next_debit_at'),
    /** When the gateway was last asked for it, and for sales whose message was lost. */
    debitsAskedAt: moment('debits_asked_at'),
    createdAt: moment('created_at').notNull(),
    endedAt: moment('ended_at'),
    endReason: text('end_reason'),
    /** The time of the next attempt to end it at the gateway. */
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
      sql`(${t.endReason} is null) = (${t.state} in ('asked','active')) and ${t.endReason} in ('cancelled','failed','overdue','changed','expired','replaced','refunded','gateway','account')`,
    ),
  ],
)

/** One renewal, which begins when the running plan ends, or a day after a gateway debits by itself. The unique constraint lets only one worker create it. */
export const renewalPeriods = pgTable(
  'renewal_periods',
  {
    id: id(),
    mandateId: ref('mandate_id')
      .notNull()
      .references(() => mandates.id),
    /** The end of the running plan, or a day after the debit of the gateway. */
    dueAt: moment('due_at').notNull(),
    /** waiting: before the notice; noticed: before the debit. */
    state: text('state').notNull().default('waiting'),
    /** The time of the next step. */
    actAt: moment('act_at').notNull(),
    /** The number of failed debits. */
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

/** Notices before debits. A debit needs a notice that is old enough and of the same amount. */
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
    /** Null until the gateway has accepted it. */
    sentAt: moment('sent_at'),
  },
  (t) => [index('renewal_notices_period').on(t.periodId)],
)
