import type { StoredTranslations } from '../../db/schema/columns.ts'
import type { AudioTypeName } from '../../db/schema/columns.ts'
import type { Locale } from '#contract/text/locale.ts'
import type { Db } from '../../db/connect.ts'
import { IS_READABLE_CUE, READABLE, readerValues, type Reader } from '../access.ts'
import type { LineQuery, LineWord } from './line-query.ts'

export type LineHit = {
  product_id: number
  slug: string
  audio_type: AudioTypeName
  name: string
  translations: StoredTranslations
  track_id: number | null
  track_translations: StoredTranslations | null
  map_url: string | null
  locale: Locale
  number: number
  start: number | null
  end: number | null
  text: string
  speaker: string | null
}

/** More lines with the same words are not told apart by reading them all. */
const MAX_HITS = 2_000
/** These are compared word by word. */
const MAX_COMPARED = 60
/** Words of which pairs are looked for when no line has most of them. */
const MAX_PAIRED = 4

/** Lists of words that a line must have together; the first ways ask for all words, the later ones for fewer. */
function waysOf(words: readonly LineWord[]): number[][][] {
  const rarest = words.map((word, place) => ({ place, lines: word.lines })).toSorted((a, b) => a.lines - b.lines)
  const places = rarest.filter(({ lines }) => lines > 0).map(({ place }) => place)
  const [all, few] = [places, places.slice(0, MAX_PAIRED)]
  const allButOne = all.length > 2 ? all.map((left) => all.filter((place) => place !== left)) : []
  const pairs = few.flatMap((one, at) => few.slice(at + 1).map((other) => [one, other]))
  return [[all], allButOne, all.length > 3 ? pairs : []].filter((way) => way.length > 0 && (way[0]?.length ?? 0) > 0)
}

/**
 * Lines that have most of the words and that the reader may read, the likely ones first. Each next way is only tried when the one
 * before found nothing.
 */
export async function lineHits(
  db: Db,
  reader: Reader,
  query: LineQuery,
  productId: number | undefined,
): Promise<LineHit[]> {
  for (const way of waysOf(query.words)) {
    const { hits, isCut } = await hitsOf(db, reader, query, { way, productId })
    if (hits.length > 0) return hits
    // So many lines have these words that those of this reader may be beyond the limit.
    const own = isCut ? await hitsOf(db, reader, query, { way, productId, isOwnOnly: true }) : undefined
    if (own && own.hits.length > 0) return own.hits
  }
  return []
}

type Asked = { way: number[][]; productId: number | undefined; isOwnOnly?: boolean }

async function hitsOf(db: Db, reader: Reader, { words }: LineQuery, { way, productId, isOwnOnly = false }: Asked) {
  const values: unknown[] = [...readerValues(reader)]
  const parameter = (value: unknown) => `$${values.push(value)}`
  const lists = words.map(({ exact, near }) => ({ exact: parameter(exact), any: parameter([...exact, ...near]) }))
  const within =
    productId === undefined
      ? ''
      : `and c.transcript_id in (select id from transcripts where product_id = ${parameter(productId)}::bigint)`
  const own = isOwnOnly ? `and c.transcript_id in (select x.id from ${READABLE} where a.access <> 'none')` : ''
  const found = way.map((places) => {
    const has = places.map((place) => `c.terms && ${lists[place]?.any}::int[]`).join(' and ')
    return `(select c.transcript_id, c.position, c.terms from transcript_cues c where ${has} ${within} ${own} limit ${MAX_HITS})`
  })
  // Twice for its own key: a slip should not beat the word as it was typed.
  const worth = words
    .map(({ weight }, place) => {
      const { exact, any } = lists[place] ?? {}
      const part = weight.toFixed(4)
      return `(case when h.terms && ${exact}::int[] then 2 * ${part} when h.terms && ${any}::int[] then ${part} else 0 end)`
    })
    .join(' + ')
  const rows = await db.query<{ found: number; hit: LineHit | null }>(
    `with hits as materialized (select distinct on (transcript_id, position) * from (${found.join(' union all ')}) f),
       readable as materialized (select x.id, x.locale, x.sample, x.product_id, x.track_id, a.access, part.open_from, part.open_to, p.slug, p.audio_type, p.name, p.translations,
         t.translations as track_translations from ${READABLE} where x.id in (select transcript_id from hits) and a.access <> 'none'),
       best as materialized (select h.transcript_id, h.position, ${worth} as worth from hits h join readable r on r.id = h.transcript_id
         order by 3 desc, 1, 2 limit ${MAX_COMPARED * 4})
     select f.found, to_jsonb(l) as hit from (select count(*)::int as found from hits) f left join (
       select r.product_id, r.slug, r.audio_type, r.name, r.translations, r.track_id, r.track_translations,
         (select s.map_url from samples s where s.product_id = r.product_id and s.position = r.sample) as map_url,
         r.locale, c.position as number, c.start_ms as start, c.end_ms as "end", c.text, c.speaker
       from best b join readable r on r.id = b.transcript_id join transcript_cues c on c.transcript_id = b.transcript_id and c.position = b.position
         cross join lateral (select r.access) a cross join lateral (select r.open_from, r.open_to) part
       where ${IS_READABLE_CUE} order by b.worth desc, b.transcript_id, b.position limit ${MAX_COMPARED}) l on true`,
    values,
  )
  return { hits: rows.flatMap(({ hit }) => hit ?? []), isCut: (rows[0]?.found ?? 0) >= MAX_HITS }
}
