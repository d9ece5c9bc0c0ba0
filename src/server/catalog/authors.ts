import type { Author, ProductCard } from '#contract/catalog.ts'
import type { Db } from '../db/connect.ts'
import type { StoredTranslations } from '../db/schema/columns.ts'
import { loadCards } from './titles.ts'
import { wireImages, wirePicture, wireWords, type StoredPicture } from './serializers.ts'

export type AuthorRow = { id: number; name: string; translations: StoredTranslations; photo: StoredPicture }
export const AUTHOR_COLUMNS = `e.id, e.name, e.translations,
  (select jsonb_build_object('path', m.path, 'widths', m.widths) from media_files m where m.id = e.photo_id) as photo`

export function authorOf({ id, name, translations, photo }: AuthorRow): Author {
  return {
    id,
    name,
    profile_image: wireImages(photo).image2,
    photo: wirePicture(photo),
    custom_translation: wireWords(translations),
  }
}

/** More than a page shows would only slow the reply. */
const TITLES = 100

export async function findAuthor(db: Db, id: number): Promise<{ author: Author; titles: ProductCard[] } | undefined> {
  const [row] = await db.query<AuthorRow>(`select ${AUTHOR_COLUMNS} from people e where e.id = $1`, [id])
  if (!row) return undefined
  const wrote = await db.query<{ id: number }>(
    `select p.id from product_people l join products p on p.id = l.product_id
     where l.person_id = $1 and l.role = 'author' and p.status = 'published' order by p.published desc, p.id desc limit $2`,
    [id, TITLES],
  )
  return {
    author: authorOf(row),
    titles: await loadCards(
      db,
      wrote.map((title) => title.id),
    ),
  }
}
