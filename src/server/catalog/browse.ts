import type { Product, ProductCard, ProductType } from '#contract/catalog/catalog.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { products } from '../db/schema/catalog/catalog.ts'
import type { AudioTypeName } from '../db/schema/columns.ts'
import { listCategories } from './categories.ts'
import { loadCards, loadProducts } from './titles.ts'
import { SHOP_TYPES } from './shelves.ts'
import { parseAudioType, serializeAudioType } from './serializers.ts'

type TypeGroup = { count: number; all_product: ProductCard[]; named: { en: number; mr: number } }

/** A tab shows all titles of its type up to this number; search finds the others. */
const MAX_TITLES = 200

/** Titles by type; `family` selects all types. Every type has its count, only the selected types have titles. */
export async function browseTitles(db: Db, selected: string, category: string): Promise<Record<string, TypeGroup>> {
  const one = parseAudioType(selected)
  const types: AudioTypeName[] = one && !SHOP_TYPES.includes(one) ? [one] : SHOP_TYPES
  const categoryId = category === '' ? null : Number(/^\d{1,15}$/.exec(category)?.[0] ?? 0)
  const rows = await db.query<
    Pick<Row<typeof products>, 'id' | 'audio_type'> & { count: number; en: number; mr: number }
  >(
    `select * from (
       select p.id, p.audio_type, count(*) over (partition by p.audio_type) as count,
         count(*) filter (where p.translations ? 'en') over (partition by p.audio_type) as en,
         count(*) filter (where p.translations ? 'mr') over (partition by p.audio_type) as mr,
         row_number() over (partition by p.audio_type order by p.published desc, p.id desc) as place
       from products p where p.status = 'published' and p.audio_type = any($1)
         and ($2::bigint is null or exists (select 1 from product_categories l where l.product_id = p.id and l.category_id = $2))
     ) found where place <= $3 order by audio_type, place`,
    [types, categoryId, MAX_TITLES],
  )
  const shown = rows.filter(({ audio_type }) => !one || audio_type === one)
  const cards = await loadCards(
    db,
    shown.map(({ id }) => id),
  )
  return Object.fromEntries(
    types.map((type) => {
      const { count, en, mr } = rows.find(({ audio_type }) => audio_type === type) ?? { count: 0, en: 0, mr: 0 }
      const all = cards.filter(({ product_audio_type }) => product_audio_type === serializeAudioType(type))
      return [serializeAudioType(type), { count, all_product: all, named: { en, mr } }]
    }),
  )
}

export async function productTypes(db: Db, types: AudioTypeName[], kind: 'genre' | 'kids'): Promise<ProductType[]> {
  const counts = await db.query<Pick<Row<typeof products>, 'audio_type'> & { count: number }>(
    `select audio_type, count(*) from products where status = 'published' and audio_type = any($1) group by audio_type`,
    [types],
  )
  const categories = await listCategories(db, [kind])
  return types.map((type) => ({
    product_type_value: serializeAudioType(type),
    product_type_count: counts.find(({ audio_type }) => audio_type === type)?.count ?? 0,
    product_type_categories: categories,
  }))
}

export async function freeProducts(db: Db, type: AudioTypeName): Promise<Product[]> {
  const rows = await db.query<Pick<Row<typeof products>, 'id'>>(
    `select id from products where audio_type = $1 and is_free and status = 'published' order by published desc, id desc limit $2`,
    [type, MAX_TITLES],
  )
  return loadProducts(
    db,
    rows.map(({ id }) => id),
  )
}
