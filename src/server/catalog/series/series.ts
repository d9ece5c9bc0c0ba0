import type { ProductCard } from '#contract/catalog/catalog.ts'
import type { CatalogSeries } from '#contract/catalog/series.ts'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/row.ts'
import type { series } from '../../db/schema/catalog/series.ts'
import { loadCards } from '../titles.ts'
import { serializeTranslations } from '../serializers.ts'

type Entry = CatalogSeries['entries'][number]
type SeriesRow = Pick<Row<typeof series>, 'id' | 'name' | 'translations'> & { entries: Entry[] }

/** By number; what has none follows by its day. */
const IN_ORDER = 'p.series_number nulls last, p.published, p.id'
const SELECT = `select s.id, s.name, s.translations,
    jsonb_agg(jsonb_build_object('product_id', p.id, 'number', p.series_number) order by ${IN_ORDER}) as entries
  from series s join products p on p.series_id = s.id and p.status = 'published'`

const seriesOf = ({ id, name, translations, entries }: SeriesRow): CatalogSeries => ({
  id,
  name,
  custom_translation: serializeTranslations(translations),
  entries,
})

/** Every series with a published title. */
export async function allSeries(db: Db): Promise<CatalogSeries[]> {
  return (await db.query<SeriesRow>(`${SELECT} group by s.id order by s.id`)).map(seriesOf)
}

/** Its titles in their order; undefined when none of them is published. */
export async function findSeries(
  db: Db,
  id: number,
): Promise<{ series: CatalogSeries; titles: ProductCard[] } | undefined> {
  const [row] = await db.query<SeriesRow>(`${SELECT} where s.id = $1 group by s.id`, [id])
  if (!row) return undefined
  const ids = row.entries.map(({ product_id }) => product_id)
  return { series: seriesOf(row), titles: await loadCards(db, ids) }
}
