import { createHash } from 'node:crypto'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/row.ts'
import type { products } from '../../db/schema/catalog/catalog.ts'
import { changeCatalog } from '../../db/upsert.ts'
import type { ImportContext } from '../import-context.ts'
import { drawCover, type CoverFacts } from './cover.ts'
import { saveMediaFile } from '../media/media-rows.ts'
import { storePicture } from '../media/picture.ts'
import { mapBounded } from '../validate.ts'

/** In names of media: no hash of a publisher's own picture has these letters. */
export const DRAWN = 'covers/drawn'
const AT_ONCE = 2

type Bare = Pick<Row<typeof products>, 'id' | 'key' | 'audio_type' | 'spoken' | 'translations' | 'name'> & {
  author: Pick<Row<typeof products>, 'translations'>['translations'] | null
}

/** Draws a cover for each title that has none, of all or of those with one of the keys; answers how many. */
export async function drawMissingCovers(
  { db, media, now }: Pick<ImportContext, 'db' | 'media' | 'now'>,
  progress: (done: number, of: number) => void = () => undefined,
  keys?: readonly string[],
): Promise<number> {
  const bare = await titlesWithoutCover(db, keys)
  let done = 0
  await mapBounded(bare, AT_ONCE, async (title) => {
    const picture = await pictureFor({ db, media }, title)
    await changeCatalog(db, now(), async (inner) => {
      await setCover(inner, title.id, picture.id, now())
      return 1
    })
    progress((done += 1), bare.length)
  })
  return done
}

/** Of one title, also when the shop does not show it. Call it in the transaction of a change of the catalog. */
export async function drawMissingCover(
  { db, media, now }: Pick<ImportContext, 'db' | 'media'> & { now: Date },
  id: number,
): Promise<void> {
  const [title] = await db.query<Bare>(`${BARE} where p.cover_id is null and p.id = $1`, [id])
  if (title) await setCover(db, id, (await pictureFor({ db, media }, title)).id, now)
}

/** Of these titles those with a drawn cover. */
export async function idsWithDrawnCover(db: Db, keys: readonly string[]): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    'select p.id from products p join media_files m on m.id = p.cover_id where p.key = any($1) and starts_with(m.path, $2)',
    [keys, DRAWN],
  )
  return rows.map(({ id }) => id)
}

/** A row that is written names no drawn cover: each of these titles gets its one again, unless what it shows has changed. */
export async function returnDrawnCovers(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const bare = await db.query<Bare>(`${BARE} where p.cover_id is null and p.id = any($1)`, [ids])
  await db.query(
    `update products p set cover_id = m.id from unnest($1::bigint[], $2::text[]) as r(id, path) join media_files m on m.path = r.path
     where p.id = r.id and p.cover_id is null`,
    [bare.map(({ id }) => id), bare.map((title) => pathOf(factsOf(title)))],
  )
}

async function pictureFor(context: Pick<ImportContext, 'db' | 'media'>, title: Bare): Promise<{ id: number }> {
  const facts = factsOf(title)
  const path = pathOf(facts)
  return (await existingPicture(context.db, path)) ?? (await store(context, path, facts))
}

/** The same facts give the same picture. */
const pathOf = (facts: CoverFacts): string =>
  `${DRAWN}${createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32)}`

const setCover = (db: Db, id: number, cover: number, now: Date) =>
  db.query('update products set cover_id = $2, updated_at = $3 where id = $1 and cover_id is null', [id, cover, now])

const BARE = `select p.id, p.key, p.audio_type, p.spoken, p.translations, p.name,
       (select a.translations from product_people pp join people a on a.id = pp.person_id
        where pp.product_id = p.id and pp.role = 'author' order by pp.position limit 1) as author
     from products p`

const titlesWithoutCover = (db: Db, keys?: readonly string[]): Promise<Bare[]> =>
  db.query<Bare>(
    `${BARE} where p.cover_id is null and p.status = 'published' ${keys ? 'and p.key = any($1)' : ''} order by p.published desc, p.id`,
    keys ? [keys] : [],
  )

const existingPicture = async (db: Db, path: string): Promise<{ id: number } | undefined> =>
  (await db.query<{ id: number }>('select id from media_files where path = $1', [path]))[0]

/** In the language in which the title is spoken. */
function factsOf({ key, audio_type: type, spoken, translations, name, author }: Bare): CoverFacts {
  const locale = spoken === 'mr' ? 'mr' : 'en'
  const writer = author?.[locale] ?? author?.en ?? author?.mr
  return { key, type, name: translations[locale]?.name ?? name, author: writer?.name ?? '' }
}

async function store(context: Pick<ImportContext, 'db' | 'media'>, path: string, facts: CoverFacts) {
  const bytes = await drawCover(facts)
  const widths = await storePicture(context.media, bytes, path, 'covers')
  if (typeof widths === 'string') throw new Error(`the drawn cover of ${facts.key} cannot be stored: ${widths}`)
  return saveMediaFile(context.db, { kind: 'picture', path, bytes: bytes.length, widths })
}
