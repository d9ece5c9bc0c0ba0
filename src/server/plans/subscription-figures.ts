import type { Db } from '../db/connect.ts'
import type { StoredTranslations } from '../db/schema/columns.ts'

/** `event`: begun (the first of a listener), renewed (any later one), given (without an order), ended with none after it, or taken back. */
export type SubscriptionEvent = {
  day: string
  event: 'begun' | 'renewed' | 'given' | 'ended' | 'taken'
  planId: number
  translations: StoredTranslations
  count: number
}

const EVENTS = `
  select coalesce(g.granted_at, s.starts_at) as at, s.plan_id,
    case when g.line_id is null then 'given' when exists (select 1 from subscriptions b where b.user_id = s.user_id and b.id < s.id) then 'renewed' else 'begun' end as event
    from subscriptions s left join grants g on g.subscription_id = s.id
  union all select s.ends_at, s.plan_id, 'ended' from subscriptions s where s.status = 'active'
    and not exists (select 1 from subscriptions n where n.user_id = s.user_id and n.status = 'active' and n.ends_at > s.ends_at)
  union all select g.revoked_at, s.plan_id, 'taken' from subscriptions s join grants g on g.subscription_id = s.id where g.revoked_at is not null`

/** What happened to subscriptions in a period of days in India, up to now. */
export async function subscriptionEvents(
  db: Db,
  { from, to }: { from: string; to: string },
  now: Date,
): Promise<SubscriptionEvent[]> {
  return db.query<SubscriptionEvent>(
    `select (e.at at time zone 'Asia/Kolkata')::date::text as day, e.event, e.plan_id as "planId", p.translations, count(*) as count
     from (${EVENTS}) e join plans p on p.id = e.plan_id
     where e.at >= ($1::date)::timestamp at time zone 'Asia/Kolkata' and e.at < ($2::date + 1)::timestamp at time zone 'Asia/Kolkata' and e.at <= $3
     group by 1, e.event, e.plan_id, p.translations order by 1, e.plan_id`,
    [from, to, now],
  )
}

export async function runningSubscriptions(db: Db, now: Date): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(distinct user_id) as count from subscriptions where status = 'active' and starts_at <= $1 and ends_at > $1`,
    [now],
  )
  return row?.count ?? 0
}
