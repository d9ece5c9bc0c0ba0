import { DAY_MS } from '#contract/time/day.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { subscriptions } from '../db/schema/orders/plans.ts'

/** What an order line for a plan gives and takes back. */
export const planFulfiller = {
  /** The subscription begins where the last one of the listener ends. `types`: what it covers, when that is no longer what the plan covers. Returns its id. */
  async grant(
    inner: Db,
    now: Date,
    userId: number,
    { planId, days, types = null }: { planId: number; days: number; types?: string[] | null },
  ): Promise<number> {
    // Two purchases at once follow each other. `for update` would deadlock: both transactions have inserted rows that refer to this user.
    await inner.query('select id from users where id = $1 for no key update', [userId])
    // A save of the plan comes before, or finds this subscription.
    await inner.query('select id from plans where id = $1 for share', [planId])
    const [subscription] = await inner.query<Pick<Row<typeof subscriptions>, 'id'>>(
      `insert into subscriptions (user_id, plan_id, audio_types, starts_at, ends_at)
       select $1, $2, $5::text[], b.begins, b.begins + $3 * interval '1 millisecond'
       from (select greatest($4, coalesce(max(ends_at), $4)) as begins from subscriptions where user_id = $1 and status = 'active') b returning id`,
      [userId, planId, days * DAY_MS, now, types],
    )
    if (!subscription) throw new Error('the subscription was not inserted')
    return subscription.id
  },

  /** Plans that would have followed the revoked one move up: a listener who paid for them is not left without a plan. */
  async revoke(inner: Db, now: Date, userId: number, subscriptionId: number): Promise<void> {
    const [revoked] = await inner.query<Span>(
      `update subscriptions set status = 'cancelled' where id = $1 and status = 'active' returning id, starts_at, ends_at`,
      [subscriptionId],
    )
    if (!revoked) return
    const active = await inner.query<Span>(
      `select id, starts_at, ends_at from subscriptions where user_id = $1 and status = 'active' order by starts_at, id`,
      [userId],
    )
    let free = Math.max(now.getTime(), ...active.filter(isBefore(revoked)).map(({ ends_at }) => ends_at.getTime()))
    for (const { id, starts_at, ends_at } of active.filter(({ starts_at: start }) => start >= revoked.ends_at)) {
      const begins = Math.min(free, starts_at.getTime())
      free = begins + ends_at.getTime() - starts_at.getTime()
      await inner.query('update subscriptions set starts_at = $2, ends_at = $3 where id = $1', [
        id,
        new Date(begins),
        new Date(free),
      ])
    }
  },
}

type Span = Pick<Row<typeof subscriptions>, 'id' | 'starts_at' | 'ends_at'>

const isBefore =
  (revoked: Span) =>
  ({ starts_at }: Span): boolean =>
    starts_at < revoked.ends_at
