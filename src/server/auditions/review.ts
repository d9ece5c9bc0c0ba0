import type { Readable } from 'node:stream'
import type { AppContext } from '../context.ts'
import { noteAction } from '../audit/audit-log.ts'
import { pageOf, type Paged, type Slice } from '../db/pagination.ts'

type Given = Pick<AppContext, 'db' | 'media' | 'now'>
type Short = {
  id: number
  created_at: Date
  first_name: string
  last_name: string
  city: string
  project_name: string
  kind: string
  seconds: number | null
}
export type Audition = Short & {
  account: number
  mobile: string
  email: string
  country: string
  birth_date: string | null
  gender: number | null
  has_recording_setup: boolean
  is_professional: boolean
  bytes: number
  is_kept: boolean
}

/** What came in, newest first, for who listens to it. */
export async function listAuditions({ db }: Pick<Given, 'db'>, slice: Slice): Promise<Paged<Short>> {
  return pageOf(
    db,
    'select id, created_at, first_name, last_name, city, project_name, kind, seconds from auditions',
    slice,
  )
}

export async function auditionOf({ db }: Pick<Given, 'db'>, id: number): Promise<Audition | undefined> {
  const [audition] = await db.query<Audition>(
    `select id, created_at, user_id as account, first_name, last_name, mobile, email, city, country, birth_date, gender, project_name, has_recording_setup,
       is_professional, kind, seconds, bytes, is_kept from auditions where id = $1`,
    [id],
  )
  return audition
}

/** The recording: there is no other way to it, and who took it is written down. */
export async function recordingOf({ db, media, now }: Given, id: number): Promise<Readable | undefined> {
  const [row] = await db.query<{ file: string }>('select file from auditions where id = $1', [id])
  if (row) await noteAction(db, now(), 'save', `audition ${id}`)
  return row && media.stream(row.file)
}

/** Kept beyond a year, because the artist works with us; or not any more. */
export async function keepBeyondYear(
  { db, now }: Pick<Given, 'db' | 'now'>,
  id: number,
  isKept: boolean,
): Promise<boolean> {
  return db.transaction(async (inner) => {
    const marked = await inner.query('update auditions set is_kept = $2 where id = $1 returning id', [id, isKept])
    if (marked.length > 0) await noteAction(inner, now(), isKept ? 'keep' : 'release', `audition ${id}`)
    return marked.length > 0
  })
}
