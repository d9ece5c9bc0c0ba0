import { appendFile, rm } from 'node:fs/promises'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { UPLOAD_QUEUE } from '../../db/job-schema.ts'
import type { Row } from '../../db/row.ts'
import { runJobs } from '../../db/run-jobs.ts'
import type { deskUploads } from '../../db/schema/desk.ts'
import { storeFile } from './store-file.ts'

type Dependencies = Pick<AppContext, 'db' | 'media' | 'tempFiles'>
type Watch = { stop?: AbortSignal; failed?: (error: unknown) => void }

/** How often the browser hears how far a file is. */
const TELL_MS = 1_000

/** Stores the files that were sent whole, one after the other; how many. A kill leaves a file to the next process. */
export function runUploadQueue(context: Dependencies, watch: Watch = {}): Promise<number> {
  return runJobs<{ upload: string }>(
    context.db,
    UPLOAD_QUEUE,
    ({ data }) => takeUpload(context, data.upload, watch.stop),
    watch,
  )
}

async function takeUpload(context: Dependencies, upload: string, stop: AbortSignal | undefined): Promise<void> {
  const { db, tempFiles } = context
  const [row] = await db.query<Pick<Row<typeof deskUploads>, 'name'>>(
    'select name from desk_uploads where id = $1 and result is null and fault is null',
    [upload],
  )
  if (!row) return
  const path = await tempFiles.newFile()
  try {
    await assemble(db, upload, path)
    const stored = await storeFile(context, path, row.name, { stop, encoded: progressOf(db, upload) })
    await db.transaction(async (inner) => {
      const [fault, result] = typeof stored === 'string' ? [stored, null] : [null, JSON.stringify(stored)]
      await inner.query('update desk_uploads set result = $2, fault = $3 where id = $1', [upload, result, fault])
      await inner.query('delete from desk_upload_parts where upload_id = $1', [upload])
    })
  } finally {
    await rm(path, { force: true })
  }
}

/** A report that is lost costs nothing: the next one comes within a second. */
function progressOf(db: Db, upload: string) {
  let toldAt = 0
  return (done: number, of: number | undefined): void => {
    if (!of || Date.now() - toldAt < TELL_MS) return
    toldAt = Date.now()
    const percent = Math.min(99, Math.floor((done / of) * 100))
    void db.query('update desk_uploads set percent = $2 where id = $1', [upload, percent]).catch(() => undefined)
  }
}

async function assemble(db: Db, upload: string, path: string): Promise<void> {
  const parts = await db.query<{ offset: number }>(
    'select "offset" from desk_upload_parts where upload_id = $1 order by "offset"',
    [upload],
  )
  // One part at a time: a file may be larger than the memory.
  for (const { offset } of parts) {
    const [part] = await db.query<{ bytes: Buffer }>(
      'select bytes from desk_upload_parts where upload_id = $1 and "offset" = $2',
      [upload, offset],
    )
    await appendFile(path, part?.bytes ?? Buffer.alloc(0), { mode: 0o600 })
  }
}
