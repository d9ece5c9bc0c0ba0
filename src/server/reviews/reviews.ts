import type { endpoints } from '#contract/endpoints.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { Locale } from '#contract/text.ts'
import { messages } from '../runtime/messages.ts'
import type { Db } from '../db/connect.ts'
import type { Failure } from '../runtime/failure.ts'
import { mayListen } from '../listening/entitlements.ts'

type Given = { db: Db; now: () => Date }
type Said = InputOf<typeof endpoints.reviewAdd>

/** Once for each title, by whoever may hear it whole (case 72). Nobody sees it before the shop has looked at it. */
export async function addReview(
  context: Given,
  userId: number,
  { product, score, title, body }: Said,
  locale: Locale,
): Promise<object | Failure<'notFound' | 'noAccess' | 'alreadyReviewed'>> {
  const may = await mayListen(context, userId, product)
  if (may === undefined) return { fault: 'notFound' }
  if (!may) return { fault: 'noAccess' }
  // Whoever signed in by mobile may have given no name yet.
  const taken = await context.db.query(
    `insert into reviews (product_id, user_id, name, score, title, body, status, created_at)
     select $1, $2, coalesce(nullif(u.first_name, ''), $3), $4, $5, $6, 'waiting', $7 from users u where u.id = $2
     on conflict (user_id, product_id) do nothing returning id`,
    [product, userId, messages(locale, 'catalog')('reviews.reviewer'), score, title, body, context.now()],
  )
  return taken.length > 0 ? {} : { fault: 'alreadyReviewed' }
}

/** Of these titles those that the listener has said something of. */
export async function reviewedBy(db: Db, userId: number, productIds: readonly number[]): Promise<Set<number>> {
  const rows = await db.query<{ product_id: number }>(
    'select product_id from reviews where user_id = $1 and product_id = any($2)',
    [userId, productIds],
    'reviewed',
  )
  return new Set(rows.map(({ product_id }) => product_id))
}
