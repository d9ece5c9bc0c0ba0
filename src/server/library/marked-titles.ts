import type { MarkedTitle } from '#contract/library/marks.ts'
import { serializeAudioType, serializeTranslations } from '../catalog/serializers.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { products, tracks } from '../db/schema/catalog/catalog.ts'

type TrackRow = Pick<Row<typeof tracks>, 'id' | 'position' | 'name' | 'translations'>
type TitleRow = Pick<Row<typeof products>, 'id' | 'name' | 'slug' | 'audio_type' | 'translations'> & {
  tracks: TrackRow[]
}

/** Names of what a listener marked. */
export async function markedTitles(db: Db, userId: number): Promise<MarkedTitle[]> {
  const rows = await db.query<TitleRow>(
    `select p.id, p.name, p.slug, p.audio_type, p.translations #- '{en,description}' #- '{mr,description}' as translations,
       jsonb_agg(distinct jsonb_build_object('id', t.id, 'position', t.position, 'name', t.name,
         'translations', t.translations #- '{en,description}' #- '{mr,description}')) as tracks
     from marks m join products p on p.id = m.product_id join tracks t on t.id = m.track_id
     where m.user_id = $1 and not m.is_deleted group by p.id order by p.id`,
    [userId],
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    product_slug: row.slug,
    product_audio_type: serializeAudioType(row.audio_type),
    custom_translation: serializeTranslations(row.translations, true),
    tracks: row.tracks
      .toSorted((one, other) => one.position - other.position)
      .map(({ id, position, name, translations }) => ({
        ...{ id, position, name },
        custom_translation: serializeTranslations(translations, true),
      })),
  }))
}
