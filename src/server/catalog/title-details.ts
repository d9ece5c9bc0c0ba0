import type { Product, ProductCard, Track } from '#contract/catalog.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { products } from '../db/schema/catalog.ts'
import { batchLoader } from '../runtime/batch-loader.ts'
import { createCache } from './cache.ts'
import { createCards } from './titles.ts'
import { loadProducts, trackOf, type TrackRow } from './titles.ts'

export type Details = { product: Product; related: ProductCard[] }

/** Finds a title with its related titles; undefined when there is none. Caches both until the catalog changes. */
export function createDetails(db: Db): (id: number) => Promise<Details | undefined> {
  const products = batchLoader((ids) => loadProducts(db, ids))
  const cards = createCards(db)
  const detailsCache = createCache<Details | undefined>(db)

  async function read(id: number): Promise<Details | undefined> {
    const [found] = await products([id])
    if (!found) return undefined
    const { related_ids, ...product } = found
    return { product, related: await cards(related_ids) }
  }
  return (id) => detailsCache(String(id), () => read(id))
}

const TRACK = 'select id, key, name, translations, seconds, position, is_free from tracks'

export async function findTracks(
  db: Db,
  id: number,
  offset: number,
  limit: number,
): Promise<{ tracks: Track[]; count: number } | undefined> {
  const [title] = await db.query<Pick<Row<typeof products>, 'track_count'>>(
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
