import { sql } from 'drizzle-orm'
import { check, index, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core'
import { productRef } from '../catalog/catalog.ts'
import { id, moment, ref } from '../columns.ts'

/** Of imports and of listeners; moderators approve those of listeners. */
export const reviews = pgTable(
  'reviews',
  {
    id: id(),
    /** Null for reviews of listeners; only imported reviews have a key. */
    key: text('key').unique(),
    productId: productRef(),
    userId: ref('user_id'),
    name: text('name').notNull(),
    score: smallint('score').notNull(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    status: text('status').notNull().default('waiting'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [
    check('reviews_score', sql`${t.score} between 1 and 5`),
    check('reviews_status', sql`${t.status} in ('waiting','approved','rejected')`),
    unique('reviews_once').on(t.userId, t.productId),
    index('reviews_product')
      .on(t.productId)
      .where(sql`status = 'approved'`),
  ],
)
