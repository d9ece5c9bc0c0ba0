import type { endpoints } from '#contract/http/endpoints.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { entitlementsOf, type Entitlement } from '../listening/entitlements.ts'
import { progressOf } from '../listening/title-progress.ts'
import { coveredTypes, runningPlanNames } from '../plans/subscriptions.ts'
import { reviewedBy } from '../reviews/reviews.ts'
import type { AppContext } from '../context.ts'

type Reply = Omit<ReplyOf<typeof endpoints.titleAccess>, 'status'>

/** Everything that pages show of their titles for one listener, in one call. */
export async function accessToTitles(
  context: Pick<AppContext, 'db' | 'now'>,
  userId: number,
  productIds: readonly number[],
): Promise<Reply> {
  const [entitlements, progress, types, reviewed] = await Promise.all([
    entitlementsOf(context, userId, productIds),
    progressOf(context.db, userId, productIds),
    coveredTypes(context, userId),
    reviewedBy(context.db, userId, productIds),
  ])
  const isOutside = ({ access }: Entitlement) => types !== undefined && (access === 'subscribe' || access === 'cart')
  const plans = [...entitlements.values()].some(isOutside) ? await runningPlanNames(context, userId) : []
  const titles = [...entitlements.values()].map((entitlement) => {
    const { id, isFree, isPurchased, covered, access, controls, how } = entitlement
    const { last, completion, places } = progress(id)
    const outside = isOutside(entitlement) ? { outside_plans: plans } : {}
    const rights = {
      ...outside,
      is_free: isFree,
      is_purchased: isPurchased,
      in_library: how !== null,
      covered,
      access,
      controls,
    }
    const review = { may_review: access === 'play' && !reviewed.has(id), has_reviewed: reviewed.has(id) }
    return { product_id: id, ...rights, ...review, last_place: last, total_tracks_completion: completion, places }
  })
  return { is_subscribed: types !== undefined, titles, now: context.now().toISOString() }
}
