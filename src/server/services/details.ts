import type { Product, ProductCard, Track } from '#contract/index.ts'
import type { Db } from '../db/connect.ts'
import { loadCards, loadProducts, trackOf, type TrackRow } from './products.ts'

export async function findProduct(db: Db, id: number): Promise<{ product: Product; neighbours: ProductCard[] } | undefined> {
  const [found] = await loadProducts(db, [id])
  if (!found) return undefined
  const { related_ids: related, ...product } = found
  return { product, neighbours: await loadCards(db, related) }
}

export async function findTracks(db: Db, id: number, offset: number, limit: number): Promise<{ tracks: Track[]; count: number } | undefined> {
  const [title] = await db.query<{ track_count: number }>(`select track_count from products where id = $1 and status = 'published'`, [id])
  if (!title) return undefined
  const rows = await db.query<TrackRow>(
    'select id, key, name, translations, seconds, position, is_free from tracks where product_id = $1 order by position offset $2 limit $3',
    [id, offset, limit],
  )
  return { tracks: rows.map(trackOf), count: title.track_count }
}
