import type { Db } from '../db/connect.ts'

/*
 * Whoever changes what a buyer owns locks in one order: carts, orders, user, mandates. Another order would deadlock with a
 * settlement.
 */

/** A paid order empties the cart, so its cart is locked before the order. */
export async function lockCartsOf(inner: Db, owner: string | null): Promise<void> {
  await inner.query('select id from carts where owner = $1 and closed_at is null order by id for update', [owner])
}

/**
 * Purchases, redeemed gifts and refunds of one listener follow each other: each sees what the one before it granted. `for
 * update` would deadlock with transactions that have inserted rows that refer to this user.
 */
export async function lockListener(inner: Db, userId: number | null): Promise<void> {
  await inner.query('select id from users where id = $1 for no key update', [userId])
}
