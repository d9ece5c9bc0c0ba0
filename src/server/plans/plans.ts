import { toAmount } from '#contract/money/money.ts'
import type { Plan } from '#contract/catalog/site.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { planAudioTypes, plans } from '../db/schema/orders/plans.ts'
import { audioTypeId, serializeTranslations } from '../catalog/serializers.ts'

type PlanRow = Row<typeof plans> & { types: Row<typeof planAudioTypes>['audio_type'][] }

/** Plans by duration; plans that cannot be bought come last. */
export async function listPlans(db: Db): Promise<Plan[]> {
  const rows = await db.query<PlanRow>(
    `select p.*, array(select audio_type from plan_audio_types t where t.plan_id = p.id) as types from plans p order by p.can_purchase desc, p.duration_days, p.id`,
  )
  return rows.map((plan) => ({
    id: plan.id,
    variant: plan.variant,
    subscription_duration: plan.duration_days,
    can_purchase: plan.can_purchase,
    per_day_price: plan.per_day_price,
    price: toAmount(plan.price_usd),
    inr_price: toAmount(plan.price_inr),
    discounted_inr_price: toAmount(plan.discounted_inr),
    custom_translation: serializeTranslations(plan.translations),
    subscription_price: [
      { currency: 'INR', ...toAmount(plan.price_inr) },
      { currency: 'USD', ...toAmount(plan.price_usd) },
    ],
    audio_types: plan.types
      .map((type) => ({ audio_type_id: audioTypeId(type) }))
      .toSorted((a, b) => a.audio_type_id - b.audio_type_id),
  }))
}
