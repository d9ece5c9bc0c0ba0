import { createHash } from 'node:crypto'
import type { RepayQuestion } from '#contract/orders/orders.ts'
import type { Item } from '../cart/items.ts'
import { namesOf } from '../cart/items.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { subscriptions } from '../db/schema/orders/plans.ts'
import type { plans } from '../db/schema/orders/plans.ts'
import type { Buyer } from '../http/buyer.ts'

type CurrentPlan = Pick<Row<typeof plans>, 'translations'> & {
  id: Row<typeof subscriptions>['id']
  planId: Row<typeof plans>['id']
  boughtAt: Date
  isGift: boolean
}

/** What the buyer must agree to before `items` are ordered again without `owned`. Undefined: nothing. */
export async function questionOf(
  db: Db,
  now: Date,
  { userId }: Buyer,
  items: Item[],
  owned: Item[],
): Promise<RepayQuestion | undefined> {
  const ordered = items.find(({ isPlan }) => isPlan)
  const current = ordered && userId !== null ? await currentPlan(db, now, userId, ordered.id) : undefined
  if (!current && owned.length === 0) return undefined
  const facts = JSON.stringify([current?.id ?? null, owned.map(({ variant }) => variant)])
  return {
    key: createHash('sha256').update(facts).digest('base64url'),
    plan: current
      ? {
          ...namesOf(current.translations),
          bought_at: current.boughtAt.toISOString(),
          is_same: current.planId === ordered?.id,
          is_gift: current.isGift,
        }
      : null,
    owned: owned.map(({ translations }) => namesOf(translations)),
  }
}

/** A plan that runs or will run: the ordered one, or else the newest. */
async function currentPlan(db: Db, now: Date, userId: number, planId: number): Promise<CurrentPlan | undefined> {
  const [plan] = await db.query<CurrentPlan>(
    `select s.id, p.id as "planId", p.translations, coalesce(g.granted_at, s.starts_at) as "boughtAt", coalesce(o.is_gift, false) as "isGift"
     from subscriptions s join plans p on p.id = s.plan_id left join grants g on g.subscription_id = s.id
       left join order_lines l on l.id = g.line_id left join orders o on o.id = l.order_id
     where s.user_id = $1 and s.status = 'active' and s.ends_at > $2 order by s.plan_id = $3 desc, s.id desc limit 1`,
    [userId, now, planId],
  )
  return plan
}
