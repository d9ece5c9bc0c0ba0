import type { Author, ProductCard } from '#contract/catalog/catalog.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { people, products } from '../db/schema/catalog/catalog.ts'
import { loadCards } from './titles.ts'
import { serializeImages, serializePicture, serializeTranslations, type StoredPicture } from './serializers.ts'

export type AuthorRow = Pick<Row<typeof people>, 'id' | 'name' | 'translations'> & { photo: StoredPicture }
export const AUTHOR_COLUMNS = `e.id, e.name, e.translations,
  (select jsonb_build_object('path', m.path, 'widths', m.widths) from media_files m where m.id = e.photo_id) as photo`
/** Only who wrote or read a published title has a page, and may be linked. */
export const HAS_PAGE = `exists (select from product_people l join products p on p.id = l.product_id
  where l.person_id = e.id and l.role in ('author', 'artist') and p.status = 'published')`

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

/** `titles`: what the person wrote; `narrated`: what has their voice. */
export async function findAuthor(
  db: Db,
  id: number,
): Promise<{ author: Author; titles: ProductCard[]; narrated: ProductCard[] } | undefined> {
  const [row] = await db.query<AuthorRow>(`select ${AUTHOR_COLUMNS} from people e where e.id = $1`, [id])
  if (!row) return undefined
  const cardsAs = async (role: 'author' | 'artist') => {
    const found = await db.query<Pick<Row<typeof products>, 'id'>>(
      `select p.id from product_people l join products p on p.id = l.product_id
       where l.person_id = $1 and l.role = $3 and p.status = 'published' order by p.published desc, p.id desc limit $2`,
      [id, MAX_TITLES, role],
    )
    return loadCards(
      db,
      found.map((title) => title.id),
    )
  }
  return { author: authorOf(row), titles: await cardsAs('author'), narrated: await cardsAs('artist') }
}
