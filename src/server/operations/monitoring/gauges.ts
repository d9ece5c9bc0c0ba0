import { AWAITS_DECISION } from '../../db/payment-states.ts'
import type { AppContext } from '../../context.ts'
import { PRIORITY } from '../../jobs/queue.ts'
import { UNSENT_JOBS } from '../../jobs/unsent-jobs.ts'

/** The state of the shop in numbers, for alarms and metrics. Ages are in seconds; -1: never. */
export type Gauges = {
  jobsWaiting: number
  jobsFailed: number
  jobsOldestSeconds: number
  paymentsHeld: number
  refundsStuck: number
  consentsStuck: number
  renewalsOverdue: number
  renewalsFailed: number
  rebuildFailed: number
  rebuildAgeSeconds: number
  catalogWaitsSeconds: number
  backupAgeSeconds: number
}

/** A refund or revocation is stuck after this many refused tries. */
const STUCK = 5
/** Mails to many at once are sent one after the other, which takes hours: they count when a day has passed. */
const COUNTS_BY_AGE = `(priority > ${PRIORITY.bulk} or created_at <= $1::timestamptz - interval '1 day')`

export async function readGauges({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<Gauges> {
  const [row] = await db.query<Gauges>(
    `select
       (select count(*) from ${UNSENT_JOBS} jobs where failed_at is null) as "jobsWaiting",
       (select count(*) from ${UNSENT_JOBS} jobs where failed_at is not null) as "jobsFailed",
       (select count(*) from payment_attempts a where ${AWAITS_DECISION}) as "paymentsHeld",
       (select coalesce(greatest(0, extract(epoch from $1::timestamptz - min(created_at))), 0)::float8 from ${UNSENT_JOBS} jobs where failed_at is null and ${COUNTS_BY_AGE}) as "jobsOldestSeconds",
       (select count(*) from refunds where state = 'queued' and tries >= $2) + (select count(*) from line_refunds where state = 'queued' and tries >= $2) as "refundsStuck",
       (select count(*) from mandates where state = 'revoking' and tries >= $2) as "consentsStuck",
       (select count(*) from renewal_periods where state in ('waiting', 'noticed', 'debiting') and act_at < $1::timestamptz - interval '1 hour') as "renewalsOverdue",
       (select count(*) from renewal_periods where state = 'failed' and act_at > $1::timestamptz - interval '1 day') as "renewalsFailed",
       coalesce((r.value->>'ok')::boolean is false, false)::int as "rebuildFailed",
       coalesce(extract(epoch from $1::timestamptz - (r.value->>'succeededAt')::timestamptz), -1)::float8 as "rebuildAgeSeconds",
       case when v.updated_at > (r.value->>'succeededAt')::timestamptz then greatest(0, extract(epoch from $1::timestamptz - least(v.updated_at, case when w.updated_at > (r.value->>'succeededAt')::timestamptz then w.updated_at end)))::float8 else 0 end as "catalogWaitsSeconds",
       coalesce(extract(epoch from $1::timestamptz - b.updated_at), -1)::float8 as "backupAgeSeconds"
     from (values (1)) one (n) left join catalog_version v on true left join shop_state r on r.key = 'rebuild'
       left join shop_state w on w.key = 'catalog-waits' left join shop_state b on b.key = 'backup'`,
    [now(), STUCK],
  )
  if (!row) throw new Error('the query of the gauges returned no row')
  return row
}

/** Stores the time of the first change after the last rebuild. The catalog version knows only the last change. */
export async function recordFirstChange({ db }: Pick<AppContext, 'db'>): Promise<void> {
  await db.query(
    `insert into shop_state as s (key, value, updated_at)
       select 'catalog-waits', '{}', v.updated_at from catalog_version v, shop_state r where r.key = 'rebuild' and v.updated_at > (r.value->>'succeededAt')::timestamptz
     on conflict (key) do update set updated_at = excluded.updated_at
       where s.updated_at <= (select (value->>'succeededAt')::timestamptz from shop_state where key = 'rebuild')`,
  )
}
