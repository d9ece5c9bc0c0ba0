import type { endpoints } from '#contract/endpoints.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { Db } from '../db/connect.ts'
import { coveredTypes, rightsOf } from '../listening/entitlements.ts'
import { progressOf } from '../listening/progress.ts'
import { reviewedBy } from '../reviews/reviews.ts'

type Reply = Omit<ReplyOf<typeof endpoints.titleAccess>, 'status'>

/** What pages need to know of their titles for one listener, in one call. */
export async function accessToTitles(
  context: { db: Db; now: () => Date },
  userId: number,
  productIds: readonly number[],
): Promise<Reply> {
  const [rights, progress, types, reviewed] = await Promise.all([
    rightsOf(context, userId, productIds),
    progressOf(context.db, userId, productIds),
    coveredTypes(context, userId),
    reviewedBy(context.db, userId, productIds),
  ])
  const titles = [...rights.values()].map(({ id, isFree, isPurchased, covered, access, how }) => {
    const { last, completion, places } = progress(id)
    const shown = { is_free: isFree, is_purchased: isPurchased, in_library: how !== null, covered, access }
    const said = { may_review: access === 'play' && !reviewed.has(id), has_reviewed: reviewed.has(id) }
    return { product_id: id, ...shown, ...said, last_place: last, total_tracks_completion: completion, places }
  })
  return { is_subscribed: types !== undefined, titles }
}
