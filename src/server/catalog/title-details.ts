import type { Product, ProductCard, Track } from '#contract/catalog.ts'
import type { Db } from '../db/connect.ts'
import { batchLoader } from '../runtime/batch-loader.ts'
import { createCache } from './cache.ts'
import { loadCards, loadProducts, trackOf, type TrackRow } from './titles.ts'

export type Details = { product: Product; neighbours: ProductCard[] }

/** Finds a title with its neighbours; undefined when there is none. Keeps what it read until the catalog changes. */
export function createDetails(db: Db): (id: number) => Promise<Details | undefined> {
  const products = batchLoader((ids) => loadProducts(db, ids))
  const cards = batchLoader((ids) => loadCards(db, ids))
  const keepDetails = createCache<Details | undefined>(db)
  const keepCard = createCache<ProductCard | undefined>(db)
  const cardOf = (id: number) => keepCard(String(id), async () => (await cards([id]))[0])

  async function read(id: number): Promise<Details | undefined> {
    const [found] = await products([id])
    if (!found) return undefined
    const { related_ids: related, ...product } = found
    const neighbours = await Promise.all(related.map(cardOf))
    return { product, neighbours: neighbours.filter((card) => card !== undefined) }
  }
  return (id) => keepDetails(String(id), () => read(id))
}

const TRACK = 'select id, key, name, translations, seconds, position, is_free from tracks'

export async function findTracks(
  db: Db,
  id: number,
  offset: number,
  limit: number,
): Promise<{ tracks: Track[]; count: number } | undefined> {
  const [title] = await db.query<{ track_count: number }>(
    `select track_count from products where id = $1 and status = 'published'`,
    [id],
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
