import type { Author, ProductCard } from '#contract/catalog.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { people, products } from '../db/schema/catalog.ts'
import { loadCards } from './titles.ts'
import { serializeImages, serializePicture, serializeTranslations, type StoredPicture } from './serializers.ts'

export type AuthorRow = Pick<Row<typeof people>, 'id' | 'name' | 'translations'> & { photo: StoredPicture }
export const AUTHOR_COLUMNS = `e.id, e.name, e.translations,
  (select jsonb_build_object('path', m.path, 'widths', m.widths) from media_files m where m.id = e.photo_id) as photo`

export function authorOf({ id, name, translations, photo }: AuthorRow): Author {
  return {
    id,
    name,
    profile_image: serializeImages(photo).image2,
    photo: serializePicture(photo),
    custom_translation: serializeTranslations(translations),
  }
}

/** A page shows no more. */
const MAX_TITLES = 100

export async function findAuthor(db: Db, id: number): Promise<{ author: Author; titles: ProductCard[] } | undefined> {
  const [row] = await db.query<AuthorRow>(`select ${AUTHOR_COLUMNS} from people e where e.id = $1`, [id])
  if (!row) return undefined
  const written = await db.query<Pick<Row<typeof products>, 'id'>>(
    `select p.id from product_people l join products p on p.id = l.product_id
     where l.person_id = $1 and l.role = 'author' and p.status = 'published' order by p.published desc, p.id desc limit $2`,
    [id, MAX_TITLES],
  )
  return {
    author: authorOf(row),
    titles: await loadCards(
      db,
      written.map((title) => title.id),
    ),
  }
}
