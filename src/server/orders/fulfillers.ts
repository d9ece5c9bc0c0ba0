import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { OrderRow } from './order-rows.ts'

export type GrantReason = 'purchase' | 'gift'

/** What each kind of order gives and takes back. The domains implement it, `context.ts` registers them. */
export type Fulfillers = {
  title: {
    grant(inner: Db, now: Date, userId: number, productId: number, reason: GrantReason): Promise<void>
    /** Call it when the grant is revoked: the title stays if another grant gives it. */
    revoke(inner: Db, now: Date, userId: number, productId: number): Promise<void>
  }
  plan: {
    /** Returns the id of the new subscription. */
    grant(
      inner: Db,
      now: Date,
      userId: number,
      plan: { planId: number; days: number; types: string[] | null },
    ): Promise<number>
    /** Plans that would have followed begin earlier. */
    revoke(inner: Db, now: Date, userId: number, subscriptionId: number): Promise<void>
  }
  /** A gift order grants nothing to its buyer: the recipient redeems a code. */
  gift: {
    send(inner: Db, context: Pick<AppContext, 'encryption' | 'now'>, order: OrderRow): Promise<void>
  }
}
