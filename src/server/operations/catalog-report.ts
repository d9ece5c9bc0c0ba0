import type { Db } from '../db/connect.ts'

/** What a title can lack, by the condition that finds it. */
const CONDITIONS = {
  english: `not p.translations ? 'en'`,
  marathi: `not p.translations ? 'mr'`,
  cover: 'p.cover_id is null',
  sample: 'not exists (select from samples s where s.product_id = p.id)',
  tracks: 'p.track_count = 0',
  silent: 'exists (select from tracks t where t.product_id = p.id and t.audio_id is null)',
  seconds: 'exists (select from tracks t where t.product_id = p.id and t.seconds = 0)',
  author: `not exists (select from product_people pp where pp.product_id = p.id and pp.role = 'author')`,
  category: 'not exists (select from product_categories pc where pc.product_id = p.id)',
  price: 'p.price_inr = 0 and not p.is_free and not p.subscription_only',
  onePrice: '(p.price_inr > 0) <> (p.price_usd > 0)',
  slug: `p.slug in (select slug from products where status = 'published' group by slug having count(*) > 1)`,
  // Letters of both scripts that touch: an i for an इ, or a word that was half converted.
  script: `p.translations::text ~ '[A-Za-z][\\u0900-\\u0963\\u0971-\\u097f]|[\\u0900-\\u0963\\u0971-\\u097f][A-Za-z]'`,
  description: `coalesce(p.translations -> 'en' ->> 'description', p.translations -> 'mr' ->> 'description', '') = ''`,
} as const
export type Lack = keyof typeof CONDITIONS
export type CatalogReport = {
  titles: number
  lacks: { lack: Lack; count: number; /** The first hundred. */ keys: string[] }[]
}

const SHOWN = 100
const isLack = (name: string): name is Lack => Object.hasOwn(CONDITIONS, name)

/** What an editor should look at in the catalog that is in the shop. */
export async function reportOnCatalog(db: Db): Promise<CatalogReport> {
  const [all] = await db.query<{ titles: number }>(`select count(*) as titles from products where status = 'published'`)
  const lacks: CatalogReport['lacks'] = []
  for (const lack of Object.keys(CONDITIONS).filter(isLack)) {
    const rows = await db.query<{ key: string; count: number }>(
      `select p.key, count(*) over () as count from products p where p.status = 'published' and (${CONDITIONS[lack]}) order by p.key limit $1`,
      [SHOWN],
    )
    lacks.push({ lack, count: rows[0]?.count ?? 0, keys: rows.map(({ key }) => key) })
  }
  return { titles: all?.titles ?? 0, lacks }
}
