import type { Db } from '../../db/connect.ts'
import type { StoredTranslations } from '../../db/schema/columns.ts'
import { namesOf } from '../orders/order-reply.ts'

export type Author = { id: number; names: { en?: string; mr?: string } }

/** The authors of titles, in the order in which the titles name them. */
export async function authorsOf(db: Db, productIds: readonly number[]): Promise<Map<number, Author[]>> {
  const rows = await db.query<{ productId: number; id: number; translations: StoredTranslations }>(
    `select r.product_id as "productId", p.id, p.translations from product_people r join people p on p.id = r.person_id
     where r.role = 'author' and r.product_id = any($1) order by r.product_id, r.position, p.id`,
    [[...new Set(productIds)]],
  )
  const authors = new Map<number, Author[]>()
  for (const { productId, id, translations } of rows) {
    const author = { id, names: namesOf({ translations, isPlan: false }) }
    authors.set(productId, [...(authors.get(productId) ?? []), author])
  }
  return authors
}

/** Parts that add up to the amount and differ by one at most, the larger first. */
export function splitEvenly(amount: number, parts: number): number[] {
  const [base, rest] = [Math.floor(amount / parts), ((amount % parts) + parts) % parts]
  return Array.from({ length: parts }, (_, at) => base + (at < rest ? 1 : 0))
}
