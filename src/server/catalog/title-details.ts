import type { Product, ProductCard, Track } from '#contract/catalog/catalog.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { products } from '../db/schema/catalog/catalog.ts'
import { batchLoader } from '../runtime/batch-loader.ts'
import { createCache } from './cache/cache.ts'
import { joinTexts, type CardTexts } from './cache/card-texts.ts'
import { isOpenTo } from './offer-columns.ts'
import { loadOpenProducts, loadProducts, trackOf, type TrackRow } from './titles.ts'

/**
 * Makes the reply about a title with its related titles; undefined when there is none. Replies are cached as JSON in UTF-8 until
 * the catalog changes.
 */
export function createDetails(db: Db, cardTexts: CardTexts): (id: number) => Promise<Buffer | undefined> {
  const products = batchLoader((ids) => loadProducts(db, ids))
  const replies = createCache<Buffer | undefined>(db)

  async function makeReply(id: number, revision: string): Promise<Buffer | undefined> {
    const [found] = await products([id])
    if (!found) return undefined
    const { related_ids: ids, ...product } = found
    const related = await cardTexts(revision, ids)
    return joinReply(
      product,
      related.map(({ text }) => text),
    )
  }
  return (id) => replies(String(id), (revision) => makeReply(id, revision))
}

/** `ReplyOf` the endpoint productDetails. */
function joinReply(product: Product, cards: Buffer[]): Buffer {
  const start = `{"status":true,"product_details":[${JSON.stringify(product)}],"category_product_list":[`
  return Buffer.concat([Buffer.from(start), ...joinTexts(cards), Buffer.from(']}')])
}

/** A title that the shop no longer shows, for a listener who owns it. */
export async function findWithdrawn(
  db: Db,
  id: number,
  userId: number,
): Promise<{ product: Product; related: ProductCard[] } | undefined> {
  const [found] = await loadOpenProducts(db, [id], userId)
  if (!found) return undefined
  const { related_ids: _related, ...product } = found
  return { product, related: [] }
}

const TRACK = `select id, key, name, translations, seconds, position, is_free, episode_published from current_tracks`

/** `userId`: a listener, who also has the tracks of withdrawn titles that they own. */
export async function findTracks(
  db: Db,
  id: number,
  offset: number,
  limit: number,
  userId = 0,
): Promise<{ tracks: Track[]; count: number } | undefined> {
  const [title] = await db.query<Pick<Row<typeof products>, 'track_count'>>(
    `select p.track_count from products p where p.id = $1 and ${isOpenTo('$2')}`,
    [id, userId],
  )
  if (!title) return undefined
  const rows = await db.query<TrackRow>(`${TRACK} where product_id = $1 order by position offset $2 limit $3`, [
    id,
    offset,
    limit,
  ])
  return { tracks: rows.map(trackOf), count: title.track_count }
}

export async function findTrack(db: Db, id: number): Promise<Track | undefined> {
  const [row] = await db.query<TrackRow>(`${TRACK} where id = $1`, [id])
  return row && trackOf(row)
}
