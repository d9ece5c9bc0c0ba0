import type { Db } from '../db/connect.ts'
import { DRAWN } from '../import/art/drawn-covers.ts'
import type { Row } from '../db/row.ts'
import type { products } from '../db/schema/catalog/catalog.ts'

/** SQL conditions on a title `p` that find incomplete ones. */
export const GAP_CONDITIONS = {
  english: `not p.translations ? 'en'`,
  marathi: `not p.translations ? 'mr'`,
  cover: `not exists (select from media_files m where m.id = p.cover_id and not starts_with(m.path, '${DRAWN}'))`,
  sample: 'not exists (select from samples s where s.product_id = p.id)',
  tracks: 'p.track_count = 0',
  silent: 'exists (select from current_tracks t where t.product_id = p.id and t.audio_id is null)',
  seconds: 'exists (select from current_tracks t where t.product_id = p.id and t.seconds = 0)',
  author: `not exists (select from product_people pp where pp.product_id = p.id and pp.role = 'author')`,
  category: 'not exists (select from product_categories pc where pc.product_id = p.id)',
  price: 'p.price_inr = 0 and not p.is_free and not p.subscription_only',
  onePrice: '(p.price_inr > 0) <> (p.price_usd > 0)',
  slug: `p.slug in (select slug from products where status = 'published' group by slug having count(*) > 1)`,
  // Latin and Devanagari letters side by side: an i for an इ, or a half converted word.
  script: `p.translations::text ~ '[A-Za-z][\\u0900-\\u0963\\u0971-\\u097f]|[\\u0900-\\u0963\\u0971-\\u097f][A-Za-z]'`,
  description: `coalesce(p.translations -> 'en' ->> 'description', p.translations -> 'mr' ->> 'description', '') = ''`,
} as const
export type Gap = keyof typeof GAP_CONDITIONS
export type CatalogReport = {
  titles: number
  gaps: { gap: Gap; count: number; /** The first hundred. */ keys: string[] }[]
}

const SHOWN = 100
const isGap = (name: string): name is Gap => Object.hasOwn(GAP_CONDITIONS, name)

type GapRow = Pick<Row<typeof products>, 'id' | 'key'> & { name: string }

/** The gaps with the titles that have them, at most this many of each. */
export async function titlesWithGap(
  db: Db,
  most: number,
): Promise<{ titles: number; gaps: { gap: Gap; count: number; rows: GapRow[] }[] }> {
  const [published] = await db.query<{ titles: number }>(
    `select count(*) as titles from products where status = 'published'`,
  )
  const gaps = []
  for (const gap of Object.keys(GAP_CONDITIONS).filter(isGap)) {
    const found = await db.query<GapRow & { count: number }>(
      `select p.id, p.key, coalesce(p.translations->'en'->>'name', p.translations->'mr'->>'name', p.key) as name, count(*) over () as count
       from products p where p.status = 'published' and (${GAP_CONDITIONS[gap]}) order by p.key limit $1`,
      [most],
    )
    gaps.push({ gap, count: found[0]?.count ?? 0, rows: found.map(({ id, key, name }) => ({ id, key, name })) })
  }
  return { titles: published?.titles ?? 0, gaps }
}

/** Counts the gaps of the published catalog for its editors. */
export async function reportOnCatalog(db: Db): Promise<CatalogReport> {
  const { titles, gaps } = await titlesWithGap(db, SHOWN)
  return { titles, gaps: gaps.map(({ gap, count, rows }) => ({ gap, count, keys: rows.map(({ key }) => key) })) }
}
