import { DAY_MS } from '#contract/time/day.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import type { Db } from '../db/connect.ts'
import { IS_OPEN_PAYMENT } from '../db/payment-states.ts'
import type { Row } from '../db/row.ts'
import type { subscriptions } from '../db/schema/orders/plans.ts'
import type { planAudioTypes, plans } from '../db/schema/orders/plans.ts'
import type { ProfileSubscription } from '../accounts/profile.ts'
import { audioTypeId, serializeTranslations } from '../catalog/serializers.ts'
import type { AppContext } from '../context.ts'

type SubscriptionList = ReplyOf<typeof endpoints.multipleSubscription>['data']
type RunningPlan = Pick<Row<typeof plans>, 'translations'> & Pick<Row<typeof subscriptions>, 'starts_at' | 'ends_at'>

/** Of subscription `s`: what it covered when it was bought, whatever became of its plan. */
const TYPES = `select unnest(s.audio_types) as audio_type where s.audio_types is not null
  union all select audio_type from plan_audio_types where plan_id = s.plan_id and s.audio_types is null`

/** The running plan of a user; of several the one that ends last. */
export async function runningPlan(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  userId: number,
): Promise<RunningPlan | undefined> {
  const [plan] = await db.query<RunningPlan>(
    `select p.translations, s.starts_at, s.ends_at from subscriptions s join plans p on p.id = s.plan_id
     where s.user_id = $1 and s.status = 'active' and s.starts_at <= $2 and s.ends_at > $2 order by s.ends_at desc limit 1`,
    [userId, now()],
  )
  return plan
}

/** Whether a payment of this user for a plan may still be confirmed. */
export async function isPlanUnderWay(db: Db, userId: number): Promise<boolean> {
  const found = await db.query(
    `select 1 from orders o join payment_attempts a on a.order_id = o.id and ${IS_OPEN_PAYMENT}
     where o.user_id = $1 and o.status = 'open' and not o.is_gift
       and exists (select 1 from order_lines l where l.order_id = o.id and l.plan_id is not null) limit 1`,
    [userId],
  )
  return found.length > 0
}

type PlanName = { name: string; custom_translation: ReturnType<typeof serializeTranslations> }

/** Names of the running plans. */
export async function runningPlanNames(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  userId: number,
): Promise<PlanName[]> {
  const rows = await db.query<Pick<Row<typeof plans>, 'translations'>>(
    `select p.translations from plans p where p.id in
       (select plan_id from subscriptions where user_id = $1 and status = 'active' and starts_at <= $2 and ends_at > $2) order by p.id`,
    [userId, now()],
  )
  return rows.map(({ translations }) => ({
    name: translations.en?.name ?? translations.mr?.name ?? '',
    custom_translation: serializeTranslations(translations, true),
  }))
}

/** When a plan that is bought now starts: after every plan that runs or waits. Undefined: at once. */
export async function nextPlanStart(db: Db, now: Date, userId: number): Promise<Date | undefined> {
  const [row] = await db.query<{ start: Date | null }>(
    `select max(ends_at) as start from subscriptions where user_id = $1 and status = 'active' and ends_at > $2`,
    [userId, now],
  )
  return row?.start ?? undefined
}

/** Whole days until the plan ends. */
export const daysLeft = (plan: RunningPlan, now: Date): number =>
  Math.max(0, Math.floor((plan.ends_at.getTime() - now.getTime()) / DAY_MS))

/** What the profile shows of the running plan. */
export async function subscriptionInProfile(
  context: Pick<AppContext, 'db' | 'now'>,
  userId: number,
): Promise<ProfileSubscription> {
  const plan = await runningPlan(context, userId)
  if (!plan) return { my_subscription: null, renew_in: null, ...(await otherPlans(context, userId)) }
  const { translations, starts_at, ends_at } = plan
  return {
    my_subscription: {
      subscription_type: (translations.en ?? translations.mr)?.name ?? '',
      custom_translation: serializeTranslations(translations, true),
      start_date: starts_at.toISOString(),
      end_date: ends_at.toISOString(),
      is_current: true,
    },
    renew_in: daysLeft(plan, context.now()),
  }
}

