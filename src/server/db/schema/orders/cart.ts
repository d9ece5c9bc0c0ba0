import { sql } from 'drizzle-orm'
import { bigint, boolean, check, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { givers, users } from '../accounts.ts'
import { digest, id, moment, owner, ref, token, updatedAt } from '../columns.ts'

export const carts = pgTable(
  'carts',
  {
    id: id(),
    token: token(),
    userId: ref('user_id').references(() => users.id, { onDelete: 'cascade' }),
    giverId: ref('gifter_id').references(() => givers.id, { onDelete: 'cascade' }),
    owner: owner(),
    isGift: boolean('is_gift').notNull(),
    couponId: ref('coupon_id').references(() => coupons.id),
    /** When the cart was paid or abandoned. */
    closedAt: moment('closed_at'),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('carts_open')
      .on(t.owner, t.isGift)
      .where(sql`closed_at is null`),
    check('carts_owner', sql`num_nonnulls(${t.userId}, ${t.giverId}) = 1 and (${t.isGift} or ${t.giverId} is null)`),
  ],
)

/** The quantity is always one and is not stored. */
export const cartLines = pgTable(
  'cart_lines',
  {
    cartId: ref('cart_id')
      .notNull()
      .references(() => carts.id, { onDelete: 'cascade' }),
    variant: bigint('variant', { mode: 'number' }).notNull(),
    /** The order in which lines were added. */
    place: bigint('place', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  },
  (t) => [primaryKey({ columns: [t.cartId, t.variant] })],
)

export const coupons = pgTable(
  'coupons',
  {
    id: id(),
    code: text('code').notNull().unique(),
    percent: integer('percent').notNull(),
    usesLeft: integer('uses_left'),
    expires: moment('expires'),
    starts: moment('starts'),
    /** Orders of one buyer. Null: any number. */
    perBuyer: integer('per_buyer'),
    /** Types of titles, and `plan`. Null: everything. */
    appliesTo: text('applies_to').array(),
    digest: digest(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('coupons_percent', sql`${t.percent} between 1 and 100`),
    check('coupons_uses', sql`${t.usesLeft} is null or ${t.usesLeft} >= 0`),
    check('coupons_per_buyer', sql`${t.perBuyer} is null or ${t.perBuyer} > 0`),
  ],
)
