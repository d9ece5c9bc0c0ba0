import { noteAction } from '../../audit/audit-log.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/row.ts'
import type { libraryEntries } from '../../db/schema/listening/library.ts'
import type { plans } from '../../db/schema/orders/plans.ts'
import { titleFulfiller } from '../../library/fulfil-title.ts'
import { planFulfiller } from '../../plans/fulfil-plan.ts'
import type { Failure } from '../../runtime/failure.ts'
import { SESSION_NAME } from './listener-file.ts'
import type { By } from '../manage-users.ts'

type Dependencies = Pick<AppContext, 'db' | 'now'>
type Taken = object | Failure<'notFound' | 'bought'>

/** Locks the account first, as purchases and refunds do: each sees what the one before it granted. */
async function withListener<Result>(
  db: Db,
  id: number,
  work: (inner: Db) => Promise<Result>,
): Promise<Result | Failure<'notFound'>> {
  return db.transaction(async (inner) => {
    const [user] = await inner.query('select 1 from users where id = $1 for no key update', [id])
    return user ? work(inner) : { fault: 'notFound' as const }
  })
}

/** Takes a title that the shop gave. What an order brought stays: that is refunded. */
export async function takeTitle({ db, now }: Dependencies, id: number, title: number, by: By): Promise<Taken> {
  return withListener(db, id, async (inner) => {
    const [entry] = await inner.query<Pick<Row<typeof libraryEntries>, 'how' | 'given_at'>>(
      'select how, given_at from library_entries where user_id = $1 and product_id = $2 for update',
      [id, title],
    )
    if (!entry) return { fault: 'notFound' as const }
    const isOwned = entry.how === 'purchase' || entry.how === 'gift'
    if (isOwned && !entry.given_at) return { fault: 'bought' as const }
    await inner.query('update library_entries set given_at = null where user_id = $1 and product_id = $2', [id, title])
    if (isOwned) await titleFulfiller.revoke(inner, now(), id, title)
    else await inner.query('delete from library_entries where user_id = $1 and product_id = $2', [id, title])
    await noteAction(inner, now(), 'take', `user ${id}`, { title, reason: by.reason }, by.who)
    return {}
  })
}

/** Gives a plan without an order. It begins where the last one ends. */
export async function givePlan(
  { db, now }: Dependencies,
  id: number,
  { plan: planId, days }: { plan: number; days?: number | undefined },
  by: By,
): Promise<object | Failure<'notFound'>> {
  return withListener(db, id, async (inner) => {
    const [plan] = await inner.query<Pick<Row<typeof plans>, 'key' | 'duration_days'>>(
      'select key, duration_days from plans where id = $1',
      [planId],
    )
    if (!plan) return { fault: 'notFound' as const }
    const length = days ?? plan.duration_days
    const subscription = await planFulfiller.grant(inner, now(), id, { planId, days: length })
    const details = { plan: plan.key, days: length, subscription, reason: by.reason }
    await noteAction(inner, now(), 'give', `user ${id}`, details, by.who)
    return {}
  })
}

/** Takes a plan that the shop gave; plans that were to follow begin earlier. */
export async function takePlan({ db, now }: Dependencies, id: number, subscription: number, by: By): Promise<Taken> {
  return withListener(db, id, async (inner) => {
    const [found] = await inner.query<{ isBought: boolean }>(
      `select exists (select 1 from grants g where g.subscription_id = s.id) as "isBought" from subscriptions s
       where s.id = $1 and s.user_id = $2 and s.status = 'active'`,
      [subscription, id],
    )
    if (!found) return { fault: 'notFound' as const }
    if (found.isBought) return { fault: 'bought' as const }
    await planFulfiller.revoke(inner, now(), id, subscription)
    await noteAction(inner, now(), 'take', `user ${id}`, { subscription, reason: by.reason }, by.who)
    return {}
  })
}

/** Ends one session; how many ended. */
export async function endSession({ db, now }: Dependencies, id: number, session: string, who: string): Promise<number> {
  return db.transaction(async (inner) => {
    const ended = await inner.query(`delete from sessions where user_id = $1 and ${SESSION_NAME} = $2 returning 1`, [
      id,
      session,
    ])
    if (ended.length > 0) await noteAction(inner, now(), 'log out', `user ${id}`, { sessions: ended.length }, who)
    return ended.length
  })
}
