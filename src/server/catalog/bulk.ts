import type { Author, Category } from '#contract/catalog/catalog.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { products } from '../db/schema/catalog/catalog.ts'
import type { productCategories } from '../db/schema/catalog/categories.ts'
import type { catalogVersion as catalogVersions } from '../db/schema/state.ts'
import { AUTHOR_COLUMNS, authorOf, HAS_PAGE, type AuthorRow } from './authors.ts'
import { listCategories } from './categories.ts'
import { loadProducts, type ProductWithRelated } from './titles.ts'

export async function catalogVersion(db: Db): Promise<{ version: string; updated_at: string; titles: number }> {
  const [row] = await db.query<
    Pick<Row<typeof catalogVersions>, 'instance' | 'revision' | 'updated_at'> & { titles: number }
  >(
    `select instance, revision, updated_at, (select count(*) from products where status = 'published') as titles from catalog_version`,
  )
  if (!row) throw new Error('catalog_version has no row')
  return {
    version: `${row.instance.slice(0, 12)}-${row.revision}`,
    updated_at: row.updated_at.toISOString(),
    titles: row.titles,
  }
}

type Page<Item> = { data: Item[]; next: number | null }

/** The published titles among these ids. */
export async function productsOf(db: Db, ids: number[]): Promise<Page<ProductWithRelated>> {
  return { data: await loadProducts(db, ids), next: null }
}

export async function productPage(db: Db, after: number, limit: number): Promise<Page<ProductWithRelated>> {
  const rows = await db.query<Pick<Row<typeof products>, 'id'>>(
    `select id from products where id > $1 and status = 'published' order by id limit $2`,
    [after, limit],
  )
  const ids = rows.map(({ id }) => id)
  return { data: await loadProducts(db, ids), next: nextOf(ids, limit) }
}

/** Who wrote or read a published title. `ids`: only these people. */
export async function authorPage(
  db: Db,
  after: number,
  limit: number,
  ids?: number[],
): Promise<Page<Author & { product_ids: number[]; narrated_ids: number[] }>> {
  const titlesAs = (role: 'author' | 'artist') =>
    `array(select p.id from product_people l join products p on p.id = l.product_id
       where l.person_id = e.id and l.role = '${role}' and p.status = 'published' order by p.published desc, p.id desc)`
  // int8[] comes as text.
  const rows = await db.query<AuthorRow & Record<'titles' | 'narrated', (string | number)[]>>(
    `select ${AUTHOR_COLUMNS}, ${titlesAs('author')} as titles, ${titlesAs('artist')} as narrated
     from people e where e.id > $1 and ($3::bigint[] is null or e.id = any($3))
       and ${HAS_PAGE}
     order by e.id limit $2`,
    [after, limit, ids ?? null],
  )
  return {
    data: rows.map((row) => ({
      ...authorOf(row),
      product_ids: row.titles.map(Number),
      narrated_ids: row.narrated.map(Number),
    })),
    next: nextOf(
      rows.map(({ id }) => id),
      limit,
    ),
  }
}

export async function allCategories(db: Db): Promise<(Category & { product_ids: number[] })[]> {
  const categories = await listCategories(db, ['genre', 'kids', 'languagelab'])
  const rows = await db.query<Pick<Row<typeof productCategories>, 'category_id'> & { ids: number[] }>(
    `select l.category_id, jsonb_agg(p.id order by p.published desc, p.id desc) as ids
     from product_categories l join products p on p.id = l.product_id where p.status = 'published' group by l.category_id`,
  )
  const titles = new Map(rows.map(({ category_id, ids }) => [category_id, ids]))
  return categories.map((category) => ({ ...category, product_ids: titles.get(category.id) ?? [] }))
}

/** The last id of a full page, which may have a next one. */
function nextOf(ids: number[], limit: number): number | null {
  return ids.length === limit ? (ids.at(-1) ?? null) : null
}
