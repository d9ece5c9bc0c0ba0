import { isEbook, isSound, SNIFF_BYTES, sniffFile } from '#contract/desk/uploads/sniff-file.ts'
import type { AppContext } from '../../context.ts'
import { bossOn, UPLOAD_QUEUE } from '../../db/job-schema.ts'
import type { Row } from '../../db/row.ts'
import type { deskUploads } from '../../db/schema/desk.ts'
import type { Failure } from '../../runtime/failure.ts'
import { uploadState, type UploadState } from './upload-state.ts'

type Columns = Row<typeof deskUploads>
type Found = Pick<Columns, 'name' | 'size' | 'received' | 'result' | 'fault'> & { head: Buffer | null }

/**
 * Refuses at once what its first bytes say is no sound, picture or e-book, and queues everything else: encoding takes longer than a
 * browser waits. A repeated call changes nothing; after a failure of the shop it queues the file again.
 */
export async function finishUpload(
  { db, now, wake }: Pick<AppContext, 'db' | 'now' | 'wake'>,
  staffId: number,
  upload: string,
): Promise<UploadState | Failure<'uploadGone' | 'uploadOpen' | 'wrongFile'>> {
  const [row] = await db.query<Found>(
    `select name, size, received, result, fault, (select substring(bytes for ${SNIFF_BYTES}) from desk_upload_parts
        where upload_id = id and "offset" = 0) as head
      from desk_uploads where id = $1 and staff_id = $2 and expires_at > $3`,
    [upload, staffId, now()],
  )
  if (!row) return { fault: 'uploadGone' }
  if (row.received !== row.size) return { fault: 'uploadOpen' }
  if (row.result || row.fault) return uploadState({ db, now }, staffId, upload)
  const kind = sniffFile(row.head ?? Buffer.alloc(0))
  if (kind !== 'picture' && !isSound(kind, row.name) && !isEbook(kind, row.name)) {
    await db.query('delete from desk_uploads where id = $1', [upload])
    return { fault: 'wrongFile', fields: { file: kind } }
  }
  await bossOn(db).send(UPLOAD_QUEUE, { upload }, { singletonKey: upload })
  wake()
  return uploadState({ db, now }, staffId, upload)
}
