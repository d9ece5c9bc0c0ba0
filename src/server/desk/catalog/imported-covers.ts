import type { AppContext } from '../../context.ts'
import { DRAWN, drawMissingCovers } from '../../import/art/drawn-covers.ts'

/** A process that ends while it draws leaves the rest to the next one. */
const LOOKS_BACK = '1 day'

/**
 * Draws the covers of titles that came by a table at the desk, which brings no pictures; answers how many. Who imports by the
 * command decides there whether covers are drawn.
 */
export async function drawImportedCovers({
  db,
  media,
  now,
}: Pick<AppContext, 'db' | 'media' | 'now'>): Promise<number> {
  const titles = await db.query<{ key: string }>(
    `select distinct p.key from desk_changes c, jsonb_object_keys(c.after) as imported(key) join products p using (key)
     where c.area = 'titles' and c.action = 'import table' and c.target in ('titles', 'tracks') and c.changed_at > $1::timestamptz - interval '${LOOKS_BACK}'
       and p.status = 'published'
       and not exists (select from media_files m where m.id = p.cover_id and not starts_with(m.path, '${DRAWN}'))`,
    [now()],
  )
  if (titles.length === 0) return 0
  return drawMissingCovers(
    { db, media, now },
    undefined,
    titles.map(({ key }) => key),
  )
}
