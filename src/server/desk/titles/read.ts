import type { endpoints } from '#contract/http/endpoints.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import type { AppContext } from '../../context.ts'
import { ownersOf } from '../../operations/manage-titles.ts'
import type { Failure } from '../../runtime/failure.ts'
import { soundSummary } from '../sound/sound-of-title.ts'
import { choicesOf } from './choices.ts'
import { editOf } from './edit-row.ts'
import { gapsOf } from './list.ts'
import { storedTitle } from './save.ts'
import { stateOf, versionOf } from './title-state.ts'

type Editing = Omit<ReplyOf<typeof endpoints.deskTitle>, 'status'>

export async function readTitle({ db }: Pick<AppContext, 'db'>, id: number): Promise<Editing | Failure<'notFound'>> {
  const stored = await storedTitle(db, id)
  if (!stored) return { fault: 'notFound' }
  const title = editOf(stored)
  const [facts] = await db.query<{ slug: string; cover: string | null }>(
    `select slug, (select m.path || '-' || m.widths[least(array_length(m.widths, 1), 2)] from media_files m where m.id = p.cover_id) as cover
       from products p where id = $1`,
    [id],
  )
  const [changed] = await db.query<{ staff: string; at: Date }>(
    `select s.name as staff, c.changed_at as at from desk_changes c join staff s on s.id = c.staff_id
      where c.area = 'titles' and c.target = $1 order by c.id desc limit 1`,
    [stored.key],
  )
  return {
    id,
    key: stored.key,
    slug: facts?.slug ?? '-',
    state: stateOf(stored),
    version: versionOf([stored]),
    owners: await ownersOf(db, stored.key),
    gaps: await gapsOf(db, id),
    title,
    cover: facts?.cover ?? null,
    people: await choicesOf(db, 'people', [...title.authors, ...title.directors, ...title.artists]),
    categories: await choicesOf(db, 'categories', title.categories),
    sound: await soundSummary(db, id),
    series: await choicesOf(db, 'series', title.series ? [title.series] : []),
    changed: changed ? { staff: changed.staff, at: changed.at.toISOString() } : null,
  }
}
