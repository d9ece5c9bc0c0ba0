import type { endpoints } from '#contract/endpoints.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { Db } from '../db/connect.ts'
import type { StoredTranslations } from '../db/schema/columns.ts'
import { wireWords } from '../catalog/serializers.ts'

type Given = { db: Db; now: () => Date }
type Shown = ReplyOf<typeof endpoints.multipleSubscription>['data']
export type RunningPlan = { translations: StoredTranslations; starts_at: Date; ends_at: Date }

const DAY_MS = 86_400_000

/** Of several that run the one that lasts longest. */
export async function runningPlan({ db, now }: Given, userId: number): Promise<RunningPlan | undefined> {
  const [plan] = await db.query<RunningPlan>(
    `select p.translations, s.starts_at, s.ends_at from subscriptions s join plans p on p.id = s.plan_id
     where s.user_id = $1 and s.status = 'active' and s.starts_at <= $2 and s.ends_at > $2 order by s.ends_at desc limit 1`,
    [userId, now()],
  )
  return plan
}

/** Whole days until the plan ends. */
export const daysLeft = (plan: RunningPlan, now: Date): number =>
  Math.max(0, Math.floor((plan.ends_at.getTime() - now.getTime()) / DAY_MS))

/** Running and upcoming plans, the next to end first; past ones are not told (C4). */
export async function listSubscriptions({ db, now }: Given, userId: number): Promise<Shown> {
  type Row = { translations: StoredTranslations; start_date: string; end_date: string; is_current: boolean }
  const rows = await db.query<Row>(
    `select p.translations, to_char(s.starts_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as start_date,
       to_char(s.ends_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as end_date, s.starts_at <= $2 as is_current
     from subscriptions s join plans p on p.id = s.plan_id
     where s.user_id = $1 and s.status = 'active' and s.ends_at > $2 order by s.starts_at, s.ends_at, s.id`,
    [userId, now()],
  )
  return rows.map(({ translations, ...row }) => {
    const name = translations.en?.name ?? translations.mr?.name ?? ''
    const words = { name, subscription_type: name, custom_translation: wireWords(translations, true) }
    return { ...row, ...words, subscription_status: row.is_current ? 'Current' : 'Upcoming' }
  })
}
