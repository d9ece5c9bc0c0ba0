import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { DAY_MS } from '#contract/time/day.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import type { InputOf } from '#contract/http/endpoint.ts'
import type { AppContext } from '../../context.ts'
import type { Row } from '../../db/row.ts'
import type { deskUploads } from '../../db/schema/desk.ts'
import type { SentFile } from '../../http/multipart.ts'
import type { Failure } from '../../runtime/failure.ts'

type Dependencies = Pick<AppContext, 'db' | 'now'>
type Columns = Row<typeof deskUploads>
type Start = InputOf<typeof endpoints.deskStartUpload>
type Part = InputOf<typeof endpoints.deskSendPart>

/** Counted from the last part; also in the table of retention. */
const LIFE_MS = 2 * DAY_MS
const expiryOf = ({ now }: Dependencies): Date => new Date(now().getTime() + LIFE_MS)

/** The same file of the same person goes on where it was cut; one that could not be used begins again. */
export async function startUpload(
  context: Dependencies,
  staffId: number,
  { name, size, fingerprint }: Start,
): Promise<{ upload: string; offset: number }> {
  await context.db.query(
    'delete from desk_uploads where staff_id = $1 and fingerprint = $2 and size = $3 and fault is not null',
    [staffId, fingerprint, size],
  )
  const [row] = await context.db.query<{ upload: Columns['id']; offset: Columns['received'] }>(
    `insert into desk_uploads (staff_id, name, fingerprint, size, expires_at) values ($1, $2, $3, $4, $5)
     on conflict (staff_id, fingerprint, size) do update set name = excluded.name, expires_at = excluded.expires_at
     returning id as upload, received as offset`,
    [staffId, name, fingerprint, size, expiryOf(context)],
  )
  if (!row) throw new Error('the upload was not stored')
  return row
}

/** Stores a part that begins where the last one ended. Any other may be a repeated request whose reply was lost. */
export async function addPart(
  context: Dependencies,
  staffId: number,
  { upload, offset, digest }: Part,
  part: SentFile | undefined,
): Promise<{ offset: number } | Failure<'uploadGone' | 'damagedPart' | 'badInput'>> {
  if (!part || part.bytes === 0) return { fault: 'badInput', fields: { part: 'required' } }
  const bytes = await readFile(part.path)
  if (createHash('sha256').update(bytes).digest('hex') !== digest) return { fault: 'damagedPart' }
  return context.db.transaction(async (inner) => {
    const [row] = await inner.query<Pick<Columns, 'received' | 'size'>>(
      'select received, size from desk_uploads where id = $1 and staff_id = $2 and expires_at > $3 for update',
      [upload, staffId, context.now()],
    )
    if (!row) return { fault: 'uploadGone' }
    if (row.received !== offset || offset + bytes.length > row.size) return { offset: row.received }
    await inner.query('insert into desk_upload_parts (upload_id, "offset", bytes) values ($1, $2, $3)', [
      upload,
      offset,
      bytes,
    ])
    await inner.query('update desk_uploads set received = received + $2, expires_at = $3 where id = $1', [
      upload,
      bytes.length,
      expiryOf(context),
    ])
    return { offset: offset + bytes.length }
  })
}
