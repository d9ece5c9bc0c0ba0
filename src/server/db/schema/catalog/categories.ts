import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { productRef } from './catalog.ts'
import { digest, id, key, ref, translations, updatedAt } from '../columns.ts'

export const categories = pgTable(
  'categories',
  {
    id: id(),
    key: key(),
    kind: text('kind').$type<'genre' | 'kids' | 'languagelab'>().notNull(),
    name: text('name').notNull(),
    translations: translations(),
    position: integer('position').notNull().default(0),
    icon: text('icon'),
    digest: digest(),
    updatedAt: updatedAt(),
  },
  (t) => [check('categories_kind', sql`${t.kind} in ('genre','kids','languagelab')`)],
)

export const productCategories = pgTable(
  'product_categories',
  {
    productId: productRef(),
    categoryId: ref('category_id')
      .notNull()
      .references(() => categories.id),
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.categoryId] }),
    index('product_categories_category').on(t.categoryId, t.productId),
  ],
)
