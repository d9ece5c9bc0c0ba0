import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { DAY_MS } from '#contract/time/day.ts'
import { recordingFault } from '#contract/fields/file-kinds.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import type { InputOf } from '#contract/http/endpoint.ts'
import type { SentFile } from '../http/multipart.ts'
import type { Failure } from '../runtime/failure.ts'
import type { AppContext } from '../context.ts'
import type { Row } from '../db/row.ts'
import type { auditions, recordingParts, recordings } from '../db/schema/auditions.ts'

type Dependencies = Pick<AppContext, 'db' | 'now'>
type MediaContext = Pick<AppContext, 'db' | 'media' | 'now'>
type Columns = Row<typeof recordings>
type Start = InputOf<typeof endpoints.startRecording>
type Part = InputOf<typeof endpoints.sendRecordingPart>
export type Recording = { name: string; bytes: Buffer }
export type FileFault = 'fileType' | 'fileSize' | 'uploadGone'

/** Counted from the last part. */
const LIFE_MS = DAY_MS

export const faultyFile = <Fault extends FileFault>(fault: Fault): Failure<Fault> => ({
  fault,
  fields: { recorded_file: fault },
})
const expiryOf = ({ now }: Dependencies): Date => new Date(now().getTime() + LIFE_MS)

/** Each listener has one recording: another file replaces it, the same file continues. */
export async function startRecording(context: Dependencies, userId: number, { name, size, digest }: Start) {
  const fault = recordingFault({ name, size })
  if (fault) return faultyFile(fault)
  return context.db.transaction(async (inner) => {
    await inner.query(
      'delete from recordings where user_id = $1 and (digest <> $2 or size <> $3 or expires_at <= $4)',
      [userId, digest, size, context.now()],
    )
    const [row] = await inner.query<{ upload: Columns['id']; offset: Columns['received'] }>(
      `insert into recordings (user_id, name, digest, size, expires_at) values ($1, $2, $3, $4, $5)
       on conflict (user_id) do update set name = excluded.name, expires_at = excluded.expires_at returning id as upload, received as offset`,
      [userId, name, digest, size, expiryOf(context)],
    )
    if (!row) throw new Error('the recording was not inserted')
    return row
  })
}

/** Stores a part that begins where the last one ended. Ignores any other: it may be a repeated request whose reply was lost. */
export async function addPart(
  context: Dependencies,
  userId: number,
  { upload, offset }: Part,
  part: SentFile | undefined,
) {
  if (!part || part.bytes === 0) return { fault: 'badInput', fields: { part: 'required' } } as const
  const bytes = await readFile(part.path)
  return context.db.transaction(async (inner) => {
    const [row] = await inner.query<Pick<Columns, 'received' | 'size'>>(
      'select received, size from recordings where id = $1 and user_id = $2 and expires_at > $3 for update',
      [upload, userId, context.now()],
    )
    if (!row) return { fault: 'uploadGone' } as const
    if (row.received !== offset || offset + bytes.length > row.size) return { offset: row.received }
    await inner.query('insert into recording_parts (recording_id, "offset", bytes) values ($1, $2, $3)', [
      upload,
      offset,
      bytes,
    ])
    await inner.query('update recordings set received = received + $2, expires_at = $3 where id = $1', [
      upload,
      bytes.length,
      expiryOf(context),
    ])
    return { offset: offset + bytes.length }
  })
}

export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** The complete file. Its digest must be the one that the browser sent before the first part. */
export async function wholeRecording(
  { db, media, now }: MediaContext,
  userId: number,
  upload: string,
): Promise<Recording | undefined> {
  const [row] = await db.query<Pick<Columns, 'name' | 'digest'>>(
    'select name, digest from recordings where id = $1 and user_id = $2 and received = size and expires_at > $3',
    [upload, userId, now()],
  )
  if (!row) return undefined
  const parts = await db.query<Pick<Row<typeof recordingParts>, 'bytes'>>(
    'select bytes from recording_parts where recording_id = $1 order by "offset"',
    [upload],
  )
  const bytes =
    parts.length > 0
      ? Buffer.concat(parts.map((part) => part.bytes))
      : await storedRecording({ db, media }, userId, row.digest)
  if (bytes && digestOf(bytes) === row.digest) return { name: row.name, bytes }
  // The file is corrupt: the upload must start again.
  await deleteRecordings(db, userId)
  return undefined
}

/** Of an upload that became an audition. */
async function storedRecording(
  { db, media }: Pick<MediaContext, 'db' | 'media'>,
  userId: number,
  digest: string,
): Promise<Buffer | undefined> {
  const [row] = await db.query<Pick<Row<typeof auditions>, 'file'>>(
    'select file from auditions where user_id = $1 and digest = $2 order by id desc limit 1',
    [userId, digest],
  )
  if (!row || !(await media.stat(row.file))) return undefined
  return Buffer.concat(await media.stream(row.file).toArray())
}

/**
 * Call it in the transaction that stores the audition. An upload stays until it expires, without its parts: if the reply is lost,
 * the same file is not sent again.
 */
export async function closeRecordings(db: AppContext['db'], userId: number, upload: string | undefined): Promise<void> {
  await db.query('delete from recordings where user_id = $1 and id is distinct from $2', [userId, upload ?? null])
  await db.query('delete from recording_parts where recording_id = $1', [upload ?? null])
}

export async function deleteRecordings(db: AppContext['db'], userId: number): Promise<void> {
  await db.query('delete from recordings where user_id = $1', [userId])
}

export async function deleteExpiredRecordings({ db, now }: Dependencies): Promise<void> {
  await db.query('delete from recordings where expires_at <= $1', [now()])
}
