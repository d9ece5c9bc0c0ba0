import type { Readable } from 'node:stream'
import type { AppContext } from '../context.ts'
import type { Row } from '../db/row.ts'
import type { auditions } from '../db/schema/auditions.ts'
import { noteAction } from '../audit/audit-log.ts'
import { pageOf, type Paged, type Slice } from '../db/pagination.ts'

type Columns = Row<typeof auditions>
type AuditionSummary = Pick<
  Columns,
  'id' | 'created_at' | 'first_name' | 'last_name' | 'city' | 'project_name' | 'kind' | 'seconds'
>
type Audition = AuditionSummary &
  Pick<
    Columns,
    | 'mobile'
    | 'email'
    | 'country'
    | 'birth_date'
    | 'gender'
    | 'has_recording_setup'
    | 'is_professional'
    | 'bytes'
    | 'is_kept'
  > & { account: Columns['user_id'] }

/** Newest first. */
export async function listAuditions({ db }: Pick<AppContext, 'db'>, slice: Slice): Promise<Paged<AuditionSummary>> {
  return pageOf(
    db,
    'select id, created_at, first_name, last_name, city, project_name, kind, seconds from auditions',
    slice,
  )
}

export async function auditionOf({ db }: Pick<AppContext, 'db'>, id: number): Promise<Audition | undefined> {
  const [audition] = await db.query<Audition>(
    `select id, created_at, user_id as account, first_name, last_name, mobile, email, city, country, birth_date, gender, project_name, has_recording_setup,
       is_professional, kind, seconds, bytes, is_kept from auditions where id = $1`,
    [id],
  )
  return audition
}

/** The recording, which has no public address. The access is logged. */
export async function recordingOf(
  { db, media, now }: Pick<AppContext, 'db' | 'media' | 'now'>,
  id: number,
): Promise<Readable | undefined> {
  const [row] = await db.query<Pick<Columns, 'file'>>('select file from auditions where id = $1', [id])
  if (row) await noteAction(db, now(), 'save', `audition ${id}`)
  return row && media.stream(row.file)
}

/** Exempts an audition from deletion after a year, because the artist works with the shop, or ends the exemption. */
export async function setRetained(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  id: number,
  isRetained: boolean,
): Promise<boolean> {
  return db.transaction(async (inner) => {
    const marked = await inner.query('update auditions set is_kept = $2 where id = $1 returning id', [id, isRetained])
    if (marked.length > 0) await noteAction(inner, now(), isRetained ? 'keep' : 'release', `audition ${id}`)
    return marked.length > 0
  })
}
