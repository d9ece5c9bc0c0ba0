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

/** A title without a picture of its own. `drawn`: the path of its drawn cover. */
type Bare = Pick<
  Row<typeof products>,
  'id' | 'key' | 'audio_type' | 'spoken' | 'translations' | 'name' | 'cover_id'
> & {
  drawn: string | null
  author: Pick<Row<typeof products>, 'translations'>['translations'] | null
}

/**
 * Draws a cover for each title that has none, or whose drawn one shows what is no longer so, of all or of those with one of the keys;
 * answers how many.
 */
export async function drawMissingCovers(
  { db, media, now }: Pick<ImportContext, 'db' | 'media' | 'now'>,
  progress: (done: number, of: number) => void = () => undefined,
  keys?: readonly string[],
): Promise<number> {
  const bare = await titlesToDraw(
    db,
    `and p.status = 'published' ${keys ? 'and p.key = any($1)' : ''} order by p.published desc, p.id`,
    keys ? [keys] : [],
  )
  let done = 0
  await mapBounded(bare, AT_ONCE, async (title) => {
    const picture = await pictureFor({ db, media }, title)
    await changeCatalog(db, now(), async (inner) => {
      await setCover(inner, title, picture.id, now())
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
  const [title] = await titlesToDraw(db, 'and p.id = $1', [id])
  if (title) await setCover(db, title, (await pictureFor({ db, media }, title)).id, now)
}

type Drawn = { id: number; cover_id: number }

/** Of these titles those with a drawn cover. */
export const drawnCoversOf = (db: Db, keys: readonly string[]): Promise<Drawn[]> =>
  db.query(
    'select p.id, p.cover_id from products p join media_files m on m.id = p.cover_id where p.key = any($1) and starts_with(m.path, $2)',
    [keys, DRAWN],
  )

/**
 * A row that is written names no drawn cover: each of these titles gets its one again. Where it shows what is no longer so, it stays until
 * another one is drawn, which takes too long for a transaction of many titles.
 */
export async function returnDrawnCovers(db: Db, drawn: readonly Drawn[]): Promise<void> {
  if (drawn.length === 0) return
  const before = new Map(drawn.map(({ id, cover_id }) => [id, cover_id]))
  const bare = await db.query<Bare>(`${BARE} where p.cover_id is null and p.id = any($1)`, [[...before.keys()]])
  await db.query(
    `update products p set cover_id = coalesce(m.id, r.before) from unnest($1::bigint[], $2::text[], $3::bigint[]) as r(id, path, before)
       left join media_files m on m.path = r.path where p.id = r.id and p.cover_id is null`,
    [bare.map(({ id }) => id), bare.map((title) => pathOf(factsOf(title))), bare.map(({ id }) => before.get(id))],
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

/** Unless somebody gave the title another one meanwhile. */
const setCover = (db: Db, { id, cover_id: before }: Bare, cover: number, now: Date) =>
  db.query('update products set cover_id = $2, updated_at = $3 where id = $1 and cover_id is not distinct from $4', [
    id,
    cover,
    now,
    before,
  ])

const BARE = `select p.id, p.key, p.audio_type, p.spoken, p.translations, p.name, p.cover_id, m.path as drawn,
       (select a.translations from product_people pp join people a on a.id = pp.person_id
        where pp.product_id = p.id and pp.role = 'author' order by pp.position limit 1) as author
     from products p left join media_files m on m.id = p.cover_id and starts_with(m.path, '${DRAWN}')`

/** Titles without a cover, or with a drawn one of other facts. */
async function titlesToDraw(db: Db, more: string, values: unknown[]): Promise<Bare[]> {
  const bare = await db.query<Bare>(`${BARE} where (p.cover_id is null or m.id is not null) ${more}`, values)
  return bare.filter((title) => title.drawn !== pathOf(factsOf(title)))
}

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
