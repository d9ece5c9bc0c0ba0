import type { Db } from '../db/connect.ts'
import type { StoredType } from '../catalog/serializers.ts'
import type { Expanded } from './expand-query.ts'

/** Exact name, begun name, name that sounds so, words in the name, words with people, begun words, one typing error. */
function tierOf(titleKeys: string, words: number): string {
  const each = (offset: number) =>
    Array.from({ length: words }, (_, index) => `p.search_keys && $${offset + index}::text[]`).join(' and ')
  return `case when p.search_text like '%|' || $1 || '|%' then 0 when p.search_text like '%|' || $1 || '%' then 1
    when p.${titleKeys} @> array[$2] then 2 when p.${titleKeys} && $3::text[] then 3 when p.${titleKeys} @> $4::text[] then 4
    when p.search_keys @> $4::text[] then 5 when ${each(5 + words)} then 6 else 7 end`
}

/** Every word must be there; that a name begins with the text follows from it. */
function conditionOf(words: number): string {
  return Array.from({ length: words }, (_, index) => `p.search_keys && $${5 + index}::text[]`).join(' and ')
}

function valuesOf({ text, whole, wholeBegun, exact: keys, words }: Expanded): unknown[] {
  return [
    text,
    whole,
    wholeBegun,
    keys,
    ...words.map(({ exact, begun, near }) => [exact, ...begun, ...near]),
    ...words.map(({ exact, begun }) => [exact, ...begun]),
  ]
}

export type Match = { id: number; audio_type: StoredType; count: number; tier: number }

/** Not prepared by name: how rare the words are decides the plan. Best titles of every type, best first, with how many the type has in all. */
export function matchTitles(db: Db, query: Expanded, perType: number): Promise<Match[]> {
  const words = query.words.length
  return db.query<Match>(
    `select id, audio_type, count, tier from (
       select *, count(*) over (partition by audio_type) as count,
         row_number() over (partition by audio_type order by tier, published desc, id desc) as place
       from (select p.id, p.audio_type, p.published, ${tierOf('title_keys', words)} as tier
         from products p where p.status = 'published' and ${conditionOf(words)}) found
     ) ranked where place <= $${5 + 2 * words} order by tier, published desc, id desc`,
    [...valuesOf(query), perType],
  )
}

/** Writers, because only they have a page. */
export async function matchAuthors(db: Db, query: Expanded, limit: number): Promise<number[]> {
  const words = query.words.length
  const rows = await db.query<{ id: number }>(
    `select p.id, ${tierOf('search_keys', words)} as tier from people p where ${conditionOf(words)}
       and exists (select 1 from product_people l join products q on q.id = l.product_id where l.person_id = p.id and l.role = 'author' and q.status = 'published')
     order by tier, p.popular nulls last, p.id limit $${5 + 2 * words}`,
    [...valuesOf(query), limit],
  )
  return rows.map(({ id }) => id)
}
