import type { endpoints } from '#contract/http/endpoints.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import type { AppContext } from '../../context.ts'
import type { Row } from '../../db/row.ts'
import type { deskUploads } from '../../db/schema/desk.ts'
import { UPLOAD_QUEUE } from '../../db/job-schema.ts'
import type { Failure } from '../../runtime/failure.ts'

type Columns = Row<typeof deskUploads>
export type UploadState = Omit<ReplyOf<typeof endpoints.deskUploadState>, 'status'>
export type StoredFile = NonNullable<UploadState['file']>
type Found = Pick<Columns, 'result' | 'fault' | 'percent'> & { job: 'created' | 'retry' | 'active' | null }

/** What became of a file that was sent whole. A file that no job takes up any more has failed, whatever stopped it. */
export async function uploadState(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  staffId: number,
  upload: string,
): Promise<UploadState | Failure<'uploadGone'>> {
  const [row] = await db.query<Found>(
    `select u.result, u.fault, u.percent, (select j.state::text from pgboss.job j where j.name = '${UPLOAD_QUEUE}'
        and j.singleton_key = u.id::text and j.state in ('created', 'retry', 'active') limit 1) as job
      from desk_uploads u where u.id = $1 and u.staff_id = $2 and u.expires_at > $3`,
    [upload, staffId, now()],
  )
  if (!row) return { fault: 'uploadGone' }
  const { result, fault, percent, job } = row
  // Only the job writes it.
  if (result) return { state: 'ready', percent: 100, file: result as StoredFile, reason: null }
  if (fault) return { state: 'failed', percent: null, file: null, reason: fault }
  if (job === 'active') return { state: 'encoding', percent, file: null, reason: null }
  if (job) return { state: 'waiting', percent: null, file: null, reason: null }
  return { state: 'failed', percent: null, file: null, reason: 'notStored' }
}