type OtherPlans = { ended: Date | null; starts: Date | null }

/** When the last plan ended, and when the next one begins. */
async function otherPlans({ db, now }: Pick<AppContext, 'db' | 'now'>, userId: number) {
  const [row] = await db.query<OtherPlans>(
    `select max(ends_at) filter (where ends_at <= $2) as ended, min(starts_at) filter (where starts_at > $2) as starts
     from subscriptions where user_id = $1 and status = 'active'`,
    [userId, now()],
  )
  return { plan_ended: row?.ended?.toISOString() ?? null, plan_starts: row?.starts?.toISOString() ?? null }
}

/** Ids of the audio types that the running plans cover; undefined when no plan runs. */
export async function coveredTypes(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  userId: number,
): Promise<number[] | undefined> {
  const rows = await db.query<{ audio_type: Row<typeof planAudioTypes>['audio_type'] | null }>(
    `select distinct a.audio_type from subscriptions s left join lateral (${TYPES}) a on true
     where s.user_id = $1 and s.status = 'active' and s.starts_at <= $2 and s.ends_at > $2`,
    [userId, now()],
    'covered types',
  )
  return rows.length > 0
    ? rows.flatMap(({ audio_type: type }) => (type ? audioTypeId(type) : [])).toSorted((a, b) => a - b)
    : undefined
}

/**
 * Until when the audio types are covered, by their ids: a plan that follows the running one without a gap counts on. Types that are not
 * covered now are missing.
 */
export async function coveredUntil(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  userId: number,
): Promise<Map<number, number>> {
  type Cover = Pick<RunningPlan, 'starts_at' | 'ends_at'> & { audio_type: Row<typeof planAudioTypes>['audio_type'] }
  const rows = await db.query<Cover>(
    `select a.audio_type, s.starts_at, s.ends_at from subscriptions s cross join lateral (${TYPES}) a
     where s.user_id = $1 and s.status = 'active' and s.ends_at > $2 order by s.starts_at, s.ends_at`,
    [userId, now()],
    'covered until',
  )
  const ends = new Map<number, number>()
  for (const { audio_type, starts_at, ends_at } of rows) {
    const id = audioTypeId(audio_type)
    const until = ends.get(id) ?? now().getTime()
    if (starts_at.getTime() <= until) ends.set(id, Math.max(until, ends_at.getTime()))
  }
  return ends
}

/** Running and upcoming plans, the next to start first; past plans are left out. */
export async function listSubscriptions(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  userId: number,
): Promise<SubscriptionList> {
  type SubscriptionRow = Pick<Row<typeof plans>, 'translations'> & {
    start_date: string
    end_date: string
    is_current: boolean
    plan_id: number
    types: Row<typeof planAudioTypes>['audio_type'][]
  }
  const rows = await db.query<SubscriptionRow>(
    `select p.id as plan_id, p.translations, to_char(s.starts_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as start_date,
       to_char(s.ends_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as end_date, s.starts_at <= $2 as is_current,
       array(${TYPES}) as types
     from subscriptions s join plans p on p.id = s.plan_id
     where s.user_id = $1 and s.status = 'active' and s.ends_at > $2 order by s.starts_at, s.ends_at, s.id`,
    [userId, now()],
  )
  return rows.map(({ translations, types, ...row }) => {
    const audio_types = types.map((name) => ({ audio_type_id: audioTypeId(name) }))
    const name = translations.en?.name ?? translations.mr?.name ?? ''
    const names = { name, subscription_type: name, custom_translation: serializeTranslations(translations, true) }
    return { ...row, ...names, audio_types, subscription_status: row.is_current ? 'Current' : 'Upcoming' }
  })
}
