import type { endpoints } from '#contract/http/endpoints.ts'
import type { InputOf } from '#contract/http/endpoint.ts'
import type { Locale } from '#contract/text/locale.ts'
import { messages } from '../runtime/messages.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { reviews } from '../db/schema/listening/reviews.ts'
import type { Failure } from '../runtime/failure.ts'
import { mayListen } from '../listening/entitlements.ts'
import type { AppContext } from '../context.ts'

type NewReview = InputOf<typeof endpoints.reviewAdd>

/** Adds a review, one per title, of a listener who may play the whole title (attack case 72). It is shown after moderation. */
export async function addReview(
  context: Pick<AppContext, 'db' | 'now'>,
  userId: number,
  { product, score, title, body }: NewReview,
  locale: Locale,
): Promise<object | Failure<'notFound' | 'noAccess' | 'alreadyReviewed'>> {
  const isAllowed = await mayListen(context, userId, product)
  if (isAllowed === undefined) return { fault: 'notFound' }
  if (!isAllowed) return { fault: 'noAccess' }
  // A user who signed in by mobile may have no name yet.
  const inserted = await context.db.query(
    `insert into reviews (product_id, user_id, name, score, title, body, status, created_at)
     select $1, $2, coalesce(nullif(u.first_name, ''), $3), $4, $5, $6, 'waiting', $7 from users u where u.id = $2
     on conflict (user_id, product_id) do nothing returning id`,
    [product, userId, messages(locale, 'catalog')('reviews.reviewer'), score, title, body, context.now()],
  )
  return inserted.length > 0 ? {} : { fault: 'alreadyReviewed' }
}

/** Those of the titles that the user has reviewed. */
export async function reviewedBy(db: Db, userId: number, productIds: readonly number[]): Promise<Set<number>> {
  const rows = await db.query<Pick<Row<typeof reviews>, 'product_id'>>(
    'select product_id from reviews where user_id = $1 and product_id = any($2)',
    [userId, productIds],
    'reviewed',
  )
  return new Set(rows.map(({ product_id }) => product_id))
}
