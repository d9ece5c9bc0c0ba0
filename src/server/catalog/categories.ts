import type { Category, CategorySlider, ProductCard } from '#contract/catalog/catalog.ts'
import type { Cursor } from '#contract/http/cursor.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { categories } from '../db/schema/catalog/categories.ts'
import { loadCards } from './titles.ts'
import { serializeTranslations } from './serializers.ts'

type Kind = Category['kind']
type CategoryRow = Pick<Row<typeof categories>, 'id' | 'name' | 'translations' | 'icon' | 'kind'>
const COLUMNS = 'c.id, c.name, c.translations, c.icon, c.kind'

function categoryOf({ id, name, translations, icon, kind }: CategoryRow): Category {
  return { id, name, custom_translation: serializeTranslations(translations), icon_image: icon, kind }
}

export async function listCategories(db: Db, kinds: Kind[]): Promise<Category[]> {
  const rows = await db.query<CategoryRow>(
    `select ${COLUMNS} from categories c where c.kind = any($1) order by c.kind, c.position, c.id`,
    [kinds],
  )
  return rows.map(categoryOf)
}

export async function findCategory(db: Db, id: number, kind: Kind): Promise<Category | undefined> {
  const [row] = await db.query<CategoryRow>(`select ${COLUMNS} from categories c where c.id = $1 and c.kind = $2`, [
    id,
    kind,
  ])
  return row && categoryOf(row)
}

/** A page of titles, newest first. `next`: the cursor of the next page. */
type CardPage = { cards: ProductCard[]; next: Cursor | undefined; count: number }

export async function categoryPage(db: Db, category: number, limit: number, after?: Cursor): Promise<CardPage> {
  const rows = await db.query<Cursor>(
    `select p.id, p.published from product_categories l join products p on p.id = l.product_id
     where l.category_id = $1 and p.status = 'published' and ($2::date is null or (p.published, p.id) < ($2, $3))
     order by p.published desc, p.id desc limit $4`,
    [category, after?.published ?? null, after?.id ?? 0, limit + 1],
  )
  const page = rows.slice(0, limit)
  return {
    cards: await loadCards(
      db,
      page.map(({ id }) => id),
    ),
    next: rows.length > limit ? page.at(-1) : undefined,
    count: await countTitles(db, category),
  }
}

async function countTitles(db: Db, category: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*) from product_categories l join products p on p.id = l.product_id where l.category_id = $1 and p.status = 'published'`,
    [category],
  )
  return row?.count ?? 0
}

/** Categories of a kind, each with its newest titles; empty ones are left out. */
export async function categorySliders(db: Db, kind: Kind, perSlider: number): Promise<CategorySlider[]> {
  const all = await listCategories(db, [kind])
  // int8[] comes as text.
  const rows = await db.query<{ category_id: number; ids: (string | number)[] }>(
    `select c.id as category_id, array(select p.id from product_categories l join products p on p.id = l.product_id
       where l.category_id = c.id and p.status = 'published' order by p.published desc, p.id desc limit $2) as ids
     from categories c where c.id = any($1)`,
    [all.map(({ id }) => id), perSlider],
  )
  const idsOf = new Map(rows.map(({ category_id, ids }) => [category_id, ids.map(Number)]))
  const cards = await loadCards(db, [...new Set([...idsOf.values()].flat())])
  const byId = new Map(cards.map((card) => [card.id, card]))
  return all.flatMap(({ id, name, custom_translation }) => {
    const products = (idsOf.get(id) ?? []).flatMap((product) => byId.get(product) ?? [])
    return products.length > 0 ? [{ id, name, custom_translation, products }] : []
  })
}
