import type { Db } from '../db/connect.ts'

const WANTED = 10

/** Same authors first, then the next titles of the same categories, then the popular shelf. Kids titles stay among themselves. */
const RELATED = `select p.id, array(
  select found.id from (
    (select x.product_id as id, 1 as tier, x.product_id as place from product_people m join product_people x on x.person_id = m.person_id and x.role = 'author'
      where m.product_id = p.id and m.role = 'author' and x.product_id <> p.id limit 12)
    union all
    (select n.product_id, 2, n.place from product_categories m cross join lateral (
        (select product_id, product_id as place from product_categories where category_id = m.category_id and product_id > p.id order by product_id limit 12)
        union all
        (select product_id, product_id + 1000000000 from product_categories where category_id = m.category_id and product_id < p.id order by product_id limit 12)
      ) n where m.product_id = p.id)
    union all
    (select s.product_id, 3, s.position from placements s where s.shelf = 'popular' and s.product_id <> p.id order by s.position limit 30)
  ) found join products q on q.id = found.id and q.status = 'published' and (q.audio_type = 'kids') = (p.audio_type = 'kids')
  group by found.id order by min(found.tier * 4000000000 + found.place) limit ${WANTED}
) as related from products p where p.id = any($1)`

export async function relatedIds(db: Db, ids: number[]): Promise<Map<number, number[]>> {
  const rows = await db.query<{ id: number; related: (string | number)[] }>(RELATED, [ids], 'related')
  return new Map(rows.map(({ id, related }) => [id, related.map(Number)]))
}
