import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { people, products } from '../db/schema/catalog.ts'
import type { ExpandedQuery } from './expand-query.ts'

/** Rank by: exact name, prefix of a name, name that sounds equal, its prefix, words of the name, words with people, prefixes of words, one typing error. */
function tierOf(titleKeys: string, words: number): string {
  const each = (offset: number) =>
    Array.from({ length: words }, (_, index) => `p.search_keys && $${offset + index}::text[]`).join(' and ')
  return `case when p.search_text like '%|' || $1 || '|%' then 0 when p.search_text like '%|' || $1 || '%' then 1
    when p.${titleKeys} @> array[$2] then 2 when p.${titleKeys} && $3::text[] then 3 when p.${titleKeys} @> $4::text[] then 4
    when p.search_keys @> $4::text[] then 5 when ${each(5 + words)} then 6 else 7 end`
}

/** Every word must match. A name that begins with the text matches every word anyway. */
function conditionOf(words: number): string {
  return Array.from({ length: words }, (_, index) => `p.search_keys && $${5 + index}::text[]`).join(' and ')
}

function valuesOf({ text, whole, wholePrefixed, exact: keys, words }: ExpandedQuery): unknown[] {
  return [
    text,
    whole,
    wholePrefixed,
    keys,
    ...words.map(({ exact, prefixed, near }) => [exact, ...prefixed, ...near]),
    ...words.map(({ exact, prefixed }) => [exact, ...prefixed]),
  ]
}

export type Match = Pick<Row<typeof products>, 'id' | 'audio_type'> & { count: number; tier: number }

/** The best titles of every type, best first, each with the number of matches of its type. Not a prepared statement: the plan depends on how rare the words are. */
export function matchTitles(db: Db, query: ExpandedQuery, perType: number): Promise<Match[]> {
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

/** Ids of matching authors; other people have no page. */
export async function matchAuthors(db: Db, query: ExpandedQuery, limit: number): Promise<number[]> {
  const words = query.words.length
  const rows = await db.query<Pick<Row<typeof people>, 'id'>>(
    `select p.id, ${tierOf('search_keys', words)} as tier from people p where ${conditionOf(words)}
       and exists (select 1 from product_people l join products q on q.id = l.product_id where l.person_id = p.id and l.role = 'author' and q.status = 'published')
     order by tier, p.popular nulls last, p.id limit $${5 + 2 * words}`,
    [...valuesOf(query), limit],
  )
  return rows.map(({ id }) => id)
}
