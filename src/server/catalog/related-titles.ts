import type { Db } from '../db/connect.ts'

const RELATED_COUNT = 10

/** Titles of the same authors first, then the next titles of the same categories, then the popular shelf. Kids titles relate only to kids titles. */
const RELATED = `update products t set related = new.related from (select p.id, array(
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
  group by found.id order by min(found.tier * 4000000000 + found.place) limit ${RELATED_COUNT}
) as related from products p where p.status = 'published' and p.id > $1 and p.id <= $2) new
  where t.id = new.id and t.related <> new.related returning 1`

const BATCH = 2_000

/** Stores the related titles of each title and returns how many titles changed: finding them at every request is too slow. */
export async function relateTitles(db: Db): Promise<number> {
  const [last] = await db.query<{ id: number | null }>('select max(id) as id from products')
  let changed = 0
  for (let from = 0; from < (last?.id ?? 0); from += BATCH)
    changed += (await db.query(RELATED, [from, from + BATCH])).length
  return changed
}
