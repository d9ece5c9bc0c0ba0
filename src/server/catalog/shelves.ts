import type { Author, ProductCard } from '#contract/catalog/catalog.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { products } from '../db/schema/catalog/catalog.ts'
import type { AudioTypeName } from '../db/schema/columns.ts'
import { AUTHOR_COLUMNS, authorOf, HAS_PAGE, type AuthorRow } from './authors.ts'
import { loadCards } from './titles.ts'

export type Shelf = 'trending' | 'editors_pick' | 'popular' | 'featured' | 'evergreen'
/** The audio types of the main shop; kids titles and courses have their own parts. */
export const SHOP_TYPES: AudioTypeName[] = ['audiobook', 'original', 'podcast']

export async function shelfCards(db: Db, shelf: Shelf, types: AudioTypeName[], limit: number): Promise<ProductCard[]> {
  const rows = await db.query<Pick<Row<typeof products>, 'id'>>(
    `select p.id from placements s join products p on p.id = s.product_id
     where s.shelf = $1 and p.audio_type = any($2) and p.status = 'published' order by s.position, p.id limit $3`,
    [shelf, types, limit],
    'shelf',
  )
  return loadCards(
    db,
    rows.map(({ id }) => id),
  )
}

export async function latestCards(db: Db, types: AudioTypeName[], limit: number): Promise<ProductCard[]> {
  const rows = await db.query<Pick<Row<typeof products>, 'id'>>(
    `select id from products where audio_type = any($1) and status = 'published' order by published desc, id desc limit $2`,
    [types, limit],
    'latest',
  )
  return loadCards(
    db,
    rows.map(({ id }) => id),
  )
}

export async function popularAuthors(db: Db, limit: number): Promise<Author[]> {
  const rows = await db.query<AuthorRow>(
    `select ${AUTHOR_COLUMNS} from people e where e.popular is not null and ${HAS_PAGE} order by e.popular, e.id limit $1`,
    [limit],
  )
  return rows.map(authorOf)
}
