import { slug } from '#brand/brand.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import type { LibraryProduct } from '#contract/library/library.ts'
import type { Product, Track } from '#contract/catalog/catalog.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { isOwned, OWNED } from '../db/ownership.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { products } from '../db/schema/catalog/catalog.ts'
import type { Failure } from '../runtime/failure.ts'
import { entitlementsOf, type Entitlement, type How } from '../listening/entitlements.ts'
import { isOpenTo } from '../catalog/offer-columns.ts'
import { loadOpenProducts } from '../catalog/titles.ts'
import { progressOf, type Progress } from '../listening/title-progress.ts'
import { daysLeft, runningPlan } from '../plans/subscriptions.ts'
import type { AppContext } from '../context.ts'

type ShelfReply = Omit<ReplyOf<typeof endpoints.myShelf>, 'status'>
type LibraryReply = Omit<ReplyOf<typeof endpoints.myLibrary>, 'status'>

const DEFAULT_LIMIT = 10
const MAX_LIMIT = 50
const MAX_PURCHASES = 100

/** Adds a title to a library; call it in the transaction that granted the access. A purchase or gift is never downgraded. */
export async function grant(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  userId: number,
  productId: number,
  how: How,
): Promise<void> {
  await db.query(
    `insert into library_entries as e (user_id, product_id, how, added_at) values ($1, $2, $3, $4)
     on conflict (user_id, product_id) do update set how = excluded.how
     where not (${isOwned('e')}) and ${isOwned('excluded')}`,
    [userId, productId, how, now()],
  )
}

/** Adds a title that the listener may play (attack case 50). */
export async function addToLibrary(
  context: Pick<AppContext, 'db' | 'now'>,
  userId: number,
  productId: number,
): Promise<object | Failure<'notFound' | 'noAccess'>> {
  const entitlement = (await entitlementsOf(context, userId, [productId])).get(productId)
  if (!entitlement) return { fault: 'notFound' }
  if (entitlement.access !== 'play') return { fault: 'noAccess' }
  await grant(context, userId, productId, entitlement.isFree ? 'free' : 'subscription')
  return {}
}

export async function libraryPage(
  context: Pick<AppContext, 'db' | 'now'>,
  userId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<LibraryReply> {
  const from = Math.min(Math.max(0, offset), 100_000)
  const size = Math.min(Math.max(1, limit || DEFAULT_LIMIT), MAX_LIMIT)
  const rows = await context.db.query<Pick<Row<typeof products>, 'id'>>(
    `select p.id from library_entries e join products p on p.id = e.product_id where e.user_id = $1 and ${isOpenTo('$1')}
     order by e.added_at desc, p.id desc offset $2 limit $3`,
    [userId, from, size],
  )
  const { count, seconds } = await countOf(context.db, userId, ['purchase', 'subscription', 'free', 'gift'])
  return {
    data: {
      mylibrary_products: await ownTitles(context, userId, rows.map(idOf)),
      mylibrary_products_count: count,
      mylibrary_runtime: seconds,
    },
  }
}

export async function myShelf(context: Pick<AppContext, 'db' | 'now'>, userId: number): Promise<ShelfReply> {
  const { db, now } = context
  const [plan, played, bought, { count, seconds }] = await Promise.all([
    runningPlan(context, userId),
    db.query<Pick<Row<typeof products>, 'id'>>(
      `select l.product_id as id from listening_positions l join products p on p.id = l.product_id
       where l.user_id = $1 and l.played_at is not null and ${isOpenTo('$1')} group by l.product_id order by max(l.played_at) desc limit $2`,
      [userId, DEFAULT_LIMIT],
    ),
    db.query<Pick<Row<typeof products>, 'id'>>(
      `select p.id from library_entries e join products p on p.id = e.product_id where e.user_id = $1 and e.how = any($2) and ${isOpenTo('$1')}
       order by e.added_at desc, p.id desc limit $3`,
      [userId, OWNED, MAX_PURCHASES],
    ),
    countOf(db, userId, OWNED),
  ])
  const last = await ownTitles(context, userId, played.map(idOf))
  return {
    renew_in: plan ? daysLeft(plan, now()) : null,
    [`my_${slug}_runtime` as const]: seconds,
    last_browse: last,
    latest_track: last[0]?.last_product_track ?? null,
    purchased_products: await ownTitles(context, userId, bought.map(idOf)),
    purchased_products_count: count,
  }
}

const idOf = ({ id }: { id: number }): number => id

async function countOf(db: Db, userId: number, how: readonly How[]): Promise<{ count: number; seconds: number }> {
  const [row] = await db.query<{ count: number; seconds: number }>(
    `select count(*) as count, round(coalesce(sum(p.total_seconds), 0)::numeric, 2) as seconds from library_entries e join products p on p.id = e.product_id
     where e.user_id = $1 and e.how = any($2) and ${isOpenTo('$1')}`,
    [userId, how],
  )
  return row ?? { count: 0, seconds: 0 }
}

/** Titles with the entitlement and the progress of the listener. */
async function ownTitles(
  context: Pick<AppContext, 'db' | 'now'>,
  userId: number,
  ids: number[],
): Promise<LibraryProduct[]> {
  if (ids.length === 0) return []
  const [titles, entitlements, progress] = await Promise.all([
    loadOpenProducts(context.db, ids, userId),
    entitlementsOf(context, userId, ids),
    progressOf(context.db, userId, ids),
  ])
  return titles.map(({ related_ids: _related, ...product }) =>
    ownTitle(product, entitlements.get(product.id), progress(product.id)),
  )
}

function ownTitle(
  product: Product,
  entitlement: Entitlement | undefined,
  { last, completion }: Progress,
): LibraryProduct {
  const track: Track | undefined = product.producttracks.find(({ id }) => id === last?.track_id)
  return {
    ...product,
    is_purchased: entitlement?.isPurchased ?? false,
    last_product_track: track ?? null,
    total_tracks_completion: completion,
    access: entitlement?.access ?? 'cart',
    last_place: last,
    how: entitlement?.how ?? null,
    added_at: entitlement?.addedAt?.toISOString() ?? null,
  }
}
